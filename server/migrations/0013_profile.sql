-- What a user tells of themselves. Names, place and skills stay with the account, which others are found by.

-- Which kinds there are is the code's to say (FileTable): each domain brings its own.
ALTER TABLE file DROP CONSTRAINT file_subject_check, ADD CONSTRAINT file_subject_check CHECK (subject ~ '^[a-z_]+$');

ALTER TABLE user_account ADD COLUMN photo_id uuid REFERENCES file (id);

CREATE TABLE profile (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  qualification text CHECK (qualification IN ('tenth', 'twelfth', 'diploma', 'graduate', 'postgraduate', 'phd')),
  age smallint CHECK (age BETWEEN 18 AND 100),
  gender text CHECK (gender IN ('male', 'female', 'transgender', 'unsaid')),
  native_location text NOT NULL DEFAULT '',
  web_link text NOT NULL DEFAULT '' CHECK (web_link ~ '^(https?://|$)'),
  about text NOT NULL DEFAULT '',
  inexperienced boolean NOT NULL DEFAULT false,
  -- Null until said; a day only with true.
  is_ready boolean,
  ready_from date CHECK (ready_from IS NULL OR is_ready),
  rate_paise bigint CHECK (rate_paise > 0),
  rate_type text CHECK (rate_type IN ('hourly', 'day', 'weekly', 'fixed')),
  additional_condition text NOT NULL DEFAULT '',
  radius text CHECK (radius IN ('local', 'city', 'district', 'state', 'country', 'anywhere')),
  resume_id uuid REFERENCES file (id),
  changed_at timestamptz NOT NULL
);

CREATE TABLE profile_category (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  category_id bigint NOT NULL REFERENCES category (id),
  PRIMARY KEY (user_id, category_id)
);

CREATE TABLE work_experience (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  -- Tenths: "2.5 years" is 25.
  year_tenths smallint NOT NULL CHECK (year_tenths >= 0),
  company text NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL CHECK (to_date >= from_date),
  PRIMARY KEY (user_id, position)
);

-- People who speak for a user: nobody else reads them.
CREATE TABLE reference_person (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('professional', 'personal')),
  position smallint NOT NULL CHECK (position IN (1, 2)),
  name text NOT NULL,
  mobile text NOT NULL,
  profession text NOT NULL,
  username text NOT NULL,
  PRIMARY KEY (user_id, kind, position)
);

CREATE TABLE certificate (
  file_id uuid PRIMARY KEY REFERENCES file (id),
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX certificate_of_user ON certificate (user_id, id);
