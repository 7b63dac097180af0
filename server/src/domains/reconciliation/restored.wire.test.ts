import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../../test/database.ts';
import { controlSandbox } from '../../../test/payouts.ts';
import { startRestoredBooks } from '../../../test/reconciliation/restored-books.ts';
import type { World } from '../../../test/world.ts';
import { composePorts } from '../../compose-ports.ts';
import { readConfig } from '../../config/index.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Ports } from '../../ports/index.ts';
import {
  compareWithProvider,
  describeNotCompared,
  reconcile,
  type ProviderComparison,
  type StatementLine,
} from './index.ts';

const HOUR_MS = 3600_000;

interface Provider {
  provider: string;
  /** How the unknown payout is reported. */
  payout: (transferId: string) => { subject: string; says: RegExp };
  /** What is not compared after money was paid into the account. */
  deposit: RegExp;
  /** What is not compared for a time before the first stored balance. */
  early: RegExp;
}

const PROVIDERS: Provider[] = [
  {
    provider: 'cashfree',
    // It lists no transfers, so only the balance shows the payout.
    payout: () => ({ subject: 'balance:cashfree', says: /^at most ₹100\.00 \| ₹300\.00 since / }),
    deposit: /^transfers by cashfree: ₹1,000\.00 came into its account since .* --statement$/,
    early: /^transfers by cashfree: it lists none, and its balance is known only since /,
  },
  {
    provider: 'razorpay',
    payout: (transferId) => ({
      subject: `transfer:${transferId}`,
      says: /^no such withdrawal \| paid: ₹200\.00$/,
    }),
    deposit: /^$/,
    early: /^transfers by cashfree: /,
  },
];

describe.each(PROVIDERS)('books restored from a backup, with $provider', ({ provider, ...expected }) => {
  let world: World;
  let restored: TestDatabase;
  let since: Date;
  let openBefore: string;
  let paidAfter: string;
  let refundedAfter: string;
  let transferAfter: { id: number; transferId: string };
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ world, restored, since, openBefore, paidAfter, refundedAfter, transferAfter, close } =
      await startRestoredBooks(provider));
  }, 180_000);
  afterAll(() => close());

  /** Some hours later, when nothing is in progress any more. */
  const buildPorts = (laterMs = 5 * HOUR_MS): Ports => ({
    ...composePorts(readConfig(world.config)),
    clock: { now: () => new Date(Date.now() + laterMs) },
  });

  const compare = (db: Db, options: { laterMs?: number; since?: Date; statement?: StatementLine[] } = {}) => {
    const { clock, ...otherPorts } = buildPorts(options.laterMs);
    const until = clock.now();
    const asked = { since: options.since ?? since, until, statement: options.statement };
    return compareWithProvider({ db, ports: { clock, ...otherPorts } }, asked);
  };
  const listSubjects = ({ differences }: ProviderComparison) => differences.map(({ subject }) => subject);
  const describeDifferences = ({ differences }: ProviderComparison, subject: string) =>
    differences
      .filter((difference) => difference.subject === subject)
      .map(({ ours, theirs }) => `${ours} | ${theirs}`);

  test('finds no difference in the original books, in both directions', async () => {
    const comparison = await compare(world.db);
    expect(comparison).toMatchObject({ differences: [], notFinal: [], notCompared: [] });
    expect(comparison.checked).toMatchObject({ payments: 4, refunds: 1, settlements: 2, transfers: 2 });
    const reconciliation = await reconcile({ db: world.db, ports: buildPorts() }, { since, limit: 100 });
    expect(reconciliation).toMatchObject({ differences: [], orders: 4 });
    expect(reconciliation.clearing?.oursPaise).toBe(reconciliation.clearing?.theirsPaise);
  });

  test('finds a payment for an order that the restored books lack', async () => {
    const comparison = await compare(restored.db);
    const unknown = comparison.differences.find(({ theirs }) => theirs.includes(paidAfter));
    expect(unknown).toMatchObject({ ours: 'no such order' });
    expect(unknown?.theirs).toContain('collected: ₹500.00');
  });

  test('finds a payment for an order that was open at the backup', async () => {
    expect(describeDifferences(await compare(restored.db), `order:${openBefore}`)).toEqual([
      expect.stringMatching(/is (created|active), payment not booked \| collected: ₹300\.00/),
    ]);
  });

  test('finds a refund that the restored books lack', async () => {
    const comparison = await compare(restored.db);
    const refund = comparison.differences.find(({ what }) => what.endsWith(`of order ${refundedAfter}`));
    expect(refund).toMatchObject({ ours: 'no such refund', theirs: 'refunded: ₹392.00' });
  });

  test('finds a settlement that the restored books lack', async () => {
    const comparison = await compare(restored.db);
    expect(
      listSubjects(comparison).filter((subject) => subject.startsWith(`settlement:${provider}:`)),
    ).toHaveLength(1);
  });

  test('finds the payout that would be paid twice', async () => {
    const { subject, says } = expected.payout(transferAfter.transferId);
    expect(describeDifferences(await compare(restored.db), subject)).toEqual([expect.stringMatching(says)]);
  });

  test('finds the payout in a statement', async () => {
    const statement = [buildLine(transferAfter.transferId, 200_00)];
    expect(describeDifferences(await compare(restored.db, { statement }), 'statement:2')).toEqual([
      expect.stringMatching(/^no such withdrawal \| paid out: ₹200\.00/),
    ]);
  });

  const getToday = () => new Date(Date.now() + 5.5 * HOUR_MS).toISOString().slice(0, 10);
  const buildLine = (
    reference: string,
    amountPaise: number,
    changes: Partial<StatementLine> = {},
  ): StatementLine => ({
    line: 2,
    day: getToday(),
    reference,
    amountPaise,
    direction: 'debit',
    ...changes,
  });

  test('reports every difference once in the full comparison', async () => {
    const { differences } = await reconcile({ db: restored.db, ports: buildPorts() }, { since, limit: 100 });
    const reportedSubjects = differences.map(({ subject }) => subject);
    expect(new Set(reportedSubjects).size).toBe(reportedSubjects.length);
    expect(reportedSubjects).toHaveLength(5);
  });

  test('reports a payment of this minute as not final if its order is known', async () => {
    const comparison = await compare(restored.db, { laterMs: 0 });
    expect(listSubjects(comparison)).not.toContain(`order:${openBefore}`);
    expect(comparison.notFinal.map(({ subject }) => subject)).toContain(`order:${openBefore}`);
    expect(comparison.differences.some(({ theirs }) => theirs.includes(paidAfter))).toBe(true);
  });

  test('finds a payment that only our books have, and the provider’s payment of the same order', async () => {
    const { payment_id: id } = await world.db
      .selectFrom('payment')
      .select('payment_id')
      .where('order_id', '=', paidAfter)
      .executeTakeFirstOrThrow();
    const rename = (to: string, from: string) =>
      world.db.updateTable('payment').set({ payment_id: to }).where('payment_id', '=', from).execute();
    await rename('gone', id);
    const comparison = await compare(world.db);
    await rename(id, 'gone');
    expect(describeDifferences(comparison, `order:${paidAfter}`).toSorted()).toEqual([
      expect.stringMatching(/payment not booked \| collected: ₹500\.00/),
      `₹500.00 ${paidAfter} | not listed`,
    ]);
  });

  test('finds another amount at the provider', async () => {
    const setAmount = (paise: number) =>
      world.db
        .updateTable('payment')
        .set({ amount_paise: paise })
        .where('order_id', '=', paidAfter)
        .execute();
    await setAmount(500_01);
    const comparison = await compare(world.db);
    await setAmount(500_00);
    expect(describeDifferences(comparison, `order:${paidAfter}`)).toEqual([
      `₹500.01 ${paidAfter} | ₹500.00 ${paidAfter}`,
    ]);
  });

  test('finds a payout that only our books have', async () => {
    const { id, transferId } = transferAfter;
    const gone = `${transferId.slice(0, 4)}gone`;
    const rename = (to: string) =>
      world.db.updateTable('withdrawal').set({ transfer_id: to }).where('id', '=', id).execute();
    await rename(gone);
    const comparison = await compare(world.db);
    await rename(transferId);
    expect(describeDifferences(comparison, `transfer:${gone}`)).toEqual(['paid | unknown']);
  });

  test('finds a payout that our books call failed', async () => {
    const { id, transferId } = transferAfter;
    const setState = (state: 'failed' | 'paid') =>
      sql`UPDATE withdrawal SET state = ${state} WHERE id = ${id}`.execute(world.db);
    await setState('failed');
    const comparison = await compare(world.db);
    await setState('paid');
    expect(describeDifferences(comparison, `transfer:${transferId}`)).toEqual(['failed | paid']);
  });

  test('finds a refund that only our books have', async () => {
    const setId = (id: string, from: string) =>
      world.db.updateTable('refund').set({ id }).where('id', '=', from).execute();
    const { id } = await world.db
      .selectFrom('refund')
      .select('id')
      .where('order_id', '=', refundedAfter)
      .executeTakeFirstOrThrow();
    await setId('ref_gone', id);
    const comparison = await compare(world.db);
    await setId(id, 'ref_gone');
    expect(describeDifferences(comparison, 'refund:ref_gone')).toEqual(['₹392.00 | not listed']);
    expect(describeDifferences(comparison, `refund:${id}`)).toEqual(['no such refund | refunded: ₹392.00']);
  });

  test('reports a provider that does not answer as a difference', async () => {
    const lists = provider === 'cashfree' ? '/pg/recon' : '/razorpay/v1/payments';
    await controlSandbox(world, 'faults', { failNext: { path: lists, status: 503, times: 1 } });
    const comparison = await compare(world.db);
    expect(comparison.differences).toMatchObject([
      { subject: `payments and refunds by ${provider}`, theirs: 'no answer: http_503' },
    ]);
  });

  test('finds a payout that the statement lacks or has with another amount', async () => {
    const yesterday = new Date(Date.now() - 20 * HOUR_MS).toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 30 * HOUR_MS).toISOString().slice(0, 10);
    const around = [
      buildLine('own funds', 1, { day: yesterday, direction: 'credit' }),
      buildLine('own funds', 1, { day: tomorrow, direction: 'credit' }),
    ];
    const [first] = await world.db.selectFrom('withdrawal').selectAll().orderBy('id').execute();
    const whole = [
      ...around,
      buildLine(transferAfter.transferId, 200_00),
      buildLine(`UTR ${first?.utr} ok`, 100_00),
    ];
    expect(await compare(world.db, { statement: whole })).toMatchObject({ differences: [], notFinal: [] });
    const lacking = await compare(world.db, { statement: [...around, buildLine(`${first?.utr}`, 100_01)] });
    expect(lacking.differences.map(({ theirs }) => theirs).toSorted()).toEqual([
      'not in the statement',
      'paid: ₹100.01',
    ]);
  });

  test('reports a balance first stored within the period as not compared', async () => {
    const comparison = await compare(world.db, { since: new Date(since.getTime() - HOUR_MS) });
    expect(comparison.differences).toEqual([]);
    expect(comparison.notCompared.map(describeNotCompared).join('\n')).toMatch(expected.early);
  });

  test('reports money paid into an account without a list as not compared', async () => {
    await controlSandbox(world, 'payout-deposits', { vendor: provider, rupees: 1000 });
    const comparison = await compare(world.db);
    expect(comparison.differences).toEqual([]);
    expect(comparison.notCompared.map(describeNotCompared).join('\n')).toMatch(expected.deposit);
  });
});
