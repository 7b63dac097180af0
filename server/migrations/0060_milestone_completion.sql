-- What the worker says of completed work: one row for each time that the work of a milestone was completed. The photos of
-- a completion have its id as their subject.
CREATE TABLE milestone_completion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  -- 1, then one more after each requested change.
  round integer NOT NULL CHECK (round > 0),
  note text NOT NULL CHECK (length(note) <= 2000),
  completed_at timestamptz(3) NOT NULL,
  UNIQUE (milestone_id, round)
);
