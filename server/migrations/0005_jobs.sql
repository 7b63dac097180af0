CREATE TABLE category (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  name_hi text NOT NULL,
  -- Done face to face: payment is released sooner when nobody answers.
  in_person boolean NOT NULL DEFAULT true,
  position integer NOT NULL
);

CREATE SEQUENCE job_number START 4801;

CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number bigint NOT NULL UNIQUE DEFAULT nextval('job_number'),
  poster_id bigint NOT NULL REFERENCES user_account (id),
  category_id bigint NOT NULL REFERENCES category (id),
  title text NOT NULL,
  description text NOT NULL,
  location text NOT NULL,
  latitude double precision,
  longitude double precision,
  skills text[] NOT NULL,
  take_work_on date NOT NULL,
  closes_on date NOT NULL,
  payment_term text NOT NULL CHECK (payment_term IN ('terms', 'milestone', 'completion')),
  budget_kind text NOT NULL CHECK (budget_kind IN ('fixed', 'range')),
  -- Fixed: both the same.
  budget_from_paise bigint NOT NULL CHECK (budget_from_paise > 0),
  budget_to_paise bigint NOT NULL CHECK (budget_to_paise >= budget_from_paise),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'awarded', 'in_progress', 'completed', 'expired', 'cancelled')),
  verified_at timestamptz,
  quotes_received integer NOT NULL DEFAULT 0,
  attachment_id uuid REFERENCES file (id),
  posted_at timestamptz NOT NULL,
  CHECK (closes_on >= take_work_on)
);
-- One index per order the list can be read in; `id` breaks ties so that a cursor is exact.
CREATE INDEX job_open_latest ON job (posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_open_closing ON job (closes_on, id) WHERE state = 'open';
CREATE INDEX job_open_category ON job (category_id, posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_poster ON job (poster_id, posted_at DESC, id DESC);
