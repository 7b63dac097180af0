-- The application logs in as fws_app and the queue as fws_queue. Neither owns anything. `migrate()` creates both roles
-- before the first migration, because roles belong to the whole server (server/src/platform/db/roles.ts).

DO $$
BEGIN
  EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO fws_app', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO fws_queue', current_database());
END $$;

-- A server that was upgraded from PostgreSQL 14 still lets everybody create objects here.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO fws_app;

-- What the application may do with tables of this schema, unless the table's migration says otherwise.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fws_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO fws_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO fws_app;

-- `npm run migrate` creates this table before it applies the first migration. The application reports missing
-- migrations.
COMMENT ON TABLE kysely_migration IS 'The migrations that were applied to this database';
COMMENT ON COLUMN kysely_migration.name IS 'The name of the file in server/migrations, without .sql';
COMMENT ON COLUMN kysely_migration.timestamp IS 'When it was applied, as ISO 8601 text';
GRANT SELECT ON kysely_migration TO fws_app;
