-- Who does not read a message for a while is notified of it, once for each time of not reading.

ALTER TABLE conversation ADD COLUMN notify_at timestamptz;
ALTER TABLE conversation ADD COLUMN notified_at timestamptz;
COMMENT ON COLUMN conversation.notify_at IS
  'When the side with unread messages is notified of them; null: nothing is unread, or there is nothing more to notify of';
COMMENT ON COLUMN conversation.notified_at IS
  'When the side with unread messages was notified of them; null: it was not. Reading clears both';
ALTER TABLE conversation ADD CONSTRAINT conversation_notified_check
  CHECK (notify_at IS NULL OR notified_at IS NULL) NOT VALID;
-- Whoever writes has read everything.
ALTER TABLE conversation ADD CONSTRAINT conversation_unread_check
  CHECK (poster_unread = 0 OR worker_unread = 0) NOT VALID;
