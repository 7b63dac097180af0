import { auditLog } from '@fws/contract/admin/calls';
import { adminRestoreRecover } from '@fws/contract/admin/restore/calls';
import { awardedJob } from '@fws/contract/contracts/calls';
import { paymentHistory } from '@fws/contract/payouts/calls';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../../test/payouts.ts';
import { simulatePayment, award, earn, readFundState, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composePorts } from '../../../compose-ports.ts';
import { readConfig } from '../../../config/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { closeRestore, findOpenRestore } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { markRestored } from './mark.ts';

let world: World;
let finance: TestAdmin;
let poster: TestUser;
let worker: TestUser;
/** The providers, called directly to create what the restored database lacks. */
let provider: ReturnType<typeof composePorts>;

beforeAll(async () => {
  world = await startWorld();
  provider = composePorts(readConfig(world.config));
});
beforeEach(async () => {
  finance = await createAdmin(world, 'finance');
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  await earn(world, { poster, worker }, '500');
  await world.drain();
  await markRestored(world.db, null, world.clock.now());
});
afterEach(async () => {
  const open = await findOpenRestore(world.db);
  if (open) await inTx(world.db, (tx) => closeRestore(tx, open.id, world.clock.now()));
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const recover = (kind: 'transfer' | 'order', number: string, workerId = '') =>
  finance.user.call(adminRestoreRecover, {
    kind,
    number,
    workerId,
    reason: 'On the statement of 22 November',
  });

/** Creates a transfer sent after the backup: only the provider knows it. */
async function createForgottenTransfer(amountPaise: number): Promise<string> {
  await createBankAccount(worker, '50100417700123');
  const transferId = `fws_${Math.random().toString(16).slice(2)}`;
  const beneficiaryId = `ben_${transferId}`;
  const destination = { kind: 'bank', accountNumber: '50100417700123', ifsc: 'SBIN0001234' } as const;
  await provider.payouts.addBeneficiary({
    beneficiaryId,
    name: 'Imran Kumar',
    phone: '9876543210',
    destination,
  });
  await provider.payouts.createTransfer({
    transferId,
    amountPaise,
    beneficiaryId,
    mode: 'bank',
    remarks: 'x',
  });
  return transferId;
}

test('books a forgotten transfer with the provider’s amount, and debits the wallet once', async () => {
  const transferId = await createForgottenTransfer(500_00);
  expect((await recover('transfer', transferId, String(worker.id))).status).toBe(200);
  const { id } = await world.db
    .selectFrom('withdrawal')
    .select('id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow();
  await waitForWithdrawal(world, id, 'paid');
  expect(await readWalletPaise(world, worker)).toBe(0);
  expect((await recover('transfer', transferId, String(worker.id))).errors).toEqual({
    number: 'This is in the books already',
  });
  const boss = await createAdmin(world);
  const { items } = await boss.user.done(auditLog, { subject: 'recovered', subjectId: transferId });
  expect(items).toMatchObject([
    {
      act: 'forgotten_recovered',
      adminId: finance.user.id,
      details: { amountPaise: 500_00, workerId: worker.id },
    },
  ]);
});

test('fails a second withdrawal of the same money when the first is recovered, and credits the wallet', async () => {
  const transferId = await createForgottenTransfer(400_00);
  const account = await createBankAccount(worker, '50100417700124');
  const secondWithdrawalId = parseWithdrawalId(await withdraw(worker, account.id, '500'));
  await world.drain();
  expect(await readWalletPaise(world, worker)).toBe(0);
  expect((await recover('transfer', transferId, String(worker.id))).status).toBe(200);
  expect(await readWithdrawalRow(world, secondWithdrawalId)).toMatchObject({ state: 'failed' });
  expect(await readWalletPaise(world, worker)).toBe(100_00);
  const { withdrawals } = await worker.done(paymentHistory, {});
  expect(withdrawals.find(({ id }) => id === secondWithdrawalId)?.reason).toMatch(
    /^This money had been paid to you before/,
  );
});

test('refuses an unknown transfer, one above the wallet balance, and any transfer outside a pause', async () => {
  expect((await recover('transfer', 'fws_unheard', String(worker.id))).errors).toEqual({
    number: 'The provider knows no such payment or transfer',
  });
  const transferId = await createForgottenTransfer(501_00);
  expect((await recover('transfer', transferId)).errors).toHaveProperty('workerId');
  expect((await recover('transfer', transferId, String(poster.id))).errors).toHaveProperty('workerId');
  expect((await recover('transfer', transferId, String(worker.id))).message).toContain(
    'does not hold that much',
  );
  expect(await readWalletPaise(world, worker)).toBe(500_00);
  const open = await findOpenRestore(world.db);
  await inTx(world.db, (tx) => closeRestore(tx, open?.id ?? 0, world.clock.now()));
  expect((await recover('transfer', transferId, String(worker.id))).httpStatus).toBe(409);
});

const ONE_MILESTONE = { rupees: '500', term: 'milestone', rows: [['All of it', '500']] } as const;

/** Creates a paid order at the provider, for a milestone that is in the books. */
async function createForgottenOrder(milestoneId: number, amountPaise = 500_00): Promise<string> {
  const orderId = `fws_${milestoneId}_${'0a'.repeat(9)}`;
  await provider.payments.createOrder({
    orderId,
    amountPaise,
    customerId: `user_${poster.id}`,
    customerPhone: '9876543210',
    returnUrl: world.url,
    notifyUrl: `${world.url}/webhooks/payments/cashfree`,
    expiresAt: new Date(Date.now() + 3600_000),
    note: '',
  });
  await simulatePayment(world, orderId, 'SUCCESS');
  return orderId;
}

test('funds the milestone of a recovered paid order', async () => {
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  const at = getMilestoneAt(await award(world, { poster, worker }, ONE_MILESTONE));
  const orderId = await createForgottenOrder(at.milestoneId);
  expect((await recover('order', orderId)).status).toBe(200);
  await waitFor('the milestone', async () => (await readFundState(world, at)) === 'funded');
  expect((await recover('order', orderId)).errors).toEqual({ number: 'This is in the books already' });
  expect((await poster.done(awardedJob, { jobId: String(at.jobId) })).milestones[0]).toMatchObject({
    fund: 'funded',
  });
  await controlSandbox(world, 'faults', { webhooks: 'on' });
});

test('refunds a recovered order whose amount differs from its milestone', async () => {
  const at = getMilestoneAt(await award(world, { poster, worker }, ONE_MILESTONE));
  const orderId = await createForgottenOrder(at.milestoneId, 499_00);
  expect((await recover('order', orderId)).status).toBe(200);
  await waitFor('the refund to wait', async () => {
    const refund = await world.db
      .selectFrom('refund')
      .select(['state', 'amount_paise'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return refund?.state === 'pending' && refund.amount_paise === 499_00;
  });
  expect(await readFundState(world, at)).toBe('unfunded');
});

test('returns a field error for an order whose milestone is not in the books', async () => {
  const { rows } = await sql<{ last: number }>`SELECT max(id) + 1000 AS last FROM milestone`.execute(
    world.db,
  );
  const orderId = await createForgottenOrder(rows[0]?.last ?? 0);
  expect((await recover('order', orderId)).errors).toEqual({
    number: 'The milestone of this order is not in the books. Book it as a payment whose job is lost',
  });
});
