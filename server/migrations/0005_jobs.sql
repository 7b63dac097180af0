CREATE TABLE category (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  name_hi text NOT NULL,
  -- Done face to face: payment is released sooner when nobody answers.
  in_person boolean NOT NULL DEFAULT true,
  position integer NOT NULL
);

INSERT INTO category (name, name_hi, in_person, position)
SELECT name, name_hi, in_person, row_number() OVER ()
FROM (VALUES
  ('Painting', 'रंगाई-पुताई', true),
  ('Plumbing', 'नल-पाइप का काम', true),
  ('Electrical', 'बिजली का काम', true),
  ('Carpentry', 'बढ़ईगिरी', true),
  ('Masonry', 'राजमिस्त्री का काम', true),
  ('Cleaning', 'साफ़-सफ़ाई', true),
  ('Pest control', 'कीट नियंत्रण', true),
  ('Appliance repair', 'घरेलू उपकरण मरम्मत', true),
  ('AC service', 'एसी सर्विस', true),
  ('Packers and movers', 'पैकर्स और मूवर्स', true),
  ('Driver', 'ड्राइवर', true),
  ('Delivery', 'डिलीवरी', true),
  ('Cook', 'रसोइया', true),
  ('Gardening', 'बागवानी', true),
  ('Tailoring', 'सिलाई', true),
  ('Beauty and salon', 'ब्यूटी और सैलून', true),
  ('Tutoring', 'ट्यूशन', true),
  ('Photography', 'फ़ोटोग्राफ़ी', true),
  ('Event help', 'समारोह में मदद', true),
  ('Security', 'सुरक्षा गार्ड', true),
  ('Interior design', 'इंटीरियर डिज़ाइन', false),
  ('Civil contracting', 'निर्माण ठेका', true),
  ('Solar installation', 'सोलर पैनल लगाना', true),
  ('Computer repair', 'कंप्यूटर मरम्मत', true),
  ('Web development', 'वेबसाइट बनाना', false),
  ('Mobile apps', 'मोबाइल ऐप', false),
  ('Graphic design', 'ग्राफ़िक डिज़ाइन', false),
  ('Writing and translation', 'लेखन और अनुवाद', false),
  ('Data entry', 'डेटा एंट्री', false),
  ('Digital marketing', 'डिजिटल मार्केटिंग', false),
  ('Accounting and GST', 'लेखा और जीएसटी', false),
  ('Legal help', 'कानूनी सहायता', false),
  ('Video editing', 'वीडियो एडिटिंग', false),
  ('Fitness training', 'फ़िटनेस ट्रेनिंग', true),
  ('Elder care', 'बुज़ुर्गों की देखभाल', true),
  ('Child care', 'बच्चों की देखभाल', true),
  ('Farm work', 'खेती का काम', true),
  ('Vehicle repair', 'वाहन मरम्मत', true),
  ('Welding', 'वेल्डिंग', true),
  ('Other', 'अन्य', false)
) AS seed (name, name_hi, in_person);

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
  -- Whole milliseconds, as JavaScript's dates: a cursor made from one must find its place again.
  posted_at timestamptz(3) NOT NULL,
  -- What the location filter searches by the beginnings of words; punctuation would make URLs and paths of place names.
  location_search tsvector NOT NULL
    GENERATED ALWAYS AS (to_tsvector('simple', translate(location, '/-.,;:()@&_', '           '))) STORED,
  CHECK (closes_on >= take_work_on)
);
-- One index per order the list can be read in; `id` breaks ties so that a cursor is exact.
CREATE INDEX job_open_latest ON job (posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_open_closing ON job (closes_on, id) WHERE state = 'open';
CREATE INDEX job_open_category ON job (category_id, posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_open_category_closing ON job (category_id, closes_on, id) WHERE state = 'open';
CREATE INDEX job_open_location ON job USING gin (location_search) WHERE state = 'open';
CREATE INDEX job_poster ON job (poster_id, posted_at DESC, id DESC);
