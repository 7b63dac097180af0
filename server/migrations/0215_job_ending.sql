-- An awarded job that one side cancelled ends milestone by milestone. It is "ending" until each of them is settled.
ALTER TABLE job DROP CONSTRAINT job_state_check;
ALTER TABLE job ADD CONSTRAINT job_state_check CHECK (state IN
  ('open', 'withheld', 'awarded', 'in_progress', 'ending', 'completed', 'expired', 'cancelled')) NOT VALID;
