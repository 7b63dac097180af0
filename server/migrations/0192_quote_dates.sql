-- A quote can say when the work starts and when it is done.

ALTER TABLE quote
  ADD COLUMN starts_on date,
  ADD COLUMN finish_by date;
ALTER TABLE quote ADD CONSTRAINT quote_dates_check CHECK (finish_by >= starts_on) NOT VALID;
COMMENT ON COLUMN quote.starts_on IS 'The day in India on which the worker would start; null: the worker has not said';
COMMENT ON COLUMN quote.finish_by IS 'The day in India by which the work would be done; null: the worker has not said';
