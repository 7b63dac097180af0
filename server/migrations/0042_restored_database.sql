-- A database that was restored from a backup does not know what was paid out after it. Until its books were compared with
-- the provider's records and two admins have reopened payouts, it pays nothing out.
CREATE TABLE database_restore (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The last moment that the backup knows.
  restored_to timestamptz(3) NOT NULL,
  marked_at timestamptz(3) NOT NULL,
  -- Payouts go out again from then on.
  reopened_at timestamptz(3),
  CHECK (reopened_at >= marked_at)
);
CREATE UNIQUE INDEX database_restore_open ON database_restore ((true)) WHERE reopened_at IS NULL;
REVOKE DELETE, TRUNCATE ON database_restore FROM fws_app;
