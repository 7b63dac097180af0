import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { defineLifecycle, type Lifecycle, type Transition } from '@fws/contract/platform/lifecycle';
import { createTestDatabase } from '../../test/database.ts';
import { inTx, type Tx } from './db/index.ts';
import { notePosting } from './event-postings.ts';
import { BY_PROVIDER, BY_SYSTEM, createTransition } from './transition.ts';
import { runInContext } from './work-context.ts';

type State = 'received' | 'reversed';
interface SettlementRow {
  provider: string;
  settlement_id: string;
  state: State;
}

/** Lifecycles of the same column, so that each test has events with other postings and timers. */
const createSettlementTransition = (
  name: string,
  event: Partial<Transition<State>> = {},
  { alsoPosted = [] }: Pick<Lifecycle<State, 'reverse'>, 'alsoPosted'> = {},
) =>
  createTransition({
    lifecycle: defineLifecycle<State, 'reverse'>({
      name,
      initial: 'received',
      final: ['reversed'],
      alsoPosted,
      events: {
        reverse: {
          by: ['provider', 'admin'],
          from: { received: 'reversed', reversed: 'already' },
          ...event,
        },
      },
    }),
    table: 'settlement',
    key: ['provider', 'settlement_id'],
    column: 'state',
    toSubject: (row: SettlementRow) => ({
      subject: 'settlement',
      subjectId: row.settlement_id,
      jobId: null,
    }),
  });

const transitionSettlements = createSettlementTransition('settlement');

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

// The kinds of postings here are those that no lifecycle of the product names.

const reverseWithPosting = createSettlementTransition('posting', { posts: 'provider_settled' });

test('commits an event with its posting, and rolls back one without it', async () => {
  const row = await insertSettlement('posting');
  const reverse = (tx: Tx) => reverseWithPosting(tx, [row], 'reverse', { by: BY_PROVIDER, at });
  const missing = 'posting: "reverse" needs postings of "provider_settled": 1, found: 0';
  await expect(inDatabase(reverse)).rejects.toThrow(missing);
  await expect(
    inDatabase(async (tx) => {
      notePosting(tx, 'own_funds_brought');
      await reverse(tx);
    }),
  ).rejects.toThrow(missing);
  expect(await readSettlement('posting')).toMatchObject({ state: 'received' });
  await inDatabase(async (tx) => {
    await reverse(tx);
    notePosting(tx, 'provider_settled');
  });
  expect(await readSettlement('posting')).toMatchObject({ state: 'reversed' });
});

test('the same holds for an event that answers a query', async () => {
  const row = await insertSettlement('query');
  const reverse = (tx: Tx) =>
    reverseWithPosting.andRead(
      tx,
      row,
      'reverse',
      { by: BY_PROVIDER, at },
      sql<{ n: number }>`SELECT 1 AS n`,
    );
  await expect(inDatabase(reverse)).rejects.toThrow('needs postings of "provider_settled": 1, found: 0');
  const { n } = await inDatabase(async (tx) => {
    notePosting(tx, 'provider_settled');
    return reverse(tx);
  });
  expect(n).toBe(1);
  expect(await readSettlement('query')).toMatchObject({ state: 'reversed' });
});

test('rolls back a posting without the event that names it', async () => {
  const alone = 'posting: postings of "provider_settled": 1, records with an event that names it: 0';
  await expect(inDatabase(async (tx) => notePosting(tx, 'provider_settled'))).rejects.toThrow(alone);
  const reversed = { ...(await insertSettlement('repeated')), state: 'reversed' as const };
  await expect(
    inDatabase(async (tx) => {
      await reverseWithPosting(tx, [reversed], 'reverse', { by: BY_PROVIDER, at });
      notePosting(tx, 'provider_settled');
    }),
  ).rejects.toThrow(alone);
});

test('each record has its own posting', async () => {
  const rows = [await insertSettlement('each-1'), await insertSettlement('each-2')];
  const reverse = (records: SettlementRow[], postings: number) =>
    inDatabase(async (tx) => {
      for (const row of records) await reverseWithPosting(tx, [row], 'reverse', { by: BY_PROVIDER, at });
      for (let count = 0; count < postings; count++) notePosting(tx, 'provider_settled');
    });
  await expect(reverse(rows, 1)).rejects.toThrow('needs postings of "provider_settled": 2, found: 1');
  await expect(reverse(rows.slice(1), 2)).rejects.toThrow(
    'posting: postings of "provider_settled": 2, records with an event that names it: 1',
  );
  await reverse(rows, 2);
  expect(await readSettlement('each-2')).toMatchObject({ state: 'reversed' });
});

test('of several kinds, one posting goes with all records', async () => {
  const reverseTogether = createSettlementTransition('together', {
    posts: ['unapplied_credited', 'unapplied_refund_decided'],
  });
  const rows = [await insertSettlement('together-1'), await insertSettlement('together-2')];
  const reverse = async (tx: Tx) => {
    for (const row of rows) await reverseTogether(tx, [row], 'reverse', { by: BY_PROVIDER, at });
  };
  await expect(inDatabase(reverse)).rejects.toThrow(
    'together: "reverse" needs postings of "unapplied_credited" or "unapplied_refund_decided": 1, found: 0',
  );
  await expect(inDatabase(async (tx) => notePosting(tx, 'unapplied_refund_decided'))).rejects.toThrow(
    'together: postings of "unapplied_refund_decided": 1, records with an event that names it: 0',
  );
  await inDatabase(async (tx) => {
    await reverse(tx);
    notePosting(tx, 'unapplied_refund_decided');
  });
  expect(await readSettlement('together-2')).toMatchObject({ state: 'reversed' });
});

test('an event that may post takes place with and without a posting, which needs the event', async () => {
  const reverseFreely = createSettlementTransition('freely', { mayPost: ['chargeback_written_off'] });
  const row = await insertSettlement('freely');
  await inDatabase((tx) => reverseFreely(tx, [row], 'reverse', { by: BY_PROVIDER, at }));
  await inDatabase(async (tx) => {
    await reverseFreely(tx, [{ ...row, state: 'reversed' }], 'reverse', { by: BY_PROVIDER, at });
    notePosting(tx, 'chargeback_written_off');
  });
  await expect(inDatabase(async (tx) => notePosting(tx, 'chargeback_written_off'))).rejects.toThrow(
    'freely: postings of "chargeback_written_off": 1, records with an event that names it: 0',
  );
});

test('a kind that is also posted without an event of the lifecycle still goes with its event', async () => {
  const reverseApart = createSettlementTransition(
    'apart',
    { posts: 'withdrawal_requested' },
    { alsoPosted: ['withdrawal_requested'] },
  );
  await inDatabase(async (tx) => notePosting(tx, 'withdrawal_requested'));
  const row = await insertSettlement('apart');
  await expect(
    inDatabase((tx) => reverseApart(tx, [row], 'reverse', { by: BY_PROVIDER, at })),
  ).rejects.toThrow('apart: "reverse" needs postings of "withdrawal_requested": 1, found: 0');
});

const timer = { tasks: ['poll_chargebacks'], when: 'at night' };
const inTask = <T>(task: string, work: () => Promise<T>) =>
  runInContext({ requestId: null, task, span: null }, work);
const inRequest = <T>(work: () => Promise<T>) =>
  runInContext({ requestId: 'r1', task: null, span: null }, work);

test('the system causes an event with a timer in its task alone', async () => {
  const by = ['system', 'provider'] as const;
  const reverseInTask = createSettlementTransition('timed', { by, timer });
  const row = await insertSettlement('timed');
  const reverse = () => inDatabase((tx) => reverseInTask(tx, [row], 'reverse', { by: BY_SYSTEM, at }));
  await expect(inTask('expire_jobs', reverse)).rejects.toThrow(
    'timed: "reverse" by system in the task "expire_jobs", which its timer does not name',
  );
  await expect(inRequest(reverse)).rejects.toThrow(
    'timed: "reverse" by system in a request, which its timer does not name',
  );
  expect(await readSettlement('timed')).toMatchObject({ state: 'received' });
  await inTask('poll_chargebacks', reverse);
  expect(await readSettlement('timed')).toMatchObject({ state: 'reversed' });
});

test('a task may run under its former name, and others than the system need no timer', async () => {
  const by = ['system', 'provider'] as const;
  const reverseInTask = createSettlementTransition('renamed', { by, timer });
  const reverse = async (settlementId: string, cause: typeof BY_SYSTEM) => {
    const row = await insertSettlement(settlementId);
    await inDatabase((tx) => reverseInTask(tx, [row], 'reverse', { by: cause, at }));
    return readSettlement(settlementId);
  };
  const reversed = { state: 'reversed' };
  expect(await inTask('look_at_payments', () => reverse('renamed', BY_SYSTEM))).toMatchObject(reversed);
  expect(await inTask('expire_jobs', () => reverse('provider', BY_PROVIDER))).toMatchObject(reversed);
});

test('a timer may allow requests, and no other task', async () => {
  const reverseAnywhere = createSettlementTransition('request', {
    by: ['system'],
    timer: { ...timer, requests: true },
  });
  const row = await insertSettlement('request');
  const reverse = () => inDatabase((tx) => reverseAnywhere(tx, [row], 'reverse', { by: BY_SYSTEM, at }));
  await expect(inTask('expire_jobs', reverse)).rejects.toThrow('in the task "expire_jobs"');
  await inRequest(reverse);
  expect(await readSettlement('request')).toMatchObject({ state: 'reversed' });
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
