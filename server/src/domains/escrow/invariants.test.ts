import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { answerSplit, cancelJob, proposeSplit } from '@fws/contract/contracts/calls';
import {
  award,
  earn,
  fund,
  getMilestoneAt,
  openOrder,
  sendWorkStep,
  simulatePayment,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { openOwnerDb } from '../../../test/database.ts';
import { verifyLedger, type VerifiedDay } from '../ledger/index.ts';
import { BEFORE_EVERYTHING } from '../../../test/ledger/verified-day.ts';
import type { Db } from '../../platform/db/index.ts';
import { invariants } from './invariants.ts';

let world: World;
let owner: Db;
/** One milestone funded, one released, one waiting to be paid, and a payment that was refunded. */
beforeAll(async () => {
  world = await startWorld();
  owner = openOwnerDb(world.ownerUrl);
  const people = { poster: await world.user(), worker: await world.user() };
  await earn(world, people, '500');
  const contract = await award(world, people, { rupees: '1000', term: 'terms' });
  await fund(world, people.poster, getMilestoneAt(contract, 1));
  await endBySplits(people);
  const orderId = await openOrder(people.poster, getMilestoneAt(contract, 2));
  await world.db.updateTable('escrow_order').set({ amount_paise: 1 }).where('id', '=', orderId).execute();
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitFor('the refund', async () => {
    const refunds = await world.db.selectFrom('refund').select('state').execute();
    return refunds.some((refund) => refund.state === 'succeeded');
  });
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

/** A cancelled job whose first milestone was split by agreement, and one whose split nobody has proposed yet. */
async function endBySplits(people: { poster: TestUser; worker: TestUser }): Promise<void> {
  for (const isAgreed of [true, false]) {
    const contract = await award(world, people, { rupees: '1000', term: 'completion' });
    const at = getMilestoneAt(contract);
    await fund(world, people.poster, at);
    await sendWorkStep(people.worker, at, 'started');
    const { jobId } = contract;
    await people.poster.done(cancelJob, { jobId: String(jobId), comment: 'We move', refundText: '' });
    if (!isAgreed) return;
    const milestoneId = String(at.milestoneId);
    const proposal = { milestoneId, workerText: '400', comment: '', version: '0' };
    const { milestones } = await people.poster.done(proposeSplit, proposal);
    const answer = { splitId: String(milestones[0]?.split?.id), answer: 'agree', workerText: '' } as const;
    await people.worker.done(answerSplit, { ...answer, comment: '', version: '1' });
  }
}

/** Which invariants detect a change made behind the service. The change is rolled back. */
async function listViolatedInvariants(statement: string, since: VerifiedDay | null): Promise<number[]> {
  const tx = await owner.startTransaction().execute();
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
    return (await verifyLedger(tx, invariants, since)).map(({ invariant }) => invariant.id);
  } finally {
    await tx.rollback().execute();
  }
}

test('holds for what the service wrote', async () => {
  expect(await verifyLedger(world.db, invariants)).toEqual([]);
  expect(await verifyLedger(world.db, invariants, BEFORE_EVERYTHING)).toEqual([]);
});

/** The last column names what a night finds, where that differs. */
test.each<[string, string, number[], number[]?]>([
  [
    'a funded milestone called unfunded',
    `UPDATE milestone SET fund_state = 'unfunded' WHERE fund_state = 'funded'`,
    [6, 28],
  ],
  [
    'a funded milestone called removed',
    `UPDATE milestone SET fund_state = 'removed' WHERE fund_state = 'funded'`,
    [6, 28],
  ],
  [
    'a released milestone called funded',
    `UPDATE milestone SET fund_state = 'funded' WHERE fund_state = 'released'`,
    [7, 16],
  ],
  [
    'an amount raised',
    `UPDATE milestone SET amount_paise = amount_paise + 1 WHERE fund_state = 'funded'`,
    [7],
  ],
  [
    'a paid order called expired',
    `UPDATE escrow_order SET state = 'expired'
     WHERE milestone_id IN (SELECT id FROM milestone WHERE fund_state = 'released')`,
    [8],
  ],
  [
    'an order’s amount lowered',
    `UPDATE escrow_order SET amount_paise = 1
     WHERE milestone_id IN (SELECT id FROM milestone WHERE fund_state = 'released')`,
    [8],
  ],
  [
    'money out of an escrow that never came in',
    `UPDATE ledger.entry SET amount = amount + 1 WHERE amount > 0
     AND account_id IN (SELECT id FROM ledger.account WHERE code LIKE 'escrow:%')`,
    [9, 27],
  ],
  ['a payment forgotten', `DELETE FROM payment WHERE NOT applied`, [11, 12], [11]],
  [
    'a payment counted twice',
    `INSERT INTO payment SELECT provider, payment_id || '-2', order_id, amount_paise, false, method, bank_reference,
       received_at FROM payment WHERE NOT applied`,
    [11, 12],
    [11],
  ],
  ['a refund called pending', `UPDATE refund SET state = 'pending'`, [12, 15]],
  [
    'a job called cancelled',
    `UPDATE job SET state = 'cancelled' WHERE id IN (SELECT job_id FROM milestone WHERE fund_state = 'funded')`,
    [16, 28],
  ],
  ['a release under a hold', `UPDATE milestone SET on_hold = true WHERE fund_state = 'released'`, [14]],
  ['a refund of another amount than was booked', `UPDATE refund SET amount_paise = amount_paise + 1`, [12]],
  [
    'money that left the provider account for nothing',
    `UPDATE ledger.txn SET kind = 'other' WHERE kind = 'refund_succeeded'`,
    [],
    [12],
  ],
  [
    'a deduction without its line in the ledger',
    `INSERT INTO deduction (milestone_id, rates_id, gross_paise, fee_paise, gst_paise, tds_paise, welfare_paise)
     SELECT id, 1, amount_paise, 7, 0, 0, 0 FROM milestone WHERE fund_state = 'released'`,
    [18],
  ],
  [
    'a deduction of a milestone that was not released',
    `INSERT INTO deduction (milestone_id, rates_id, gross_paise, fee_paise, gst_paise, tds_paise, welfare_paise)
     SELECT id, 1, amount_paise, 7, 0, 0, 0 FROM milestone WHERE fund_state = 'funded'`,
    [18],
  ],
  [
    'an ending job that still awaits a payment',
    `UPDATE job SET state = 'ending' WHERE id IN (SELECT job_id FROM milestone WHERE fund_state = 'funded');
     UPDATE milestone SET fund_state = 'funding_pending' WHERE fund_state = 'unfunded'`,
    [16],
  ],
  [
    'a hold without a dispute',
    `UPDATE milestone SET on_hold = true WHERE fund_state = 'funded' AND work_state = 'not_started'`,
    [26],
  ],
  [
    'an open dispute that holds nothing',
    `UPDATE dispute_milestone SET lifted_at = NULL;
     INSERT INTO dispute_milestone (job_id, dispute_id, milestone_id)
     SELECT job_id, 1, id FROM milestone WHERE fund_state = 'funded' AND work_state = 'not_started'`,
    [26],
  ],
  [
    'an agreed split of another sum than was booked',
    `UPDATE split SET worker_paise = worker_paise + 1 WHERE state = 'agreed'`,
    [27],
  ],
  [
    'a split that moved money and is forgotten',
    `UPDATE split SET state = 'overtaken' WHERE state = 'agreed'`,
    [27],
  ],
  [
    'an agreed split that moved nothing',
    `UPDATE split SET state = 'agreed', closed_at = now(), turns = 1, side = 'worker', worker_paise = 1
     WHERE state = 'awaited';
     INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_role, at)
     SELECT 'split', id, job_id, 'state', 'proposed', 'agreed', 'worker', now() FROM split`,
    [27],
  ],
  [
    'an open split of completed work',
    `UPDATE milestone SET work_state = 'completed' WHERE work_state = 'started'`,
    [28],
  ],
  [
    'a settlement without its transaction',
    `INSERT INTO settlement (provider, settlement_id, state, settled_paise, fee_paise, gst_paise, settled_at)
     VALUES ('cashfree', 's1', 'received', 0, 0, 0, now())`,
    [19],
  ],
])('%s is detected, by a full check and by a night', async (_what, statement, ids, nightIds = ids) => {
  expect(await listViolatedInvariants(statement, null)).toEqual(ids);
  expect(await listViolatedInvariants(statement, BEFORE_EVERYTHING)).toEqual(nightIds);
});
