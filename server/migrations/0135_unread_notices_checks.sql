-- What 0130 requires is checked for what was there before, without keeping anybody waiting.

ALTER TABLE conversation VALIDATE CONSTRAINT conversation_notified_check;
ALTER TABLE conversation VALIDATE CONSTRAINT conversation_unread_check;
