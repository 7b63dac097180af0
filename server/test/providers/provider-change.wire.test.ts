import { cancelJob } from '@fws/contract/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/main.ts';
import { silentLog } from '../../src/platform/log.ts';
import { expectSoundLedger } from '../ledger/sound-ledger.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../payouts.ts';
import { simulatePayment, award, earn, readFundState, getMilestoneAt, openOrder } from '../story.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

// An installation changes from Cashfree to Razorpay while orders, refunds and transfers are pending.

let world: World;
let newServer: { close(): Promise<void> };
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(async () => {
  await newServer.close();
  await world.close();
});

const listPaymentProviders = async (orderId: string): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('payment')
    .select('provider')
    .where('order_id', '=', orderId)
    .execute();
  return rows.map((row) => row.provider);
};

async function getCashfreeTransferStatus(transferId: string): Promise<number> {
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
    const at = getMilestoneAt(contract);
    const orderId = await openOrder(poster, at);
    await earn(world, { poster, worker }, '900');
    const account = await createBankAccount(worker, '50100417700123');
    // Registers the account with Cashfree and is paid there.
    const paid = parseWithdrawalId(await withdraw(worker, account.id, '100'));
    await waitForWithdrawal(world, paid, 'paid');
    // Stays pending because Cashfree is down.
    await controlSandbox(world, 'faults', {
      failNext: { path: '/payout/transfers', method: 'POST', status: 503, times: 1 },
    });
    const pendingId = parseWithdrawalId(await withdraw(worker, account.id, '200'));
    await waitFor(
      'the first try',
      async () => (await readWithdrawalRow(world, pendingId)).state === 'processing',
    );
    await world.stopServer();

    newServer = await startServer({
      ...world.config,
      env: { ...world.config.env, PAYMENTS_PROVIDER: 'razorpay' },
      ports: { clock: world.clock },
      log: silentLog,
      worker: true,
    });

    // The order is paid at Cashfree, whose webhooks still count.
    await simulatePayment(world, orderId, 'SUCCESS');
    await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
    expect(await listPaymentProviders(orderId)).toEqual(['cashfree']);
    await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Plans changed', refundText: '' });
    await waitFor('the refund by Cashfree', async () => (await readFundState(world, at)) === 'refunded');

    // Cashfree alone sends the transfer, under its own id.
    await waitFor(
      'the transfer',
      async () => (await readWithdrawalRow(world, pendingId)).state === 'paid',
      60_000,
    );
    const { transfer_id: oldTransfer } = await readWithdrawalRow(world, pendingId);
    expect(await getCashfreeTransferStatus(oldTransfer)).toBe(200);

    // A new withdrawal goes to Razorpay, where the account is registered first.
    const newId = parseWithdrawalId(await withdraw(worker, account.id, '300'));
    await waitForWithdrawal(world, newId, 'paid');
    expect((await readWithdrawalRow(world, newId)).transfer_id).toMatch(/^rzp_/);
    const newMilestone = getMilestoneAt(
      await award(world, { poster, worker }, { rupees: '400', term: 'completion' }),
    );
    const newOrder = await openOrder(poster, newMilestone);
    await simulatePayment(world, newOrder, 'SUCCESS');
    await waitFor('the new order', async () => (await readFundState(world, newMilestone)) === 'funded');
    expect(await listPaymentProviders(newOrder)).toEqual(['razorpay']);
    await expectSoundLedger(world.db);
  },
);
