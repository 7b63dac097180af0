import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, refuse } from '@fws/contract/platform/refusal';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { commitRefusal, inTx, type Tx } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const count = (tx: Tx, subject: string) =>
  tx
    .insertInto('attempt_counter')
    .values({ scope: 'test', subject, window_start: new Date(0), count: 1 })
    .execute();
async function isCounted(subject: string): Promise<boolean> {
  const rows = await database.db
    .selectFrom('attempt_counter')
    .select('count')
    .where('subject', '=', subject)
    .execute();
  return rows.length > 0;
}

const refusal = refuse('conflict', 'common.idempotency_mismatch');

test('inTx rolls back on a refusal and returns it', async () => {
  const outcome = await inTx(database.db, async (tx) => {
    await count(tx, 'refused');
    return refusal;
  });
  expect(outcome).toBe(refusal);
  expect(await isCounted('refused')).toBe(false);
});

test('inTx commits a refusal marked by commitRefusal, and no other use of the same constant', async () => {
  const marked = await inTx(database.db, async (tx) => {
    await count(tx, 'marked');
    return commitRefusal(refusal);
  });
  expect(marked).toEqual(refusal);
  expect(await isCounted('marked')).toBe(true);

  await inTx(database.db, async (tx) => {
    await count(tx, 'unmarked');
    return refusal;
  });
  expect(await isCounted('unmarked')).toBe(false);
});

test('inTx commits what is done, and commitRefusal leaves it as it is', async () => {
  const outcome = await inTx(database.db, async (tx) => {
    await count(tx, 'done');
    return commitRefusal(done(7));
  });
  expect(outcome).toEqual({ ok: true, value: 7 });
  expect(await isCounted('done')).toBe(true);
});

test('inTx throws when COMMIT is answered with ROLLBACK, after an error that was caught inside', async () => {
  const committed = inTx(database.db, async (tx) => {
    await count(tx, 'caught');
    await sql`SELECT 1 / 0`.execute(tx).catch(() => null);
    return done(null);
  });
  await expect(committed).rejects.toThrow('a commit was answered with ROLLBACK');
  expect(await isCounted('caught')).toBe(false);
});
