-- A quote can state when the worker comes and what a visit in vain costs. An awarded job then begins with a visit.

ALTER TABLE quote
  ADD COLUMN visit_date date,
  ADD COLUMN visit_window text,
  ADD COLUMN visit_fee_paise bigint NOT NULL DEFAULT 0;
ALTER TABLE quote ADD CONSTRAINT quote_visit_check CHECK (
  (visit_date IS NULL) = (visit_window IS NULL)
  AND (visit_fee_paise = 0 OR visit_fee_paise > 0 AND visit_date IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN quote.visit_date IS 'The day in India on which the worker would come; null: the quote states no visit';
COMMENT ON COLUMN quote.visit_window IS 'The time of that day: 16:00-18:00';
COMMENT ON COLUMN quote.visit_fee_paise IS 'What the visit costs, besides bid_paise; 0: nothing';

ALTER TABLE milestone ADD COLUMN kind text NOT NULL DEFAULT 'work';
ALTER TABLE milestone ADD CONSTRAINT milestone_kind_check CHECK (kind IN ('work', 'visit')) NOT VALID;
COMMENT ON COLUMN milestone.kind IS 'visit: the fee of a visit';

ALTER TABLE dispute DROP CONSTRAINT dispute_origin_check;
ALTER TABLE dispute ADD CONSTRAINT dispute_origin_check
  CHECK (origin IN ('party', 'refused_split', 'late_split', 'visit')) NOT VALID;

CREATE TABLE visit (
  job_id bigint PRIMARY KEY REFERENCES contract (job_id),
  milestone_id bigint NOT NULL,
  poster_id bigint NOT NULL REFERENCES user_account,
  worker_id bigint NOT NULL REFERENCES user_account,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  fee_paise bigint NOT NULL CHECK (fee_paise >= 0),
  agreed_at timestamptz(3) NOT NULL,
  secret bytea NOT NULL,
  state text NOT NULL DEFAULT 'agreed' CHECK (state IN ('agreed', 'on_the_way', 'arrived', 'started', 'ended',
    'claimed', 'unanswered', 'missed', 'contested', 'cancelled')),
  changes smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  wrong_codes smallint NOT NULL DEFAULT 0 CHECK (wrong_codes BETWEEN 0 AND 5),
  changed_at timestamptz NOT NULL,
  CHECK (ends_at > starts_at),
  CHECK (poster_id <> worker_id)
);
CREATE INDEX visit_due ON visit (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX visit_claimed ON visit (job_id) WHERE state = 'claimed';
CREATE INDEX visit_open ON visit (job_id) WHERE state IN ('agreed', 'on_the_way', 'arrived');
COMMENT ON TABLE visit IS 'The visit that an awarded job begins with. visit_evidence decides its state (docs/visits.md)';
COMMENT ON COLUMN visit.milestone_id IS 'The milestone that the visit starts: that of the fee, or the first';
COMMENT ON COLUMN visit.secret IS 'Sealed. The server and the poster''s phone calculate the door code from it';
COMMENT ON COLUMN visit.changes IS 'How many changes of the state were made of those that the evidence leads to';
COMMENT ON COLUMN visit.due_at IS 'When the state changes by itself; null: it does not';
COMMENT ON COLUMN visit.wrong_codes IS 'After five only the poster''s tap starts the work';

CREATE TABLE visit_evidence (
  job_id bigint NOT NULL REFERENCES visit (job_id),
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN ('funded', 'on_my_way', 'arrived', 'started', 'ended', 'claimed', 'delivered',
    'answered', 'cancelled', 'closed')),
  side text CHECK (side IN ('poster', 'worker')),
  at timestamptz(3) NOT NULL,
  device text,
  counter integer,
  device_at timestamptz(3),
  seen_at timestamptz(3),
  latitude double precision,
  longitude double precision,
  answer text CHECK (answer IN ('agree', 'excuse', 'contest')),
  excuse text CHECK (excuse IN ('illness', 'safety', 'hindered')),
  PRIMARY KEY (job_id, number),
  CHECK ((kind IN ('on_my_way', 'arrived')) = (device IS NOT NULL AND counter IS NOT NULL AND device_at IS NOT NULL)),
  CHECK ((kind = 'answered') = (answer IS NOT NULL)),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE UNIQUE INDEX visit_evidence_step ON visit_evidence (job_id, device, counter) WHERE device IS NOT NULL;
COMMENT ON TABLE visit_evidence IS 'What is known of a visit. It decides alone, and rows are never changed';
COMMENT ON COLUMN visit_evidence.at IS 'When the server received it';
COMMENT ON COLUMN visit_evidence.device IS 'The installation of the app that a step was taken on, as it names itself';
COMMENT ON COLUMN visit_evidence.counter IS 'Grows with every step of the device';
COMMENT ON COLUMN visit_evidence.device_at IS 'What the clock of the device said';
COMMENT ON COLUMN visit_evidence.seen_at IS 'The last time of the server that the device had seen; null: none';
COMMENT ON COLUMN visit_evidence.latitude IS 'Where the worker arrived, if they want it noted';

CREATE TABLE visit_key (
  job_id bigint NOT NULL REFERENCES visit (job_id),
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 50),
  public_key text NOT NULL CHECK (length(public_key) = 87),
  added_at timestamptz NOT NULL,
  replaced_at timestamptz(3),
  PRIMARY KEY (job_id, number)
);
CREATE UNIQUE INDEX visit_key_current ON visit_key (job_id) WHERE replaced_at IS NULL;
COMMENT ON TABLE visit_key IS 'Keys of the poster''s phones, which sign the QR code of a visit';
COMMENT ON COLUMN visit_key.public_key IS 'base64url of a point on P-256. The private key never leaves the phone';
COMMENT ON COLUMN visit_key.replaced_at IS 'When another phone took its place; null: it is the one in use';
