import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../../server/src/platform/db/migrations/files.ts';
import { lintMigrations } from './index.ts';

const FOLDER = 'server/migrations';

/** Two files of the baseline that create a table and a constraint on it. */
const BEFORE = [
  {
    name: '0001_job',
    text: 'CREATE TABLE job (id bigint, title text, place text); CREATE TABLE "Odd" (id int)',
  },
  {
    name: '0002_check',
    text: 'ALTER TABLE job ADD CONSTRAINT job_title CHECK (title IS NOT NULL) NOT VALID',
  },
];
const lint = (text: string, name = '0103_next'): string[] => lintMigrations([...BEFORE, { name, text }]);

test('the product’s migrations follow the rules', async () => {
  expect(lintMigrations(await readMigrations(FOLDER))).toEqual([]);
});

test('reports a bad file in the folder with its place and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fws-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, '9999_bad.sql'), '-- Faster.\nCREATE INDEX job_title ON job (title);\n');
  expect(lintMigrations(await readMigrations(folder))).toEqual([
    '9999_bad.sql:2: CREATE INDEX on job blocks writes until it is built: ' +
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS in a file of its own, NNNN_name.concurrent.sql',
  ]);
});

test.each([
  // Indexes
  ['CREATE INDEX job_id ON job (id)', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS in a file of its own'],
  [
    'CREATE UNIQUE INDEX IF NOT EXISTS job_id ON ONLY public.job USING btree (id)',
    'CREATE INDEX on public.job',
  ],
  ['CREATE INDEX ON "Odd" (id)', 'CREATE INDEX on "Odd"'],
  ['CREATE INDEX CONCURRENTLY job_id ON job (id)', 'does not work in a transaction'],
  ['DROP INDEX job_id', 'DROP INDEX CONCURRENTLY IF EXISTS in a file of its own'],
  ['REINDEX TABLE job', 'maintenance, not a migration'],
  // Columns
  ['ALTER TABLE job ADD COLUMN day date NOT NULL', 'give it a constant DEFAULT, or add it nullable'],
  ['ALTER TABLE job ADD a integer, ADD IF NOT EXISTS day date NOT NULL', 'without DEFAULT'],
  ['ALTER TABLE job ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid()', 'fill it in a task'],
  ['ALTER TABLE job ADD COLUMN number bigserial', 'fill it in a task'],
  ['ALTER TABLE job ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY', 'fill it in a task'],
  ['ALTER TABLE job ADD COLUMN poster bigint REFERENCES person (id)', 'add the column alone'],
  ['ALTER TABLE job ADD COLUMN kind text CHECK (kind <> $$a$$)', 'add the column alone'],
  ['ALTER TABLE job ALTER COLUMN id TYPE numeric(10, 2)', 'add a column, fill it in a task'],
  ['ALTER TABLE ONLY job ALTER id SET DATA TYPE integer USING id::integer', 'ALTER COLUMN TYPE on job'],
  ['ALTER TABLE job ALTER COLUMN place SET NOT NULL', 'add CHECK (place IS NOT NULL) NOT VALID'],
  ['ALTER TABLE job ALTER COLUMN title SET NOT NULL', 'VALIDATE CONSTRAINT it in a later file'],
  // What the former version uses
  ['DROP TABLE job', 'breaks processes of the former version'],
  [
    '-- contract: soon\nDROP TABLE job',
    'name the release, or the migration of an earlier release, that stopped using it',
  ],
  [
    'DROP TABLE job -- contract: 0103',
    'name the release, or the migration of an earlier release, that stopped using it',
  ],
  ['-- replaced:\nALTER TABLE job RENAME TO task', 'say what: -- replaced: <what>'],
  ['ALTER TABLE job DROP CONSTRAINT job_pkey', 'NNNN_name.contract.sql'],
  ['ALTER TABLE job DROP CONSTRAINT IF EXISTS job_title_key', 'breaks processes of the former version'],
  ['-- contract: 0002\nSELECT 1; DROP VIEW jobs', '"drop view jobs" breaks'],
  ['DROP FUNCTION enqueue(text)', 'breaks processes of the former version'],
  ['ALTER TABLE job DROP COLUMN title', '"drop column title" breaks'],
  ['ALTER TABLE job DROP IF EXISTS title CASCADE', 'breaks processes of the former version'],
  ['ALTER TABLE job RENAME TO task', 'breaks processes of the former version'],
  ['ALTER TABLE job RENAME title TO name', 'breaks processes of the former version'],
  ['ALTER TYPE state RENAME VALUE $$a$$ TO $$b$$', 'breaks processes of the former version'],
  ['TRUNCATE job', 'breaks processes of the former version'],
  // Constraints
  ["ALTER TABLE job ADD CONSTRAINT t CHECK (title <> 'NOT VALID')", 'add it NOT VALID, and VALIDATE'],
  ['ALTER TABLE job ADD CHECK (id > 0)', 'add it NOT VALID'],
  ['ALTER TABLE job ADD CONSTRAINT p FOREIGN KEY (id) REFERENCES person (id)', 'add it NOT VALID'],
  ['ALTER TABLE job ADD CONSTRAINT u UNIQUE (id, title)', 'ADD CONSTRAINT … USING INDEX'],
  ['ALTER TABLE job ADD PRIMARY KEY (id)', 'ADD CONSTRAINT primary key on job builds its index under a lock'],
  [
    'ALTER TABLE job ADD CONSTRAINT a CHECK (id > 0) NOT VALID; ALTER TABLE job VALIDATE CONSTRAINT a',
    'validate it in the next file',
  ],
  // Rows and locks
  ['UPDATE job SET title = $$$$', 'it changes rows of job'],
  ['DELETE FROM ONLY public.job', 'it changes rows of public.job'],
  ['WITH old AS (DELETE FROM job RETURNING id) SELECT count(*) FROM old', '-- batch: <how many rows'],
  ['-- batch:\nUPDATE job SET id = 1', '-- batch: <how many rows'],
  ['DO $$ BEGIN IF true THEN UPDATE job SET id = 1; END IF; END $$', 'it changes rows of job'],
  ['DO $x$ BEGIN ALTER TABLE job DROP COLUMN id; END $x$', 'breaks processes of the former version'],
  ['LOCK TABLE job IN SHARE MODE', 'LOCK TABLE blocks the table'],
  ['LOCK job', 'change the data in a task, row by row'],
  // Left to the runner
  ['COMMIT', 'npm run migrate begins the transaction'],
  ['SET LOCAL lock_timeout = 0', 'sets its timeouts'],
])('refuses: %s', (text, message) => {
  expect(lint(text)).toEqual([expect.stringMatching(/^0103_next\.sql:\d+: /)]);
  expect(lint(text)[0]).toContain(message);
});

test.each([
  'CREATE TABLE tag (id bigint NOT NULL REFERENCES job (id)); CREATE INDEX tag_id ON tag (id)',
  'CREATE TABLE "Tag" (id int); ALTER TABLE "Tag" ADD a int NOT NULL, DROP COLUMN id; DELETE FROM "Tag"',
  'CREATE UNLOGGED TABLE IF NOT EXISTS public.tag (id int); CREATE INDEX ON tag (id)',
  'ALTER TABLE job ADD COLUMN day date',
  "ALTER TABLE job ADD COLUMN kind text NOT NULL DEFAULT 'a', ADD n numeric(10, 2) DEFAULT 0 NOT NULL",
  'ALTER TABLE job ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()',
  "ALTER TABLE job ADD COLUMN tags text[] NOT NULL DEFAULT '{}'::text[]",
  'ALTER TABLE job ALTER COLUMN title SET DEFAULT $$x$$, ALTER title DROP NOT NULL',
  '-- contract: 0002\nDROP TABLE job',
  'DROP TABLE job; -- contract: 0001, nobody writes it since',
  'ALTER TABLE job /* contract: v1.4.0 */ DROP COLUMN title, DROP place',
  '-- replaced: a table of the same rows takes the name\nALTER TABLE job RENAME TO job_before',
  'ALTER TABLE job DROP CONSTRAINT job_title, RENAME CONSTRAINT a TO b',
  'ALTER TABLE job ADD CONSTRAINT t CHECK (id > 0) NOT VALID',
  'ALTER TABLE job ADD CONSTRAINT p FOREIGN KEY (id) REFERENCES person (id) NOT VALID',
  'ALTER TABLE job ADD CONSTRAINT u UNIQUE USING INDEX job_id',
  'ALTER TABLE job VALIDATE CONSTRAINT job_title; ALTER TABLE job ALTER COLUMN title SET NOT NULL',
  '-- batch: at most 20, one a setting\nUPDATE setting SET value = 1',
  'INSERT INTO job VALUES (1) ON CONFLICT DO UPDATE SET id = 2',
  'SELECT id FROM job FOR UPDATE',
  'CREATE TRIGGER t BEFORE UPDATE ON job EXECUTE FUNCTION note()',
  'GRANT UPDATE, DELETE ON job TO fws_app',
  'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE job; DELETE FROM job; END $$',
  'DO $$ BEGIN IF true THEN CREATE ROLE a; END IF; END $$',
  "SELECT 'DROP TABLE job; LOCK job' -- DROP TABLE job;\n/* ; UPDATE job SET id = 1; */",
])('allows: %s', (text) => {
  expect(lint(text)).toEqual([]);
});

test('allows SET NOT NULL after the check was validated in an earlier file, not after it was dropped', () => {
  const validate = { name: '0103_validate', text: 'ALTER TABLE job VALIDATE CONSTRAINT job_title' };
  const set = 'ALTER TABLE job ALTER title SET NOT NULL';
  const lintAfter = (text: string) => lintMigrations([...BEFORE, validate, { name: '0104_set', text }]);
  expect(lintAfter(`${set}; ALTER TABLE job DROP CONSTRAINT job_title`)).toEqual([]);
  expect(lintAfter(`ALTER TABLE job DROP CONSTRAINT job_title; ${set}`)).toHaveLength(1);
});

test.each([
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON job (id); SELECT 1', 'give every index a file of its own'],
  ['CREATE INDEX CONCURRENTLY a ON job (id)', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS name'],
  ['UPDATE job SET id = 1', 'nothing else'],
])('refuses in a .concurrent.sql file: %s', (text, message) => {
  expect(lint(text, '0103_a.concurrent')).toEqual([expect.stringContaining(message)]);
});

test('allows one index in a .concurrent.sql file', () => {
  expect(lint('CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON job (id);', '0103_a.concurrent')).toEqual([]);
});

test('allows a contract file what breaks the former version, and nothing else that is refused', () => {
  const name = '0103_next.contract';
  expect(lint('DROP TABLE job; ALTER TABLE "Odd" DROP CONSTRAINT "Odd_pkey", DROP COLUMN id', name)).toEqual(
    [],
  );
  expect(lint('CREATE INDEX job_id ON job (id)', name)).toEqual([
    expect.stringContaining('CREATE INDEX on job'),
  ]);
  expect(lint('DROP INDEX CONCURRENTLY IF EXISTS job_id', '0103_next.contract.concurrent')).toEqual([]);
});

test('a comment that names a migration of this release does not make a statement safe', () => {
  const lintIn = (name: string) => lint('-- contract: 0149\nDROP TABLE job', name);
  expect(lintIn('0150_next')).toEqual([expect.stringContaining('NNNN_name.contract.sql')]);
  expect(lintIn('0201_next')).toEqual([]);
  expect(lintIn('0150_next.contract')).toEqual([]);
});

test('refuses a name without a number and a number that is in use', () => {
  expect(lint('SELECT 1', 'next')).toEqual([expect.stringContaining('name it by number and words')]);
  expect(lint('SELECT 1', '0002_again')).toContainEqual(expect.stringContaining('its number is used twice'));
});

test('does not check the baseline and earlier releases, but remembers them', () => {
  const drop = { name: '0003_drop', text: 'DROP TABLE job' };
  expect(lintMigrations([...BEFORE, drop])).toEqual([]);
  const released = { ...drop, name: '0103_drop' };
  expect(lintMigrations([...BEFORE, released])).toHaveLength(1);
  const check = 'ALTER TABLE job VALIDATE CONSTRAINT job_title; ALTER TABLE job ALTER title SET NOT NULL';
  expect(lintMigrations([...BEFORE, released, { name: '0201_next', text: check }])).toEqual([]);
});
