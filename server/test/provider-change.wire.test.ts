import { cancelJob } from '@fws/contract/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../src/main.ts';
import { silentLog } from '../src/platform/log.ts';
import { expectSoundLedger } from './ledger.ts';
import { bankAccount, becomes, control, withdraw, withdrawalIdIn, withdrawalRow } from './payouts.ts';
import { attempt, award, earn, fundStateOf, milestoneAt, openOrder } from './story.ts';
import { waitFor } from './wait.ts';
import { startWorld, type World } from './world.ts';

// An installation changes from Cashfree to Razorpay while orders, refunds and transfers are pending.

let world: World;
let after: { close(): Promise<void> };
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(async () => {
  await after.close();
  await world.close();
});

const providersOf = async (orderId: string): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('payment')
    .select('provider')
    .where('order_id', '=', orderId)
    .execute();
  return rows.map((row) => row.provider);
};

async function transfersAtCashfree(transferId: string): Promise<number> {
  const answer = await fetch(`${world.sandboxUrl}/payout/transfers?transfer_id=${transferId}`, {
    headers: { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2024-01-01' },
  });
  return answer.status;
}

test(
  'finishes orders and transfers with the provider that started them, and sends new ones to the new provider',
  { timeout: 120_000 },
  async () => {
    const poster = await world.user();
    const worker = await world.user({ identity: 'verified' });
    const contract = await award(
      world,
      { poster, worker: await world.user() },
      { rupees: '300', term: 'completion' },
    );
    const at = milestoneAt(contract);
    const orderId = await openOrder(poster, at);
    await earn(world, { poster, worker }, '900');
    const account = await bankAccount(worker, '50100417700123');
    // Registers the account with Cashfree and is paid there.
    const paid = withdrawalIdIn(await withdraw(worker, account.id, '100'));
    await becomes(world, paid, 'paid');
    // Stays pending because Cashfree is down.
    await control(world, 'faults', {
      failNext: { path: '/payout/transfers', method: 'POST', status: 503, times: 1 },
    });
    const underWay = withdrawalIdIn(await withdraw(worker, account.id, '200'));
    await waitFor('the first try', async () => (await withdrawalRow(world, underWay)).state === 'processing');
    await world.stopServer();

    after = await startServer({
      ...world.config,
      env: { ...world.config.env, PAYMENTS_PROVIDER: 'razorpay' },
      ports: { clock: world.clock },
      log: silentLog,
      worker: true,
    });

    // The order is paid at Cashfree, whose webhooks still count.
    await attempt(world, orderId, 'SUCCESS');
    await waitFor('the milestone to be funded', async () => (await fundStateOf(world, at)) === 'funded');
    expect(await providersOf(orderId)).toEqual(['cashfree']);
    await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Plans changed', refundPaise: '' });
    await waitFor('the refund by Cashfree', async () => (await fundStateOf(world, at)) === 'refunded');

    // Cashfree alone sends the transfer, under its own id.
    await waitFor(
      'the transfer',
      async () => (await withdrawalRow(world, underWay)).state === 'paid',
      60_000,
    );
    const { transfer_id: oldTransfer } = await withdrawalRow(world, underWay);
    expect(await transfersAtCashfree(oldTransfer)).toBe(200);

    // A new withdrawal goes to Razorpay, where the account is registered first.
    const fresh = withdrawalIdIn(await withdraw(worker, account.id, '300'));
    await becomes(world, fresh, 'paid');
    expect((await withdrawalRow(world, fresh)).transfer_id).toMatch(/^rzp_/);
    const newContract = milestoneAt(
      await award(world, { poster, worker }, { rupees: '400', term: 'completion' }),
    );
    const newOrder = await openOrder(poster, newContract);
    await attempt(world, newOrder, 'SUCCESS');
    await waitFor('the new order', async () => (await fundStateOf(world, newContract)) === 'funded');
    expect(await providersOf(newOrder)).toEqual(['razorpay']);
    await expectSoundLedger(world.db);
  },
);
