import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { describeSchema } from './describe.ts';

/** Other versions of PostgreSQL write some statements in another way. */
const MAJOR_VERSION = 18;

let database: TestDatabase;
let owner: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.close();
});

test('server/schema.sql shows the schema after all migrations: write it with npm run schema', async ({
  skip,
}) => {
  const { rows } = await owner.query<{ version: string }>(
    `SELECT current_setting('server_version_num') AS version`,
  );
  skip(!rows[0]?.version.startsWith(String(MAJOR_VERSION)));
  expect(await describeSchema(owner)).toBe(readFileSync('server/schema.sql', 'utf8'));
});

test.each([
  ['ALTER TABLE quote ADD COLUMN note text', '\n  note text,\n'],
  ["COMMENT ON COLUMN quote.term IS 'Why not'", '\n  -- Why not\n  term text NOT NULL,\n'],
  ["COMMENT ON TABLE quote IS 'Bids'", '\n-- Bids\nCREATE TABLE quote (\n'],
  ["ALTER TABLE quote ALTER COLUMN term SET DEFAULT 'terms'", "\n  term text DEFAULT 'terms' NOT NULL,\n"],
  [
    'ALTER TABLE quote ADD CONSTRAINT few CHECK (bid_paise < 9)',
    '\n  CONSTRAINT few CHECK (bid_paise < 9),\n',
  ],
  ['CREATE INDEX ON quote (term)', '\nCREATE INDEX quote_term_idx ON quote (term);\n'],
  [
    'CREATE INDEX ON audit_log_before (act)',
    '\nCREATE INDEX audit_log_before_act_idx ON audit_log_before (act);\n',
  ],
  [
    'CREATE TRIGGER t AFTER UPDATE ON quote EXECUTE FUNCTION index_person()',
    '\nCREATE TRIGGER t AFTER UPDATE ON quote FOR EACH STATEMENT EXECUTE FUNCTION index_person();\n',
  ],
  ['GRANT TRUNCATE ON quote TO fws_queue', '\nGRANT TRUNCATE ON quote TO fws_queue;\n'],
  [
    'GRANT UPDATE (outcome) ON provider_event TO fws_queue',
    '\nGRANT UPDATE (outcome) ON provider_event TO fws_queue;\n',
  ],
  ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", '\nCREATE OR REPLACE FUNCTION public.f()\n'],
  ['CREATE SEQUENCE s START 7', '\nCREATE SEQUENCE s START 7;\n'],
  ['CREATE VIEW v AS SELECT 1 AS one', '\nCREATE VIEW v AS\n SELECT 1 AS one;\n'],
])('shows: %s', async (statement, text) => {
  expect(await describeSchema(owner)).not.toContain(text);
  await owner.query(statement);
  expect(await describeSchema(owner)).toContain(text);
});

test('does not depend on the months that have partitions', async () => {
  const before = await describeSchema(owner);
  await owner.query(`SELECT open_months('ledger.entry', 12), roll_security_log(now() + interval '1 year')`);
  expect(await describeSchema(owner)).toBe(before);
});
