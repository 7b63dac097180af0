import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import * as issues from '@fws/contract/disputes/calls';
import { feeShares, paymentHistory, wallet } from '@fws/contract/payouts/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { award, fund, readFundState, getMilestoneAt, payOut, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { escrowEvents } from '../../contracts/index.ts';
import { settleDispute } from '../../disputes/index.ts';
import { getBalance, setRates, toWalletAccount } from '../../ledger/index.ts';

const DAY_MS = 24 * 3600_000;

const RATES = { platformFeeBps: 500, gstBps: 1800, tdsBps: 10, welfareBps: 100, welfareCapPaise: 10_00 };

let world: World;
let poster: TestUser;
let worker: TestUser;
/** The rates apply from tomorrow. The second test advances the clock past that day. */
beforeAll(async () => {
  world = await startWorld();
  const now = world.clock.now();
  await inTx(world.db, (tx) =>
    setRates(tx, { ...RATES, effectiveOn: getTomorrow(), setBy: null, reason: 'First fees', now }),
  );
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', identity: 'verified' });
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const getTomorrow = () => toIstDate(new Date(world.clock.now().getTime() + DAY_MS));
const awardContract = (rupees: string): Promise<Contract> =>
  award(world, { poster, worker }, { rupees, term: 'completion' });
const readWallet = () => getBalance(world.db, toWalletAccount(worker.id));
const DEDUCTION_ACCOUNTS = ['fee_income', 'gst_payable', 'tds_payable', 'welfare_payable'];
const readDeductionBalances = () =>
  Promise.all(DEDUCTION_ACCOUNTS.map((account) => getBalance(world.db, account)));
const waitForInvoices = async (count: number) => {
  await waitFor('the invoices', async () => {
    const { items } = await readHistory();
    return items.length === count;
  });
  return (await readHistory()).items;
};
const readHistory = async () => {
  const page = await worker.done(paymentHistory, { limit: '', cursor: '' });
  return { items: page.invoices };
};

test('deducts nothing from a release before the first day of the rates', async () => {
  const contract = await awardContract('1500');
  await fund(world, poster, getMilestoneAt(contract));
  await payOut({ poster, worker }, getMilestoneAt(contract));
  expect(await readWallet()).toBe(1_500_00);
  expect(await readDeductionBalances()).toEqual([0, 0, 0, 0]);
  expect((await waitForInvoices(1)).map(({ kind }) => kind)).toEqual(['work']);
});

test('applies the rates of the release day to money paid in earlier and released automatically', async () => {
  const contract = await awardContract('1500');
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await sendWorkStep(worker, at, step);
  world.clock.advance(15 * DAY_MS);
  await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId: at.milestoneId }));
  await world.drain();
  expect(await readFundState(world, at)).toBe('released');
  // 5% of ₹1,500 is ₹75, 18% GST on that ₹13.50, 0.1% TDS ₹1.50, 1% welfare ₹15 but at most ₹10.
  expect(await readDeductionBalances()).toEqual([75_00, 13_50, 1_50, 10_00]);
  expect(await readWallet()).toBe(1_400_00);
});

test('shows deductions on both invoices, and only the net amount in the notification and the passbook', async () => {
  const contract = await awardContract('1000');
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await payOut({ poster, worker }, at);
  // ₹50 + ₹9 + ₹1 + ₹10.
  expect(await readWallet()).toBe(930_00);
  const bills = await waitForInvoices(2);
  expect(bills.find(({ kind }) => kind === 'work')).toMatchObject({ amountPaise: 1_000_00 });
  const fee = bills.find(({ kind }) => kind === 'fee');
  expect(fee?.amountPaise).toBe(59_00);
  expect(fee?.serial).toMatch(/^FWF\/\d{4}\/\d{5}$/);
  const fetchInvoice = (user: TestUser) =>
    fetch(world.url + (fee?.pdfUrl ?? ''), { headers: { authorization: `Bearer ${user.token}` } });
  expect((await fetchInvoice(worker)).status).toBe(200);
  expect((await fetchInvoice(poster)).status).toBe(404);
  const passbook = await worker.done(wallet, { limit: '', cursor: '' });
  expect(passbook).toMatchObject({ balancePaise: 930_00, lines: [{ amountPaise: 930_00, kind: 'release' }] });
  const notice = await world.db
    .selectFrom('notification')
    .select('values')
    .where('user_id', '=', worker.id)
    .where('type', '=', 'payment_released')
    .executeTakeFirstOrThrow();
  expect(notice.values).toMatchObject({ amount: '₹930' });
  const seen = await worker.done(awardedJob, { jobId: String(contract.jobId) });
  expect(seen.milestones[0]).toMatchObject({ amountPaise: 1_000_00, inBankPaise: 0 });
});

test('deducts from the worker’s part of a dispute split at the rates of the settlement day', async () => {
  const contract = await awardContract('1000');
  const { milestoneId } = getMilestoneAt(contract);
  await fund(world, poster, getMilestoneAt(contract));
  const before = await readDeductionBalances();
  const raise = { jobId: String(contract.jobId), issue: 'payment' as const, details: 'Half done' };
  const { id: disputeId } = await worker.done(issues.raiseIssue, raise);
  const part = { milestoneId, toWorkerPaise: 400_00, toPosterPaise: 600_00 };
  const outcome = await inTx(world.db, (tx) =>
    settleDispute(
      tx,
      { disputeId, adminId: poster.id, parts: [part], chargeBps: 0, reason: 'Half was done' },
      { escrowEvents, now: world.clock.now() },
    ),
  );
  expect(outcome.ok).toBe(true);
  // ₹20 + ₹3.60 + ₹0.40 + ₹4.
  expect(await readWallet()).toBe(372_00);
  const after = await readDeductionBalances();
  expect(after.map((paise, index) => paise - (before[index] ?? 0))).toEqual([20_00, 3_60, 40, 4_00]);
  expect((await waitForInvoices(2)).map(({ amountPaise }) => amountPaise).toSorted((a, b) => a - b)).toEqual([
    23_60, 400_00,
  ]);
});

test('shows a worker the shares that are deducted today', async () => {
  expect(await worker.done(feeShares, {})).toEqual(RATES);
});
