-- What operations change while the product runs, each with who, when and why. Nothing is overwritten: the newest that has
-- begun counts, and without one the environment's.
DROP TABLE setting;
CREATE TABLE setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL CHECK (key ~ '^[a-z_]{1,60}$'),
  value bigint NOT NULL CHECK (value >= 0),
  effective_at timestamptz(3) NOT NULL,
  set_by bigint NOT NULL REFERENCES user_account (id),
  set_at timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (reason <> '')
);
CREATE INDEX setting_change_of_key ON setting_change (key, effective_at DESC, id DESC);
CREATE FUNCTION refuse_setting_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'setting_change is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_change
FOR EACH STATEMENT EXECUTE FUNCTION refuse_setting_change();
REVOKE UPDATE, DELETE, TRUNCATE ON setting_change FROM fws_app;

-- Hidden ones are offered to nobody; what is in them stays.
ALTER TABLE category ADD COLUMN hidden_at timestamptz;
REVOKE DELETE, TRUNCATE ON category FROM fws_app;

-- Those that came with the product lie among the web's files; uploaded ones among the uploads.
ALTER TABLE kyc_sample_video
  ADD COLUMN file_id uuid REFERENCES file (id),
  DROP CONSTRAINT kyc_sample_video_position_key;
