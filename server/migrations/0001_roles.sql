-- The application connects as the owner of DATABASE_URL and at once becomes fws_app (`-c role=fws_app`), which may
-- read and write ordinary tables, may never touch the ledger's tables, and owns nothing.
DO $$
BEGIN
  CREATE ROLE fws_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- roles belong to the whole server: another database made it
END $$;

DO $$
BEGIN
  EXECUTE format('GRANT fws_app TO %I', current_user);
  EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO fws_app', current_database());
END $$;

GRANT USAGE ON SCHEMA public TO fws_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fws_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO fws_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO fws_app;
