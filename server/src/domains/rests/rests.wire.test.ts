import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { milestoneRest, moveFund, quoteRest } from '@fws/contract/contracts/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { PAY_METHODS, type PayMethod } from '@fws/contract/rests/model';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  createBankAccount,
  controlSandbox,
  parseWithdrawalId,
  readWithdrawalRow,
  waitForWithdrawal,
  withdraw,
} from '../../../test/payouts.ts';
import {
  award,
  endRests,
  fund,
  getMilestoneAt,
  payOut,
  post,
  quote,
  readFundState,
  sendFundStep,
  type MilestoneAt,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { holdReleases, liftHolds } from './index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const createPair = async () => ({
  poster: await world.user({ firstName: 'Anil' }),
  worker: await world.user({ firstName: 'Asha', identity: 'verified' }),
});
type Pair = Awaited<ReturnType<typeof createPair>>;

/** Sets how the payment of a funded milestone was made. */
async function setMethod({ milestoneId }: MilestoneAt, method: string): Promise<void> {
  await world.db
    .updateTable('payment')
    .set({ method })
    .where('order_id', 'in', (order) =>
      order.selectFrom('escrow_order').select('id').where('milestone_id', '=', milestoneId),
    )
    .execute();
}

async function release(pair: Pair, rupees: string, method: string): Promise<MilestoneAt> {
  const at = getMilestoneAt(await award(world, pair, { rupees, term: 'completion' }));
  await fund(world, pair.poster, at);
  await setMethod(at, method);
  await payOut(pair, at);
  return at;
}

const readWallet = (user: TestUser) => user.done(wallet, { limit: '', cursor: '' });
const addAccount = (user: TestUser) => createBankAccount(user, '50100417700123');
const joined = (user: TestUser, days: number) =>
  world.db
    .updateTable('user_account')
    .set({ created_at: new Date(world.clock.now().getTime() - days * DAY_MS) })
    .where('id', '=', user.id)
    .execute();
const setIdentity = (user: TestUser) =>
  sql`UPDATE user_account SET identity_state = 'verified' WHERE id = ${user.id}`.execute(world.db);

test('a release of ₹1,00,000 by card between new accounts does not reach a bank at once', async () => {
  const pair = await createPair();
  const contract = await award(world, pair, { rupees: '100000', term: 'completion' });
  const refused = await sendFundStep(pair.poster, getMilestoneAt(contract), 'funded');
  expect(refused).toMatchObject({
    httpStatus: 403,
    message: 'Verify your identity to pay more than ₹50,000 in a month. It takes a few minutes',
  });
  await release(pair, '15000', 'credit_card');
  const account = await addAccount(pair.worker);
  expect(await withdraw(pair.worker, account.id, '1')).toMatchObject({ httpStatus: 409 });
});

test('shows what rests, since when, until when and why', async () => {
  const pair = await createPair();
  const { jobId } = await release(pair, '6500', 'upi');
  const released = world.clock.now();
  const { number } = await world.db
    .selectFrom('job')
    .select('number')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const shown = await readWallet(pair.worker);
  const row = await world.db
    .selectFrom('wallet_release')
    .select(['id', 'rest_days', 'reason', 'method'])
    .where('user_id', '=', pair.worker.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ rest_days: 3, reason: 'first', method: 'upi' });
  expect(shown).toMatchObject({
    balancePaise: 6_500_00,
    withdrawablePaise: 0,
    restingPaise: 6_500_00,
    limit: null,
    resting: [
      {
        id: row.id,
        amountPaise: 6_500_00,
        releasedAt: released.toISOString(),
        until: new Date(released.getTime() + 3 * DAY_MS).toISOString(),
        reason: 'Your first job with Anil. Paid by UPI. 3 days.',
        jobNumber: String(number),
      },
    ],
  });
  const legacy = await pair.worker.post('wallet', {});
  expect(legacy).toMatchObject({
    wallet: '6500',
    withdrawable_amount: '0',
    resting: [
      {
        amount: '6500',
        until: new Date(released.getTime() + 3 * DAY_MS).toISOString(),
        reason: 'Your first job with Anil. Paid by UPI. 3 days.',
      },
    ],
  });
});

test('refuses more than is free with 409, and names the time from which it can go', async () => {
  const pair = await createPair();
  await release(pair, '1000', 'upi');
  await endRests(world, pair.worker);
  await release(pair, '500', 'upi');
  const account = await addAccount(pair.worker);
  const until = new Date(world.clock.now().getTime() + 3 * DAY_MS);
  const refused = await withdraw(pair.worker, account.id, '1200');
  expect(refused).toMatchObject({ httpStatus: 409, errors: { amountText: refused.message } });
  expect(refused.message).toMatch(/^₹1,000 can go today\. ₹1,200 can go from /);
  const day = until.toLocaleDateString('en-IN', { day: 'numeric', timeZone: 'Asia/Kolkata' });
  expect(refused.message).toContain(day);
  expect(await withdraw(pair.worker, account.id, '2000')).toMatchObject({
    httpStatus: 422,
    errors: { amountText: 'You have ₹1,000 ready to withdraw' },
  });
  const paid = await withdraw(pair.worker, account.id, '1000');
  expect(paid.httpStatus).toBe(200);
});

test.each<[method: string, days: number, reason: string]>([
  ['upi', 3, 'first'],
  ['net_banking', 3, 'first'],
  ['credit_card', 7, 'card_new_payer'],
  ['wallet', 7, 'card_new_payer'],
])('a first release paid by %s rests %i days', async (method, days, reason) => {
  const pair = await createPair();
  const { milestoneId } = await release(pair, '500', method);
  const row = await world.db
    .selectFrom('wallet_release')
    .select(['rest_days', 'reason'])
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ rest_days: days, reason });
});

/** What a known pair earned before, withdrawn long ago. */
async function makeKnown({ poster, worker }: Pair): Promise<void> {
  await setIdentity(poster);
  await Promise.all([joined(poster, 200), joined(worker, 200)]);
  for (const amount of ['500', '600', '700']) await release({ poster, worker }, amount, 'upi');
  await world.db
    .updateTable('wallet_release')
    .set({
      created_at: new Date(world.clock.now().getTime() - 61 * DAY_MS),
      rest_until: new Date(world.clock.now().getTime() - 58 * DAY_MS),
    })
    .where('user_id', '=', worker.id)
    .execute();
  await world.db
    .updateTable('payment')
    .set({ received_at: new Date(world.clock.now().getTime() - 62 * DAY_MS) })
    .where('order_id', 'in', (order) =>
      order.selectFrom('escrow_order').select('id').where('poster_id', '=', poster.id),
    )
    .execute();
}

test('a known pair waits 0 days, up to a sum a day', async () => {
  const pair = await createPair();
  await makeKnown(pair);
  await release(pair, '30000', 'upi');
  expect((await readWallet(pair.worker)).withdrawablePaise).toBe(31_800_00);
  await release(pair, '20001', 'upi');
  const after = await readWallet(pair.worker);
  expect(after).toMatchObject({ withdrawablePaise: 31_800_00, restingPaise: 20_001_00 });
  expect(after.resting[0]?.reason).toBe('Every release rests. Paid by UPI. 1 day.');
});

test('an open issue of the pair ends that', async () => {
  const pair = await createPair();
  await makeKnown(pair);
  const { jobId } = await award(world, pair, { rupees: '900', term: 'completion' });
  await world.db
    .insertInto('dispute')
    .values({
      job_id: jobId,
      raised_by: pair.worker.id,
      against: pair.poster.id,
      issue: 'payment',
      details: 'Late',
      raised_at: world.clock.now(),
      documents_due_at: world.clock.now(),
      review_due_at: world.clock.now(),
    })
    .execute();
  await release(pair, '500', 'upi');
  expect(await readWallet(pair.worker)).toMatchObject({ restingPaise: 500_00 });
});

test('tells both sides the rest before funding, by each way to pay', async () => {
  const pair = await createPair();
  const job = await post(world, pair.poster);
  const { id } = await quote(pair.worker, job.id, { rupees: '5000', term: 'completion' });
  const methods = (name: string): { method: PayMethod; days: number; reason: string }[] => [
    { method: 'upi', days: 3, reason: `Your first job with ${name}. Paid by UPI. 3 days.` },
    { method: 'netbanking', days: 3, reason: `Your first job with ${name}. Paid by net banking. 3 days.` },
    {
      method: 'card',
      days: 7,
      reason: `Paid by card, and ${name === 'Asha' ? 'you' : 'Anil'} joined today. 7 days.`,
    },
  ];
  const known = { releases: 3, days: 60 };
  expect(await pair.poster.done(quoteRest, { quoteId: String(id) })).toEqual({
    methods: methods('Asha'),
    known,
    obstacle: null,
    needsIdentity: false,
  });
  expect(await pair.worker.done(quoteRest, { quoteId: String(id) })).toEqual({
    methods: methods('Anil'),
    known,
    obstacle: null,
    needsIdentity: false,
  });
  const at = getMilestoneAt(await award(world, pair, { rupees: '60000', term: 'completion' }));
  const ids = { jobId: String(at.jobId), milestoneId: String(at.milestoneId) };
  // More than a fresh payer releases in a day.
  const large = (['UPI', 'net banking', 'card'] as const).map((name, index) => ({
    method: PAY_METHODS[index],
    days: 7,
    reason: `A new payer released more than usual in a short time. Paid by ${name}. 7 days.`,
  }));
  expect(await pair.poster.done(milestoneRest, ids)).toEqual({
    methods: large,
    known,
    obstacle: 'Verify your identity to pay more than ₹50,000 in a month. It takes a few minutes',
    needsIdentity: true,
  });
  expect(await pair.worker.done(milestoneRest, ids)).toEqual({
    methods: large,
    known,
    obstacle: null,
    needsIdentity: false,
  });
  const stranger = await world.user();
  expect((await stranger.call(quoteRest, { quoteId: String(id) })).httpStatus).toBe(404);
  expect((await stranger.call(milestoneRest, ids)).httpStatus).toBe(404);
});

test('limits what fresh accounts fund, and says from when more can be paid', async () => {
  const pair = await createPair();
  await setIdentity(pair.poster);
  const first = getMilestoneAt(await award(world, pair, { rupees: '30000', term: 'completion' }));
  await fund(world, pair.poster, first);
  const second = getMilestoneAt(await award(world, pair, { rupees: '20001', term: 'completion' }));
  const refused = await sendFundStep(pair.poster, second, 'funded');
  expect(refused.httpStatus).toBe(409);
  expect(refused.message).toMatch(
    /^A new account can pay ₹50,000 in 1 day\. ₹20,000 is left now\. You can pay this from /,
  );
  const large = getMilestoneAt(await award(world, pair, { rupees: '60000', term: 'completion' }));
  expect(await sendFundStep(pair.poster, large, 'funded')).toMatchObject({
    httpStatus: 409,
    message:
      'A new account can pay ₹50,000 in 1 day. ₹20,000 is left now. Split the milestone, or pay the rest later',
  });
});

test('two orders at once do not both fit into what is left of the month', async () => {
  const pair = await createPair();
  const places = [
    getMilestoneAt(await award(world, pair, { rupees: '30000', term: 'completion' })),
    getMilestoneAt(await award(world, pair, { rupees: '30000', term: 'completion' })),
  ];
  const answers = await Promise.all(places.map((at) => sendFundStep(pair.poster, at, 'funded')));
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('limits what a fresh account withdraws in a day and in 30 days', async () => {
  const pair = await createPair();
  await setIdentity(pair.poster);
  await release(pair, '30000', 'upi');
  await endRests(world, pair.worker);
  const account = await addAccount(pair.worker);
  expect(await readWallet(pair.worker)).toMatchObject({
    withdrawablePaise: 15_000_00,
    restingPaise: 0,
    limit: { hours: 24, maxPaise: 15_000_00, leftPaise: 15_000_00, moreFrom: null },
  });
  expect((await withdraw(pair.worker, account.id, '10000')).httpStatus).toBe(200);
  expect(await withdraw(pair.worker, account.id, '5001')).toMatchObject({
    httpStatus: 409,
    message: '₹5,000 can go now. A new account can withdraw ₹15,000 in 1 day',
  });
  expect((await withdraw(pair.worker, account.id, '5000')).httpStatus).toBe(200);
  expect(await readWallet(pair.worker)).toMatchObject({ withdrawablePaise: 0 });
});

test('a hold names a release; a withdrawal that took from it and was not sent fails', async () => {
  const pair = await createPair();
  const at = await release(pair, '900', 'upi');
  await release(pair, '100', 'upi');
  await endRests(world, pair.worker);
  const account = await addAccount(pair.worker);
  await controlSandbox(world, 'faults', {
    failNext: { path: '/payout', method: 'POST', status: 503, when: 'before' },
  });
  const hold = { cause: 'admin', subject: 'looked into' } as const;
  await inTx(world.db, (tx) => holdReleases(tx, at, { ...hold, at: world.clock.now() }));
  expect(await readWallet(pair.worker)).toMatchObject({ withdrawablePaise: 100_00, restingPaise: 900_00 });
  expect((await readWallet(pair.worker)).resting[0]).toMatchObject({ until: null });
  expect(await withdraw(pair.worker, account.id, '101')).toMatchObject({
    httpStatus: 409,
    message: '₹100 can go today. The rest is on hold until a person at FWS has decided',
  });
  await inTx(world.db, (tx) => liftHolds(tx, hold, { by: null, reason: null, at: world.clock.now() }));
  expect((await readWallet(pair.worker)).withdrawablePaise).toBe(1_000_00);
});

test('withdrawals take the oldest releases, and a failed one gives back the same', async () => {
  const pair = await createPair();
  for (const rupees of ['300', '200', '100']) await release(pair, rupees, 'upi');
  await endRests(world, pair.worker);
  const account = await addAccount(pair.worker);
  const readLeft = async () =>
    (
      await world.db
        .selectFrom('wallet_release')
        .select('left_paise')
        .where('user_id', '=', pair.worker.id)
        .orderBy('id')
        .execute()
    ).map((row) => row.left_paise);
  const id = parseWithdrawalId(await withdraw(pair.worker, account.id, '400'));
  expect(await readLeft()).toEqual([0, 100_00, 100_00]);
  await waitForWithdrawal(world, id, 'paid');
  const { transfer_id: transferId } = await readWithdrawalRow(world, id);
  await controlSandbox(world, `transfers/${transferId}/reverse`);
  await waitForWithdrawal(world, id, 'reversed');
  expect(await readLeft()).toEqual([300_00, 200_00, 100_00]);
});

test('a payment of a stopped payer goes back, and the payer can fund nothing', async () => {
  const pair = await createPair();
  await world.db
    .insertInto('payer_stop')
    .values({ user_id: pair.poster.id, subject: 'cashfree:cb_1', stopped_at: world.clock.now() })
    .execute();
  const at = getMilestoneAt(await award(world, pair, { rupees: '900', term: 'completion' }));
  expect(await sendFundStep(pair.poster, at, 'funded')).toMatchObject({
    httpStatus: 403,
    message:
      'You cannot pay now: your bank took a payment back. A person at FWS looks at it and writes to you',
  });
  expect(await readFundState(world, at)).toBe('unfunded');
  expect(
    (
      await pair.poster.call(moveFund, {
        jobId: String(at.jobId),
        milestoneId: String(at.milestoneId),
        step: 'funded',
        amountText: '',
      })
    ).httpStatus,
  ).toBe(403);
});
