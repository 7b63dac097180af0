import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { inTx } from './db/index.ts';
import { deleteExpiredRows, RETENTION } from './retention.ts';

const DAY_MS = 24 * 3600_000;
const now = new Date('2026-11-24T00:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Asha', 'Kale', n || '@mail.example', '+91900000000' || n, 'individual', '{projects}', 'Pune'
    FROM generate_series(1, 2) n`.execute(database.db);
});
afterAll(() => database.close());

/** A row of each table, number `n`, with this time. Users are numbered 1 and 2. */
const INSERTS: Record<string, (n: number, at: Date) => ReturnType<typeof sql>> = {
  session: (n, at) => sql`INSERT INTO session (token_hash, user_id, created_at, seen_at, expires_at)
    VALUES (sha256(${`${n}`}::text::bytea), 1, ${at}, ${at}, ${at})`,
  social_attempt: (n, at) => sql`INSERT INTO social_attempt
    (state_hash, browser_hash, provider, nonce, code_verifier, next_path, expires_at)
    VALUES (sha256(${`${n}`}::text::bytea), '', 'google', '', '', '', ${at})`,
  social_ticket: (n, at) => sql`INSERT INTO social_ticket
    (token_hash, issuer, subject, provider, first_name, last_name, email, email_verified, expires_at)
    VALUES (sha256(${`${n}`}::text::bytea), '', '', 'google', '', '', '', true, ${at})`,
  login_challenge: (n, at) => sql`INSERT INTO login_challenge (token_hash, user_id, proof, nonce, expires_at)
    VALUES (sha256(${`${n}`}::text::bytea), 1, 'code', '', ${at})`,
  passkey_registration: (n, at) => sql`INSERT INTO passkey_registration (user_id, challenge, expires_at)
    VALUES (${n}, '', ${at})`,
  otp: (n, at) => sql`INSERT INTO otp (channel, address, purpose, nonce, sent_at, expires_at)
    VALUES ('email', ${`${n}`}, 'verify', '', ${at}, ${at})`,
  attempt_counter: (n, at) => sql`INSERT INTO attempt_counter (scope, subject, window_start, count)
    VALUES ('login', ${`${n}`}, ${at}, 1)`,
  known_device: (n, at) => sql`INSERT INTO known_device (user_id, token_hash, name, created_at, seen_at)
    VALUES (${n}, '', '', ${at}, ${at})`,
  account_signal: (n, at) => sql`INSERT INTO account_signal
    (user_id, kind, value_hash, first_seen_at, last_seen_at)
    VALUES (1, 'device', sha256(${`${n}`}::text::bytea), ${at}, ${at})`,
  idempotency_key: (n, at) => sql`INSERT INTO idempotency_key (user_id, key, request_hash, created_at)
    VALUES (1, ${`${n}`}, '', ${at})`,
};
const insertWebhook = (verdict: string, n: number, at: Date) => sql`INSERT INTO provider_event
  (provider, dedupe_key, type, headers, body, verdict, outcome, received_at, handled_at)
  VALUES ('cashfree', ${`${verdict}${n}`}, 'x', '{}', '', ${verdict}, 'enqueued', ${at}, ${at})`;

async function readTimes(table: string, column: string): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    SELECT ${sql.ref(column)} AS at FROM ${sql.table(table)} ORDER BY 1`.execute(database.db);
  return rows.map(({ at }) => at);
}

test.each([
  ['session', 'signIns', 'expires_at', 0],
  ['social_attempt', 'signIns', 'expires_at', 0],
  ['social_ticket', 'signIns', 'expires_at', 0],
  ['login_challenge', 'signIns', 'expires_at', 0],
  ['passkey_registration', 'signIns', 'expires_at', 0],
  ['otp', 'signIns', 'expires_at', DAY_MS],
  ['attempt_counter', 'signIns', 'window_start', DAY_MS],
  ['known_device', 'signIns', 'seen_at', 90 * DAY_MS],
  ['account_signal', 'signIns', 'last_seen_at', 400 * DAY_MS],
  ['idempotency_key', 'commands', 'created_at', 30 * DAY_MS],
] as const)('deletes rows of %s that are just older than their period', async (table, group, column, ms) => {
  await INSERTS[table]?.(1, before(ms)).execute(database.db);
  await INSERTS[table]?.(2, before(ms + 1)).execute(database.db);
  expect(await deleteExpiredRows(database.db, RETENTION[group], now)).toEqual([1]);
  expect(await readTimes(table, column)).toEqual([before(ms)]);
});

test('deletes signals of addresses after 90 days, and keeps those of payout accounts and identities', async () => {
  await sql`INSERT INTO account_signal (user_id, kind, value_hash, first_seen_at, last_seen_at)
    SELECT 2, kind, 'x', at, at
    FROM unnest(ARRAY['device', 'address', 'payout_account', 'identity']) kind,
      (VALUES (${before(90 * DAY_MS + 1)}::timestamptz)) ages (at)`.execute(database.db);
  await deleteExpiredRows(database.db, RETENTION.signIns, now);
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM account_signal WHERE user_id = 2 ORDER BY kind`.execute(database.db);
  expect(rows.map(({ kind }) => kind)).toEqual(['device', 'identity', 'payout_account']);
});

test('deletes refused webhooks after 30 days, and genuine ones that were handled after 180', async () => {
  for (const [n, days] of [
    [1, 30],
    [2, 180],
  ] as const) {
    await insertWebhook('forged', n, before(days * DAY_MS + 1)).execute(database.db);
    await insertWebhook('valid', n, before(days * DAY_MS + 1)).execute(database.db);
    await insertWebhook('valid', 10 + n, before(days * DAY_MS)).execute(database.db);
  }
  await insertWebhook('malformed', 3, before(30 * DAY_MS)).execute(database.db);
  await insertWebhook('valid', 4, before(400 * DAY_MS)).execute(database.db);
  await sql`UPDATE provider_event SET handled_at = NULL WHERE dedupe_key = 'valid4'`.execute(database.db);
  await deleteExpiredRows(database.db, RETENTION.webhooks, now);
  const { rows } = await sql<{ key: string }>`
    SELECT dedupe_key AS key FROM provider_event ORDER BY 1`.execute(database.db);
  expect(rows.map(({ key }) => key)).toEqual(['malformed3', 'valid1', 'valid11', 'valid12', 'valid4']);
});

const loadKeys = (count: number) =>
  sql`INSERT INTO idempotency_key (user_id, key, request_hash, created_at)
    SELECT 2, n::text, '', ${before(31 * DAY_MS)}::timestamptz FROM generate_series(1, ${count}::int) n`.execute(
    database.db,
  );

test('deletes in transactions of at most 1,000 rows', async () => {
  await loadKeys(2_500);
  expect(await deleteExpiredRows(database.db, RETENTION.commands, now)).toEqual([1000, 1000, 500]);
  expect(await deleteExpiredRows(database.db, RETENTION.commands, now)).toEqual([]);
});

test('leaves a row that another transaction uses for the next run', async () => {
  await loadKeys(5);
  const other = await database.db.startTransaction().execute();
  await sql`SELECT FROM idempotency_key WHERE user_id = 2 AND key = '3' FOR UPDATE`.execute(other);
  expect(await deleteExpiredRows(database.db, RETENTION.commands, now, 2)).toEqual([2, 2]);
  await other.rollback().execute();
  expect(await deleteExpiredRows(database.db, RETENTION.commands, now, 2)).toEqual([1]);
});

test('names no table that is evidence of money', () => {
  const tables = Object.values(RETENTION)
    .flat()
    .map(({ table }) => table);
  expect([...new Set(tables)].toSorted()).toEqual([
    'account_signal',
    'attempt_counter',
    'idempotency_key',
    'known_device',
    'login_challenge',
    'message_key',
    'notification_delivery',
    'notification_key',
    'otp',
    'passkey_registration',
    'provider_event',
    'provider_event_key',
    'search_alert',
    'session',
    'social_attempt',
    'social_ticket',
  ]);
});

test('finds the oldest rows of every rule by an index', async () => {
  await inTx(database.db, async (tx) => {
    // The tables are too small here for an index to be worth it.
    await sql`SELECT set_config(name, 'off', true)
      FROM unnest('{enable_seqscan,enable_bitmapscan,enable_sort}'::text[]) name`.execute(tx);
    for (const rule of Object.values(RETENTION).flat()) {
      const condition = 'condition' in rule ? rule.condition : 'true';
      const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT ctid FROM ${sql.table(rule.table)}
        WHERE ${sql.ref(rule.column)} < ${sql.lit(now.toISOString())} AND ${sql.raw(condition)}
        ORDER BY ${sql.ref(rule.column)} LIMIT 1000`.execute(tx);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, rule.table).toMatch(/Index (Only )?Scan using/);
      expect(plan, rule.table).not.toMatch(/Sort|Seq Scan/);
    }
  });
});
