import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminCase } from '@fws/contract/admin/cases/calls';
import type { OpsCaseDecision } from '@fws/contract/admin/cases/model';
import * as users from '@fws/contract/admin/users/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { decide as decideCase } from '../../../test/admin/ops-cases.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  controlSandbox,
  createBankAccount,
  parseWithdrawalId,
  waitForWithdrawal,
  withdraw,
} from '../../../test/payouts.ts';
import {
  award,
  endRests,
  fund,
  getMilestoneAt,
  openOrder,
  payOut,
  readFundState,
  sendFundStep,
  simulatePayment,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

// What a chargeback does to money that was released, and to its payer.

let world: World;
let finance: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  finance = await createAdmin(world, 'finance');
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

interface Released {
  poster: TestUser;
  worker: TestUser;
  accountId: number;
  paymentId: string;
}

/** ₹1,500 of one payer, released, and ₹100 of another; both can be withdrawn. */
async function createReleased(): Promise<Released> {
  const poster = await world.user({ firstName: 'Anil' });
  const other = await world.user({ firstName: 'Priya' });
  const worker = await world.user({ firstName: 'Asha', identity: 'verified' });
  const release = async (payer: TestUser, rupees: string) => {
    const at = getMilestoneAt(await award(world, { poster: payer, worker }, { rupees, term: 'completion' }));
    const orderId = await fund(world, payer, at);
    await payOut({ poster: payer, worker }, at);
    return orderId;
  };
  const orderId = await release(poster, '1500');
  await release(other, '100');
  await endRests(world, worker);
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const account = await createBankAccount(worker, '50100417700123');
  return { poster, worker, accountId: account.id, paymentId };
}

async function waitForState({ paymentId }: Released, state: string): Promise<string> {
  await waitFor(`the chargeback to be ${state}`, async () => {
    const row = await world.db
      .selectFrom('chargeback')
      .select('state')
      .where('payment_id', '=', paymentId)
      .executeTakeFirst();
    return row?.state === state;
  });
  await world.drain();
  const { chargeback_id: id } = await world.db
    .selectFrom('chargeback')
    .select('chargeback_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return id;
}

async function openChargeback(released: Released): Promise<string> {
  await controlSandbox(world, `payments/${released.paymentId}/dispute`);
  return waitForState(released, 'open');
}
async function lose(released: Released): Promise<string> {
  const id = await openChargeback(released);
  await controlSandbox(world, `disputes/${id}`, { step: 'MERCHANT_LOST' });
  return waitForState(released, 'lost');
}
const readWallet = (user: TestUser) => user.done(wallet, { limit: '', cursor: '' });

async function findCaseId(kind: string, chargebackId: string): Promise<string> {
  const row = await world.db
    .selectFrom('ops_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', `cashfree:${chargebackId}`)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return String(row.id);
}
const decide = async (caseId: string, decision: OpsCaseDecision): Promise<void> =>
  expect(await decideCase(finance, caseId, decision)).toMatchObject({ status: 200 });

test('holds what was released of the payment, and nothing else, until the chargeback is won', async () => {
  const released = await createReleased();
  const { worker, accountId } = released;
  const id = await openChargeback(released);
  expect(await readWallet(worker)).toMatchObject({
    balancePaise: 1_600_00,
    withdrawablePaise: 100_00,
    restingPaise: 1_500_00,
    resting: [
      {
        amountPaise: 1_500_00,
        until: null,
        reason: 'On hold: the payer’s bank asks for this payment back. A person at FWS decides.',
      },
    ],
  });
  expect(await withdraw(worker, accountId, '101')).toMatchObject({ httpStatus: 409 });
  await controlSandbox(world, `disputes/${id}`, { step: 'MERCHANT_WON' });
  await waitForState(released, 'won');
  expect((await readWallet(worker)).withdrawablePaise).toBe(1_600_00);
});

test('opens a case for what was withdrawn before, and takes nothing from the wallet', async () => {
  const released = await createReleased();
  const { worker, accountId } = released;
  const withdrawalId = parseWithdrawalId(await withdraw(worker, accountId, '1000'));
  await waitForWithdrawal(world, withdrawalId, 'paid');
  const id = await openChargeback(released);
  const caseId = await findCaseId('release_withdrawn', id);
  expect(await finance.user.done(adminCase, { caseId })).toMatchObject({
    kind: 'release_withdrawn',
    amountPaise: 1_000_00,
    decisions: ['ask', 'resolve'],
  });
  expect(await readWallet(worker)).toMatchObject({ balancePaise: 600_00, withdrawablePaise: 100_00 });
});

test('a lost chargeback stops the payer until an admin lets them pay again', async () => {
  const released = await createReleased();
  const { poster, worker } = released;
  const open = getMilestoneAt(await award(world, { poster, worker }, { rupees: '300', term: 'completion' }));
  const orderId = await openOrder(poster, open);
  const id = await lose(released);
  // The order was opened before: what is paid for it goes back.
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitFor('the payment to be booked', async () => {
    const row = await world.db
      .selectFrom('payment')
      .select('applied')
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return row?.applied === false;
  });
  expect(await readFundState(world, open)).toBe('unfunded');
  expect(await sendFundStep(poster, open, 'funded')).toMatchObject({ httpStatus: 403 });
  const userId = String(poster.id);
  const shown = await finance.user.done(users.adminUser, { userId });
  const { stopped_at: stoppedAt } = await world.db
    .selectFrom('payer_stop')
    .select('stopped_at')
    .where('user_id', '=', poster.id)
    .executeTakeFirstOrThrow();
  expect(shown.fundingStoppedAt).toBe(stoppedAt.toISOString());
  const reason = 'The bank had made a mistake';
  await finance.user.done(users.adminUserFundingAllow, { userId, reason });
  expect(await finance.user.call(users.adminUserFundingAllow, { userId, reason })).toMatchObject({
    httpStatus: 409,
  });
  expect((await sendFundStep(poster, open, 'funded')).httpStatus).toBe(200);
  const audited = await world.db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('subject_id', '=', userId)
    .where('act', '=', 'funding_allowed')
    .executeTakeFirstOrThrow();
  expect(audited).toEqual({ act: 'funding_allowed', reason });
  const left = await world.db
    .selectFrom('ops_case')
    .select('kind')
    .where('subject', '=', `cashfree:${id}`)
    .where('resolved_at', 'is', null)
    .execute();
  expect(left.map(({ kind }) => kind)).toEqual(['chargeback_lost']);
});

test('an admin frees what is on hold after a lost chargeback', async () => {
  const released = await createReleased();
  const { worker } = released;
  const id = await lose(released);
  const caseId = await findCaseId('chargeback_lost', id);
  expect((await finance.user.done(adminCase, { caseId })).decisions).toEqual([
    'ask',
    'write_off',
    'free_releases',
  ]);
  await decide(caseId, 'free_releases');
  expect((await readWallet(worker)).withdrawablePaise).toBe(1_600_00);
  await decide(caseId, 'write_off');
  const stopCase = await findCaseId('payer_stopped', id);
  await decide(stopCase, 'allow_payer');
  const shown = await finance.user.done(users.adminUser, { userId: String(released.poster.id) });
  expect(shown.fundingStoppedAt).toBeNull();
});
