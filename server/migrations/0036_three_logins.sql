-- The application and the queue log in as fws_app and fws_queue themselves and become nobody else. The roles are made by
-- migrate() before this (server/src/platform/db/roles.ts), because they belong to the whole server.
DO $$
BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO fws_queue', current_database());
END $$;

-- A database that comes from before PostgreSQL 15 lets everybody create objects here.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
-- It writes the history as the owner. Whoever may execute it could attach it to a table of their own and forge history.
REVOKE ALL ON FUNCTION note_state_change FROM PUBLIC, fws_app;
