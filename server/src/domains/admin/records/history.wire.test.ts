import type { TestUser } from '../../../../test/user.ts';
import { cancelJob, requestChange } from '@fws/contract/contracts/calls';
import * as issues from '@fws/contract/disputes/calls';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { expectCompleteHistory, observeStates } from '../../../../test/observed-states.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import {
  award,
  fund,
  getMilestoneAt,
  openOrder,
  payOut,
  readFundState,
  sendFundStep,
  sendWorkStep,
  type MilestoneAt,
} from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { escrowEvents } from '../../contracts/index.ts';
import { settleDispute } from '../../disputes/index.ts';
import { decide, setUpOpsCaseFixture } from '../../../../test/admin/ops-cases.ts';

const DAY_MS = 24 * 3600_000;

const fixture = setUpOpsCaseFixture();
beforeAll(() => observeStates(fixture.world.ownerUrl));
afterEach(async () => {
  await fixture.world.drain();
  await expectCompleteHistory(fixture.world.db);
});

/** The history of a job with its milestones and cancellations, and of their orders, refunds and chargebacks. */
async function readHistory(jobId: number): Promise<string[]> {
  const { rows } = await sql<{ change: string; by_role: string; by_user: number | null }>`
    WITH paid AS (
      SELECT escrow_order.id, milestone.position FROM escrow_order
      JOIN milestone ON milestone.id = escrow_order.milestone_id WHERE milestone.job_id = ${jobId})
    SELECT concat_ws(' ', subject, position, nullif(track, 'state')) || ': ' || from_state || ' → ' || to_state AS change,
      by_role, by_user
    FROM state_change
    LEFT JOIN LATERAL (
      SELECT position FROM milestone WHERE subject = 'milestone' AND milestone.id::text = subject_id
      UNION ALL SELECT position FROM paid WHERE subject = 'order' AND paid.id = subject_id
      UNION ALL SELECT position FROM refund JOIN paid ON paid.id = refund.order_id
        WHERE subject = 'refund' AND refund.id = subject_id
      UNION ALL SELECT position FROM chargeback JOIN paid ON paid.id = chargeback.order_id
        WHERE subject = 'chargeback' AND chargeback_id = subject_id) place ON true
    WHERE job_id = ${jobId} OR position IS NOT NULL AND subject <> 'milestone'
    ORDER BY state_change.id`.execute(fixture.world.db);
  const { poster, worker, finance } = fixture;
  const names = new Map([
    [poster.id, 'poster'],
    [worker.id, 'worker'],
    [finance.user.id, 'admin'],
  ]);
  // Provider and system name nobody; a person acts in their own role.
  return rows.map(({ change, by_role: role, by_user: userId }) => {
    const isRight = userId === null ? role === 'provider' || role === 'system' : names.get(userId) === role;
    return `${change}, ${isRight ? role : `${role} as user ${userId}`}`;
  });
}

const PARTS = [
  ['Tiles', '400'],
  ['Grout', '600'],
] as const;
const awardParts = () => award(fixture.world, fixture, { rupees: '1000', term: 'milestone', rows: PARTS });
const AWARDED = ['quote: submitted → accepted, poster', 'job: open → awarded, poster'];
const listFunding = (position: number) => [
  `milestone ${position} fund_state: unfunded → funding_pending, poster`,
  `order ${position}: created → active, provider`,
  `order ${position}: active → applied, provider`,
];
const listWork = (position: number) => [
  `milestone ${position} work_state: not_started → started, worker`,
  `milestone ${position} work_state: started → completed, worker`,
  `milestone ${position} work_state: completed → payment_requested, worker`,
];
async function openRegisteredOrder(at: MilestoneAt): Promise<string> {
  const orderId = await openOrder(fixture.poster, at);
  const find = fixture.world.db.selectFrom('escrow_order').select('state').where('id', '=', orderId);
  await waitFor('the order', async () => (await find.executeTakeFirst())?.state === 'active');
  return orderId;
}
const runTask = async (add: Parameters<typeof inTx<void>>[1]) => {
  await inTx(fixture.world.db, add);
  await fixture.world.drain();
};
const checkRefund = (refundId: string) =>
  runTask((tx) => enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }));
async function sendWorkSteps(at: MilestoneAt): Promise<void> {
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    expect((await sendWorkStep(fixture.worker, at, step)).status).toBe(200);
}

test('names both sides of a job that is paid, and the system where nobody answered', async () => {
  const { world, poster, worker } = fixture;
  const contract = await awardParts();
  const [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  await fund(world, poster, first);
  await payOut({ poster, worker }, first);
  await fund(world, poster, second);
  await sendWorkSteps(second);
  const { jobId, milestoneId } = second;
  const change = { jobId: String(jobId), milestoneId: String(milestoneId), comment: 'One tile is loose' };
  await poster.done(requestChange, change);
  for (const step of ['completed', 'payment_requested'] as const) await sendWorkStep(worker, second, step);
  await world.db
    .updateTable('milestone')
    .set({ payment_requested_at: new Date(world.clock.now().getTime() - 15 * DAY_MS) })
    .where('id', '=', milestoneId)
    .execute();
  await runTask((tx) => enqueue(tx, 'watch_releases', {}));
  expect(await readHistory(jobId)).toEqual([
    ...AWARDED,
    ...listFunding(1),
    'job: awarded → in_progress, system',
    'milestone 1 fund_state: funding_pending → funded, provider',
    ...listWork(1),
    'milestone 1 fund_state: funded → accepted, poster',
    'milestone 1 fund_state: accepted → released, poster',
    ...listFunding(2),
    'milestone 2 fund_state: funding_pending → funded, provider',
    ...listWork(2),
    'milestone 2 work_state: payment_requested → started, poster',
    ...listWork(2).slice(1),
    'milestone 2 fund_state: funded → accepted, system',
    'milestone 2 fund_state: accepted → released, system',
    'job: in_progress → completed, system',
  ]);
});

test('names who held and split the money of a dispute, and who resent its refund', async () => {
  const { world, poster, worker, finance } = fixture;
  const contract = await awardParts();
  const { jobId } = contract;
  const [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  await fund(world, poster, first);
  await fund(world, poster, second);
  const raise = (by: TestUser) =>
    by.done(issues.raiseIssue, { jobId: String(jobId), issue: 'not_completed', details: 'Half' });
  const before = await readHistory(jobId);
  const { id: withdrawn } = await raise(poster);
  await poster.done(issues.withdrawIssue, { issueId: String(withdrawn) });
  const { id: disputeId } = await raise(worker);
  world.refund = 'failed';
  const parts = [
    { milestoneId: first.milestoneId, toWorkerPaise: 400_00, toPosterPaise: 0 },
    { milestoneId: second.milestoneId, toWorkerPaise: 0, toPosterPaise: 600_00 },
  ];
  const settlement = { disputeId, adminId: finance.user.id, parts, chargeBps: 0, reason: 'Half was done' };
  await inTx(world.db, (tx) => settleDispute(tx, settlement, { escrowEvents, now: world.clock.now() }));
  const refundId = `ref_m${second.milestoneId}`;
  for (let time = 0; time < 6; time++) await checkRefund(refundId);
  const caseId = await fixture.waitForCase('refund_failed', refundId);
  world.refund = 'success';
  expect((await decide(finance, caseId, 'resend')).status).toBe(200);
  await world.drain();
  await checkRefund(refundId);
  world.refund = null;
  const listHolds = (side: 'poster' | 'worker') =>
    [1, 2].map((position) => `milestone ${position} on_hold: false → true, ${side}`);
  expect((await readHistory(jobId)).slice(before.length)).toEqual([
    ...listHolds('poster'),
    'dispute: open → closed, poster',
    ...[1, 2].map((position) => `milestone ${position} on_hold: true → false, poster`),
    ...listHolds('worker'),
    'milestone 1 fund_state: funded → released, admin',
    'milestone 2 fund_state: funded → refund_pending, admin',
    ...[1, 2].map((position) => `milestone ${position} on_hold: true → false, admin`),
    'job: in_progress → completed, system',
    'dispute: open → closed, admin',
    'refund 2: pending → failed, provider',
    'refund 2: failed → pending, admin',
    'refund 2: pending → succeeded, provider',
    'milestone 2 fund_state: refund_pending → refunded, provider',
  ]);
});

test('names the side whose cancellation ended the orders and refunded the rest', async () => {
  const { world, poster } = fixture;
  const rows = [...PARTS, ['Paint', '500']] as const;
  const contract = await award(world, fixture, { rupees: '1500', term: 'milestone', rows });
  const { jobId } = contract;
  const [first, second, third] = [1, 2, 3].map((position) => getMilestoneAt(contract, position));
  if (!first || !second || !third) throw new Error('three milestones');
  await fund(world, poster, first);
  await sendWorkSteps(first);
  expect((await sendFundStep(poster, first, 'accepted')).status).toBe(200);
  await fund(world, poster, second);
  await openRegisteredOrder(third);
  const before = await readHistory(jobId);
  const cancel = { jobId: String(jobId), comment: 'Plans changed', refundText: '' };
  await poster.done(cancelJob, cancel);
  await waitFor('the refund', async () => (await readFundState(world, second)) === 'refunded');
  expect((await readHistory(jobId)).slice(before.length)).toEqual([
    'order 3: active → terminated, poster',
    'milestone 3 fund_state: funding_pending → unfunded, poster',
    'milestone 1 fund_state: accepted → released, poster',
    'milestone 2 fund_state: funded → refund_pending, poster',
    'job: in_progress → cancelled, poster',
    'refund 2: pending → succeeded, provider',
    'milestone 2 fund_state: refund_pending → refunded, provider',
  ]);
});

test('names the provider for a chargeback and for what it does to the milestone', async () => {
  const { world, poster } = fixture;
  const contract = await awardParts();
  const { jobId } = contract;
  const orderId = await fund(world, poster, getMilestoneAt(contract));
  const payment = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const before = await readHistory(jobId);
  await controlSandbox(world, `payments/${payment.payment_id}/dispute`);
  const findChargeback = () =>
    world.db
      .selectFrom('chargeback')
      .select(['chargeback_id', 'state'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
  await waitFor('the chargeback', async () => (await findChargeback()) !== undefined);
  const { chargeback_id: id } = (await findChargeback()) ?? {};
  for (const [step, state] of [
    ['MERCHANT_WON', 'won'],
    ['MERCHANT_LOST', 'lost'],
  ] as const) {
    await controlSandbox(world, `disputes/${id}`, { step });
    await waitFor(step, async () => (await findChargeback())?.state === state);
    await world.drain();
  }
  expect((await readHistory(jobId)).slice(before.length)).toEqual([
    'milestone 1 on_hold: false → true, provider',
    'chargeback 1: open → won, provider',
    'milestone 1 on_hold: true → false, provider',
    'chargeback 1: won → lost, provider',
    'milestone 1 fund_state: funded → refunded, provider',
  ]);
});

test('names the system for an order whose time ran out, and for what follows from it', async () => {
  const { world } = fixture;
  const contract = await awardParts();
  const at = getMilestoneAt(contract);
  const orderId = await openRegisteredOrder(at);
  const before = await readHistory(at.jobId);
  await world.db
    .updateTable('escrow_order')
    .set({ expires_at: new Date(world.clock.now().getTime() - 1) })
    .where('id', '=', orderId)
    .execute();
  await runTask((tx) => enqueue(tx, 'check_order', { orderId }));
  expect((await readHistory(at.jobId)).slice(before.length)).toEqual([
    'order 1: active → expired, system',
    'milestone 1 fund_state: funding_pending → unfunded, system',
  ]);
});
