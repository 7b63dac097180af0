-- Addresses left on the landing page.
CREATE TABLE notify_me (
  email text PRIMARY KEY CHECK (email = lower(email)),
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
