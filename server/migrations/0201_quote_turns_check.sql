ALTER TABLE quote VALIDATE CONSTRAINT quote_state_check;
ALTER TABLE quote VALIDATE CONSTRAINT quote_turn_check;
