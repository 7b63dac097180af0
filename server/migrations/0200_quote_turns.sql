-- A poster declines a quote with a reason, or asks for another: the quote then has turns and versions.

ALTER TABLE quote
  ADD COLUMN turn smallint NOT NULL DEFAULT 1,
  ADD COLUMN turn_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN seen_at timestamptz,
  ADD COLUMN answered_at timestamptz;
COMMENT ON COLUMN quote.turn IS
  'The first quote is 1; one more each time that the poster asks for another and each time that the worker answers';
COMMENT ON COLUMN quote.turn_at IS 'When that turn was; null: when it was created. It lapses seven days later';
COMMENT ON COLUMN quote.version IS 'Of the offer: one more each time that the worker changes it';
COMMENT ON COLUMN quote.seen_at IS 'When the poster opened this version; null: not yet';
COMMENT ON COLUMN quote.reminded_at IS 'When the side whose turn it is was reminded of it; null: not in this turn';
COMMENT ON COLUMN quote.answered_at IS 'When the poster first asked for another; null: never';

ALTER TABLE quote DROP CONSTRAINT quote_state_check;
ALTER TABLE quote ADD CONSTRAINT quote_state_check CHECK (
  state IN ('submitted', 'asked', 'withheld', 'accepted', 'declined', 'cancelled', 'not_selected', 'lapsed')) NOT VALID;
ALTER TABLE quote ADD CONSTRAINT quote_turn_check CHECK (turn BETWEEN 1 AND 6) NOT VALID;

CREATE TABLE quote_history (
  job_id bigint NOT NULL REFERENCES job,
  quote_id bigint NOT NULL,
  number integer NOT NULL,
  step text NOT NULL CHECK (step IN ('offered', 'edited', 'asked', 'revised', 'declined')),
  turn smallint NOT NULL CHECK (turn BETWEEN 1 AND 6),
  version integer,
  bid_paise bigint CHECK (bid_paise >= 100),
  term text CHECK (term IN ('terms', 'milestone', 'completion')),
  parts jsonb NOT NULL,
  starts_on date,
  finish_by date,
  work_scope text NOT NULL,
  note text NOT NULL,
  reason text CHECK (reason IN ('price', 'dates', 'payment', 'somebody_else', 'work_changed', 'another_reason')),
  masked jsonb,
  filter_version smallint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (job_id, quote_id, number),
  CHECK ((version IS NULL) = (step IN ('asked', 'declined'))),
  CHECK ((reason IS NOT NULL) = (step = 'declined')),
  CHECK (version IS NULL OR (bid_paise IS NOT NULL AND term IS NOT NULL)),
  CHECK (finish_by >= starts_on)
);
CREATE INDEX quote_history_filter_version ON quote_history (filter_version);
COMMENT ON TABLE quote_history IS
  'What the two sides of a quote offered and asked for, once the first offer is no longer all. Rows are never deleted';
COMMENT ON COLUMN quote_history.number IS 'The order within the quote, from 1';
COMMENT ON COLUMN quote_history.step IS
  'An offer of the worker (offered, edited, revised) or an answer of the poster (asked, declined)';
COMMENT ON COLUMN quote_history.turn IS 'As quote.turn was after it';
COMMENT ON COLUMN quote_history.version IS 'Of the offer; null: it is none';
COMMENT ON COLUMN quote_history.bid_paise IS 'Of an offer, or what the poster asked for; null: the poster asked for no other amount';
COMMENT ON COLUMN quote_history.parts IS 'As quote.parts; empty: the poster asked for no other parts';
COMMENT ON COLUMN quote_history.note IS 'What whoever acted wrote about it';
COMMENT ON COLUMN quote_history.masked IS
  'Its texts as the other side reads them before award: {"workScope", "note", "partNames"}; null: nothing is hidden';
COMMENT ON COLUMN quote_history.filter_version IS 'The version of the contact filter that masked it';
