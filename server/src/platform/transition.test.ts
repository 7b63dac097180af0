import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { defineLifecycle } from '@fws/contract/platform/lifecycle';
import { createTestDatabase } from '../../test/database.ts';
import { inTx, type Tx } from './db/index.ts';
import { BY_PROVIDER, BY_SYSTEM, createTransition } from './transition.ts';

type State = 'received' | 'reversed';
interface SettlementRow {
  provider: string;
  settlement_id: string;
  state: State;
}

const transitionSettlements = createTransition({
  lifecycle: defineLifecycle<State, 'reverse'>({
    name: 'settlement',
    initial: 'received',
    final: ['reversed'],
    events: { reverse: { by: ['provider', 'admin'], from: { received: 'reversed', reversed: 'already' } } },
  }),
  table: 'settlement',
  key: ['provider', 'settlement_id'],
  column: 'state',
  toSubject: (row: SettlementRow) => ({ subject: 'settlement', subjectId: row.settlement_id, jobId: null }),
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const at = new Date('2026-11-23T06:30:00Z');

async function insertSettlement(settlementId: string): Promise<SettlementRow> {
  const row = { provider: 'cashfree', settlement_id: settlementId, state: 'received' as const };
  const money = { settled_paise: 100, fee_paise: 0, gst_paise: 0, utr: null, settled_at: at };
  await database.db
    .insertInto('settlement')
    .values({ ...row, ...money })
    .execute();
  return row;
}

const readSettlement = (settlementId: string) =>
  database.db
    .selectFrom('settlement')
    .select(['state', 'utr'])
    .where('settlement_id', '=', settlementId)
    .executeTakeFirstOrThrow();

async function readHistory(settlementId: string): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT track, from_state, to_state, by_user, by_role, at FROM state_change
    WHERE subject = 'settlement' AND subject_id = ${settlementId} ORDER BY id`.execute(database.db);
  return rows;
}

const inDatabase = <T>(work: (tx: Tx) => Promise<T>) => inTx(database.db, work);

test('writes the state, the columns that change with it, and one history row with its actor', async () => {
  const row = await insertSettlement('by-admin');
  const changed = await inDatabase((tx) =>
    transitionSettlements(tx, [row], 'reverse', {
      by: { role: 'admin', userId: 7 },
      at,
      change: { utr: 'UTR7' },
    }),
  );
  expect(changed).toEqual([{ ...row, utr: 'UTR7', state: 'reversed' }]);
  expect(await readSettlement('by-admin')).toEqual({ state: 'reversed', utr: 'UTR7' });
  expect(await readHistory('by-admin')).toEqual([
    { track: 'state', from_state: 'received', to_state: 'reversed', by_user: 7, by_role: 'admin', at },
  ]);
});

test('names no user where the provider caused it', async () => {
  const row = await insertSettlement('by-provider');
  await inDatabase((tx) => transitionSettlements(tx, [row], 'reverse', { by: BY_PROVIDER, at }));
  expect(await readHistory('by-provider')).toMatchObject([{ by_user: null, by_role: 'provider' }]);
});

test('changes nothing where the event took place already', async () => {
  const row = await insertSettlement('twice');
  const reverse = (rows: SettlementRow[]) =>
    inDatabase((tx) =>
      transitionSettlements(tx, rows, 'reverse', { by: BY_PROVIDER, at, change: { utr: null } }),
    );
  const [reversed] = await reverse([row]);
  if (!reversed) throw new Error('no row');
  expect(await reverse([reversed])).toEqual([reversed]);
  expect(await readHistory('twice')).toHaveLength(1);
  expect(await reverse([])).toEqual([]);
});

test('throws for an actor whom the lifecycle refuses, and for a row that changed after it was read', async () => {
  const row = await insertSettlement('refused');
  await expect(
    inDatabase((tx) => transitionSettlements(tx, [row], 'reverse', { by: BY_SYSTEM, at })),
  ).rejects.toThrow('settlement refused: "reverse" by system is refused in state "received"');
  expect(await readSettlement('refused')).toMatchObject({ state: 'received' });
  await inDatabase((tx) => transitionSettlements(tx, [row], 'reverse', { by: BY_PROVIDER, at }));
  await expect(
    inDatabase((tx) => transitionSettlements(tx, [row], 'reverse', { by: BY_PROVIDER, at })),
  ).rejects.toThrow('settlement: no longer "received": lock it before "reverse"');
  expect(await readHistory('refused')).toHaveLength(1);
});

test('does not change several rows at once whose key has several columns', async () => {
  const rows = [await insertSettlement('one'), await insertSettlement('two')];
  await expect(
    inDatabase((tx) => transitionSettlements(tx, rows, 'reverse', { by: BY_PROVIDER, at })),
  ).rejects.toThrow('rows with a key of several columns change one by one');
});

test('a raw write of a state does not compile', () => {
  // @ts-expect-error -- only transition functions write it
  const query = database.db.updateTable('job').set({ state: 'cancelled' });
  const change = { state: 'cancelled' as const, decided_at: at };
  // @ts-expect-error -- also not in a variable
  const other = database.db.updateTable('quote').set(change);
  // @ts-expect-error -- also not beside other columns
  const beside = database.db.updateTable('milestone').set({ work_state: 'started', changed_at: at });
  // @ts-expect-error -- also not where a table names its state without a default
  const required = database.db.updateTable('chargeback').set({ state: 'won' });
  expect([query, other, beside, required].map((update) => update.compile().sql)).toHaveLength(4);
});

test('lets the application add to the history, and neither change nor delete it', async () => {
  for (const statement of ['UPDATE state_change SET by_user = 1', 'DELETE FROM state_change'])
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('permission denied');
});
