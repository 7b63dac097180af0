import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runInRequest } from './request-origin.ts';
import { inTx } from './db/index.ts';
import { recordSecurityEvent } from './security-log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const record = (at: string, userId = 1) =>
  runInRequest({ address: '2001:db8::7', userAgent: 'x'.repeat(400) }, () =>
    inTx(database.db, (tx) => recordSecurityEvent(tx, { kind: 'login_failed', userId }, new Date(at))),
  );
const roll = (today: Date) => sql`SELECT roll_security_log(${today})`.execute(database.db);

/** The partition that holds each event. */
async function listTables(): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    SELECT tableoid::regclass::text AS place FROM security_event ORDER BY at`.execute(database.db);
  return rows.map((row) => row.place);
}

test('keeps the address and a bounded device of the current request', async () => {
  await record('2047-03-05T00:00:00Z', 7);
  const event = await database.db
    .selectFrom('security_event')
    .selectAll()
    .where('user_id', '=', 7)
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({ kind: 'login_failed', address: '2001:db8::7', details: {}, actor_id: null });
  expect(event.device).toHaveLength(300);
});

const DAY = 24 * 3600_000;
const toDaysFromNow = (days: number) => new Date(Date.now() + days * DAY);
const toMonthTable = (at: Date) => `security_event_${at.toISOString().slice(0, 7).replace('-', '_')}`;

test('moves events into the partition of their month once it exists', async () => {
  const [april, june] = ['2047-04-30T23:59:59Z', '2047-06-01T00:00:00Z'];
  await record(april);
  await record(june);
  expect((await listTables()).slice(-2)).toEqual(['security_event_other', 'security_event_other']);
  await roll(new Date('2047-03-10T00:00:00Z'));
  expect((await listTables()).slice(-2)).toEqual(['security_event_2047_04', 'security_event_other']);
  await roll(new Date(june));
  expect((await listTables()).slice(-2)).toEqual(['security_event_2047_04', 'security_event_2047_06']);
});

test('drops partitions that ended more than 180 days ago, whatever date it is given', async () => {
  const [recent, expired, stray] = [toDaysFromNow(-170), toDaysFromNow(-250), toDaysFromNow(-500)];
  for (const at of [recent, expired, stray]) await record(at.toISOString(), 99);
  await roll(recent);
  await roll(expired);
  await roll(new Date('2099-01-01T00:00:00Z'));
  const { rows } = await sql<{ at: Date; place: string }>`
    SELECT at, tableoid::regclass::text AS place FROM security_event WHERE user_id = 99`.execute(database.db);
  expect(rows).toEqual([{ at: recent, place: toMonthTable(recent) }]);
});

test('several workers may roll the partitions at once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => roll(new Date('2048-01-10T00:00:00Z'))));
  await record('2048-03-01T00:00:00Z');
  expect((await listTables()).at(-1)).toBe('security_event_2048_03');
});

test.each([
  `UPDATE security_event SET kind = 'logged_in'`,
  'DELETE FROM security_event',
  'TRUNCATE security_event',
  'DELETE FROM security_event_2048_03',
  'INSERT INTO security_event_2048_03 SELECT * FROM security_event',
  'DROP TABLE security_event_2048_03',
])('the application may not run: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
    /append only|permission denied|must be owner/,
  );
});
