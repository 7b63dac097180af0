import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { simulatePayment, award, earn, fund, getMilestoneAt, openOrder } from '../../../test/story.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { openOwnerDb } from '../../../test/database.ts';
import { verifyLedger } from '../ledger/index.ts';
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

/** Which invariants detect a change made behind the service. The change is rolled back. */
async function listViolatedInvariants(statement: string): Promise<number[]> {
  const tx = await owner.startTransaction().execute();
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
    return (await verifyLedger(tx, invariants)).map(({ invariant }) => invariant.id);
  } finally {
    await tx.rollback().execute();
  }
}

test('holds for what the service wrote', async () => {
  expect(await verifyLedger(world.db, invariants)).toEqual([]);
});

test.each<[string, string, number[]]>([
  [
    'a funded milestone called unfunded',
    `UPDATE milestone SET fund_state = 'unfunded' WHERE fund_state = 'funded'`,
    [6],
  ],
  [
    'a released milestone called funded',
    `UPDATE milestone SET fund_state = 'funded' WHERE fund_state = 'released'`,
    [7],
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
    [9],
  ],
  ['a payment forgotten', `DELETE FROM payment WHERE NOT applied`, [11, 12]],
  [
    'a payment counted twice',
    `INSERT INTO payment SELECT provider, payment_id || '-2', order_id, amount_paise, false, method, bank_reference,
       received_at FROM payment WHERE NOT applied`,
    [11, 12],
  ],
  ['a refund called pending', `UPDATE refund SET state = 'pending'`, [12, 15]],
  [
    'a job called cancelled',
    `UPDATE job SET state = 'cancelled' WHERE id IN (SELECT job_id FROM milestone WHERE fund_state = 'funded')`,
    [16],
  ],
  ['a release under a hold', `UPDATE milestone SET on_hold = true WHERE fund_state = 'released'`, [14]],
])('%s is detected', async (_what, statement, ids) => {
  expect(await listViolatedInvariants(statement)).toEqual(ids);
});
