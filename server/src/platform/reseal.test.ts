import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedUsers } from '../../test/plans.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sealedColumns } from '../compose.ts';
import { createKeyring, seal, buildSealHeader, unseal, type Keyring } from './keys.ts';
import { resealSecrets } from './reseal.ts';
import { sql } from 'kysely';

const MANY = 450; // more than two batches
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => Buffer.from(digit.repeat(32))) as [
  Buffer,
  Buffer,
  Buffer,
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql.raw(seedUsers(MANY)).execute(database.db);
});
afterAll(() => database.close());

const logged: unknown[] = [];
const log = {
  info: (_: string, fields?: object) => void logged.push(fields),
  warn: (message: string, fields?: object) => void logged.push({ message, ...fields }),
  error: () => {},
};
const totp = sealedColumns.filter(({ column }) => column === 'totp_secret');
const reseal = (keyring: Keyring) => resealSecrets({ db: database.db, keyring, log }, totp);

const readAll = async (keyring: Keyring) => {
  const rows = await database.db.selectFrom('admin_member').select(['user_id', 'totp_secret']).execute();
  return rows.map(({ user_id, totp_secret }) => ({
    user_id,
    text: totp_secret && unseal(keyring, 'totp', totp_secret),
    isCurrent: totp_secret?.subarray(0, 5).equals(buildSealHeader(keyring.current)),
  }));
};

test('every sealed column that a domain lists exists, is bytea and has that primary key', async () => {
  expect(sealedColumns.length).toBeGreaterThan(0);
  for (const { table, primaryKey, column } of sealedColumns) {
    const { rows } = await sql<{ type: string }>`
      SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attname = ${column}`.execute(database.db);
    expect(rows).toEqual([{ type: 'bytea' }]);
    const keys = await sql<{ name: string }>`
      SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = ${table}::regclass AND indisprimary`.execute(database.db);
    expect(keys.rows).toEqual([{ name: primaryKey }]);
  }
});

test('seals a former key’s values with the current key in batches, and then has nothing left to do', async () => {
  const first = createKeyring(FIRST);
  const now = new Date();
  await database.db
    .insertInto('admin_member')
    .values(
      Array.from({ length: MANY }, (_, n) => ({
        user_id: n + 1,
        role: 'support' as const,
        totp_secret: seal(first, 'totp', `secret ${n + 1}`),
        totp_set_at: now,
        appointed_at: now,
      })),
    )
    .execute();

  const rotated = createKeyring(SECOND, FIRST);
  await reseal(rotated);
  expect(logged).toEqual([{ table: 'admin_member', column: 'totp_secret', resealed: MANY, unreadable: 0 }]);
  const alone = createKeyring(SECOND);
  const rows = await readAll(alone);
  expect(rows).toHaveLength(MANY);
  for (const { user_id, text, isCurrent } of rows)
    expect({ text, isCurrent }).toEqual({ text: `secret ${user_id}`, isCurrent: true });

  logged.length = 0;
  await reseal(rotated);
  expect(logged).toEqual([{ table: 'admin_member', column: 'totp_secret', resealed: 0, unreadable: 0 }]);
});

test('leaves values that no key opens, seals the rest, and warns', async () => {
  await database.db
    .updateTable('admin_member')
    .set({ totp_secret: seal(createKeyring(FIRST), 'totp', 'of a lost key') })
    .where('user_id', '=', 7)
    .execute();
  logged.length = 0;
  await reseal(createKeyring(THIRD, SECOND));
  expect(logged).toEqual([
    {
      message: 'no key opens some sealed values',
      table: 'admin_member',
      column: 'totp_secret',
      resealed: MANY - 1,
      unreadable: 1,
    },
  ]);
  const rows = await readAll(createKeyring(THIRD, FIRST));
  expect(rows.filter(({ isCurrent }) => !isCurrent)).toEqual([
    { user_id: 7, text: 'of a lost key', isCurrent: false },
  ]);
});
