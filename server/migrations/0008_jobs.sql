-- Categories, jobs, their photos, and what posters have done.

CREATE TABLE category (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  name_hi text NOT NULL,
  in_person boolean NOT NULL DEFAULT true,
  position integer NOT NULL,
  hidden_at timestamptz,
  trade text
);
COMMENT ON TABLE category IS 'Categories of jobs. Admins add, rename and hide them';
COMMENT ON COLUMN category.name_hi IS 'The name in Hindi';
COMMENT ON COLUMN category.in_person IS 'The work is done face to face: a payment request has a shorter wait';
COMMENT ON COLUMN category.hidden_at IS 'Hidden categories are not offered; their jobs stay';
COMMENT ON COLUMN category.trade IS
  'The key of its words in server/data/search-synonyms.txt and of what is proposed for its jobs. It never changes, '
  'unlike the name. Null: added by an admin';
REVOKE DELETE, TRUNCATE ON category FROM fws_app;

INSERT INTO category (name, name_hi, in_person, trade, position)
SELECT name, name_hi, in_person, trade, row_number() OVER ()
FROM (VALUES
  ('Painting', 'रंगाई-पुताई', true, 'painting'),
  ('Plumbing', 'नल-पाइप का काम', true, 'plumbing'),
  ('Electrical', 'बिजली का काम', true, 'electrical'),
  ('Carpentry', 'बढ़ईगिरी', true, 'carpentry'),
  ('Masonry', 'राजमिस्त्री का काम', true, 'masonry'),
  ('Cleaning', 'साफ़-सफ़ाई', true, 'cleaning'),
  ('Pest control', 'कीट नियंत्रण', true, 'pest_control'),
  ('Appliance repair', 'घरेलू उपकरण मरम्मत', true, 'appliance_repair'),
  ('AC service', 'एसी सर्विस', true, 'ac_service'),
  ('Packers and movers', 'पैकर्स और मूवर्स', true, 'packers_and_movers'),
  ('Driver', 'ड्राइवर', true, 'driver'),
  ('Delivery', 'डिलीवरी', true, 'delivery'),
  ('Cook', 'रसोइया', true, 'cook'),
  ('Gardening', 'बागवानी', true, 'gardening'),
  ('Tailoring', 'सिलाई', true, 'tailoring'),
  ('Beauty and salon', 'ब्यूटी और सैलून', true, 'beauty_and_salon'),
  ('Tutoring', 'ट्यूशन', true, 'tutoring'),
  ('Photography', 'फ़ोटोग्राफ़ी', true, 'photography'),
  ('Event help', 'समारोह में मदद', true, 'event_help'),
  ('Security', 'सुरक्षा गार्ड', true, 'security'),
  ('Interior design', 'इंटीरियर डिज़ाइन', false, 'interior_design'),
  ('Civil contracting', 'निर्माण ठेका', true, 'civil_contracting'),
  ('Solar installation', 'सोलर पैनल लगाना', true, 'solar_installation'),
  ('Computer repair', 'कंप्यूटर मरम्मत', true, 'computer_repair'),
  ('Web development', 'वेबसाइट बनाना', false, 'web_development'),
  ('Mobile apps', 'मोबाइल ऐप', false, 'mobile_apps'),
  ('Graphic design', 'ग्राफ़िक डिज़ाइन', false, 'graphic_design'),
  ('Writing and translation', 'लेखन और अनुवाद', false, 'writing_and_translation'),
  ('Data entry', 'डेटा एंट्री', false, 'data_entry'),
  ('Digital marketing', 'डिजिटल मार्केटिंग', false, 'digital_marketing'),
  ('Accounting and GST', 'लेखा और जीएसटी', false, 'accounting_and_gst'),
  ('Legal help', 'कानूनी सहायता', false, 'legal_help'),
  ('Video editing', 'वीडियो एडिटिंग', false, 'video_editing'),
  ('Fitness training', 'फ़िटनेस ट्रेनिंग', true, 'fitness_training'),
  ('Elder care', 'बुज़ुर्गों की देखभाल', true, 'elder_care'),
  ('Child care', 'बच्चों की देखभाल', true, 'child_care'),
  ('Farm work', 'खेती का काम', true, 'farm_work'),
  ('Vehicle repair', 'वाहन मरम्मत', true, 'vehicle_repair'),
  ('Welding', 'वेल्डिंग', true, 'welding'),
  ('Other', 'अन्य', false, 'other')
) AS seed (name, name_hi, in_person, trade);

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
  public_place text,
  city text,
  skills text[] NOT NULL,
  take_work_on date NOT NULL,
  closes_on date NOT NULL,
  payment_term text NOT NULL CHECK (payment_term IN ('terms', 'milestone', 'completion')),
  budget_kind text NOT NULL CHECK (budget_kind IN ('fixed', 'range')),
  budget_from_paise bigint NOT NULL CHECK (budget_from_paise > 0),
  budget_to_paise bigint NOT NULL CHECK (budget_to_paise >= budget_from_paise),
  state text NOT NULL DEFAULT 'open' CHECK (state IN
    ('open', 'withheld', 'awarded', 'in_progress', 'ending', 'completed', 'expired', 'cancelled')),
  unlisted boolean NOT NULL DEFAULT false,
  verified_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by bigint REFERENCES user_account (id),
  quotes_received integer NOT NULL DEFAULT 0,
  attachment_id uuid REFERENCES file (id),
  posted_at timestamptz(3) NOT NULL,
  -- Punctuation would make URLs and paths of place names.
  location_search tsvector NOT NULL
    GENERATED ALWAYS AS (to_tsvector('simple', translate(location, '/-.,;:()@&_', '           '))) STORED,
  CHECK (closes_on >= take_work_on)
);
COMMENT ON TABLE job IS 'Posted jobs';
COMMENT ON COLUMN job.number IS 'The number that people see';
COMMENT ON COLUMN job.location IS 'As the poster wrote it. Strangers see public_place only';
COMMENT ON COLUMN job.public_place IS
  'Locality and city, never more: "Kothrud, Pune". Empty: the location names no known place. Null: not looked up '
  'yet';
COMMENT ON COLUMN job.city IS 'The city as part of an address of a page: "pune". Empty and null as public_place';
COMMENT ON COLUMN job.budget_to_paise IS 'The same as budget_from_paise for a fixed budget';
COMMENT ON COLUMN job.state IS
  'withheld: its poster is suspended; ending: it was cancelled after the award, and its milestones are being '
  'settled';
COMMENT ON COLUMN job.unlisted IS 'On no public list, but its link opens it';
COMMENT ON COLUMN job.verified_at IS 'An admin has verified it';
COMMENT ON COLUMN job.reviewed_at IS 'An admin has decided about it, whether it is verified or not';
COMMENT ON COLUMN job.posted_at IS
  'In whole milliseconds, as the dates of JavaScript: a cursor made from one must find its place again';
COMMENT ON COLUMN job.location_search IS 'What the location filter searches by the beginnings of words';
-- Lists of open jobs: one index for each order. `id` makes the order total, so that a cursor is exact.
CREATE INDEX job_open_posted ON job (posted_at DESC, id DESC) INCLUDE (closes_on, location_search) WHERE state = 'open';
CREATE INDEX job_open_closes ON job (closes_on, id) INCLUDE (location_search) WHERE state = 'open';
CREATE INDEX job_open_category ON job (category_id, posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_open_category_closing ON job (category_id, closes_on, id) WHERE state = 'open';
CREATE INDEX job_open_location ON job USING gin (location_search) WHERE state = 'open';
-- Public pages.
CREATE INDEX job_public ON job (id) WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_public_city ON job (city, posted_at DESC, id DESC) WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_public_city_category ON job (city, category_id, posted_at DESC, id DESC)
  WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_without_city ON job (id) WHERE city IS NULL AND state = 'open';
CREATE INDEX job_poster ON job (poster_id, posted_at DESC, id DESC);
-- Tasks and the admin area.
CREATE INDEX job_ending_state ON job (id) WHERE state = 'ending';
CREATE INDEX job_to_review ON job (posted_at, id) WHERE reviewed_at IS NULL AND state = 'open';
CREATE INDEX job_state_newest ON job (state, id DESC);
CREATE INDEX job_title_words ON job USING gin (to_tsvector('simple'::regconfig, title));

CREATE TABLE photo (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  upload_key text NOT NULL,
  -- Unattached files are deleted after a day, and their photo with them.
  file_id uuid NOT NULL UNIQUE REFERENCES file (id) ON DELETE CASCADE,
  thumbnail_id uuid NOT NULL UNIQUE REFERENCES file (id) ON DELETE CASCADE,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  subject text CHECK (subject IN ('job', 'quote', 'completion', 'portfolio')),
  subject_id bigint,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (owner_id, upload_key),
  CHECK ((subject IS NULL) = (subject_id IS NULL))
);
COMMENT ON TABLE photo IS
  'Photos of jobs, quotes, completed work and portfolios, each in two sizes. They are uploaded before the form that '
  'names them';
COMMENT ON COLUMN photo.upload_key IS
  'Made by the client for each photo, so that a repeated upload makes no second one';
COMMENT ON COLUMN photo.width IS 'Of the large size, in pixels';
COMMENT ON COLUMN photo.subject IS 'What it is attached to; null: nothing yet';
COMMENT ON COLUMN photo.subject_id IS 'A job, a quote, a milestone_completion or a user';
CREATE INDEX photo_subject ON photo (subject, subject_id, position) WHERE subject IS NOT NULL;
CREATE INDEX photo_unattached ON photo (owner_id) WHERE subject IS NULL;

CREATE TABLE poster_record (
  poster_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  jobs_posted integer NOT NULL DEFAULT 0,
  jobs_awarded integer NOT NULL DEFAULT 0,
  released_paise bigint NOT NULL DEFAULT 0,
  quotes_answered integer NOT NULL DEFAULT 0,
  answer_seconds bigint,
  releases integer NOT NULL DEFAULT 0,
  release_seconds bigint,
  counted_at timestamptz
);
COMMENT ON TABLE poster_record IS
  'What a poster has done here, for those who may quote. The counts change with what they count; a task counts '
  'everything again after an award, an answered quote and a release';
COMMENT ON COLUMN poster_record.answer_seconds IS 'The median from a quote to its answer';
COMMENT ON COLUMN poster_record.release_seconds IS 'The median from the worker''s payment request to the release';
COMMENT ON COLUMN poster_record.counted_at IS 'Null until everything was counted once';
CREATE INDEX poster_record_uncounted ON poster_record (poster_id) WHERE counted_at IS NULL;
