-- What a poster has left to answer a payment request, and how often they asked for changes. Rows that wait for an answer
-- already get their wait from the task that releases.
ALTER TABLE milestone
  ADD COLUMN change_requests smallint NOT NULL DEFAULT 0,
  ADD COLUMN wait_left_ms bigint,
  ADD COLUMN wait_added_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE milestone ADD CONSTRAINT milestone_wait CHECK (
  change_requests BETWEEN 0 AND 2 AND coalesce(wait_left_ms, 0) >= 0 AND wait_added_ms >= 0) NOT VALID;
