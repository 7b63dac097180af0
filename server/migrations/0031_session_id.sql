-- A session keeps its id while its token changes, so other tables refer to it by the id.
ALTER TABLE session DROP CONSTRAINT session_pkey CASCADE;
DROP INDEX session_id;
ALTER TABLE session ADD PRIMARY KEY (id), ADD CONSTRAINT session_token UNIQUE (token_hash);

-- Whoever is in the admin area during this migration enters their second factor once more.
DROP TABLE admin_look;
DELETE FROM admin_session;
ALTER TABLE admin_session
  DROP CONSTRAINT admin_session_pkey,
  DROP COLUMN token_hash,
  ADD COLUMN session_id bigint PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE;

CREATE TABLE admin_look (
  token_hash bytea PRIMARY KEY,
  -- One at a time in a session.
  session_id bigint NOT NULL UNIQUE REFERENCES admin_session (session_id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  ends_at timestamptz NOT NULL
);
CREATE INDEX admin_look_of_user ON admin_look (user_id);
