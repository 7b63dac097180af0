-- Open jobs and submitted quotes of a suspended person are withheld: no longer open, and neither closed nor lapsed.
ALTER TABLE job DROP CONSTRAINT job_state_check;
ALTER TABLE job ADD CONSTRAINT job_state_check CHECK (state IN
  ('open', 'withheld', 'awarded', 'in_progress', 'completed', 'expired', 'cancelled')) NOT VALID;
ALTER TABLE quote DROP CONSTRAINT quote_state_check;
ALTER TABLE quote ADD CONSTRAINT quote_state_check CHECK (state IN
  ('submitted', 'withheld', 'accepted', 'cancelled', 'not_selected', 'lapsed')) NOT VALID;

-- Grows when somebody is suspended or restored. Every web process reads it four times a second, and forgets the pages that
-- it keeps when it has grown.
CREATE TABLE offer_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO offer_version DEFAULT VALUES;
