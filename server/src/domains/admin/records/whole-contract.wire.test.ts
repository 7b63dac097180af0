import * as calls from '@fws/contract/admin/records/calls';
import { requestChange } from '@fws/contract/contracts/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { buildLedgerEntry } from '../../../../test/ledger/entries.ts';
import { expectPages } from '../../../../test/pages.ts';
import { createBankAccount, parseWithdrawalId, withdraw } from '../../../../test/payouts.ts';
import { listTxnIds, readJobNumber } from '../../../../test/rows.ts';
import {
  award,
  earn,
  fund,
  getMilestoneAt,
  openOrder,
  post,
  sendFundStep,
  sendWorkStep,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let finance: TestAdmin;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  finance = await createAdmin(world, 'finance');
  poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
});
afterAll(() => world.close());

/** The next minute, as replies show it. */
function advance(): string {
  world.clock.advance(60_000);
  return world.clock.format();
}

test('shows every field of a contract with its parts, orders, disputes, events and postings', async () => {
  const rows = [
    ['Tiles', '5000'],
    ['Grout', '4600'],
  ] as const;
  const awardedAt = world.clock.format();
  const contract = await award(world, { poster, worker }, { rupees: '9600', term: 'milestone', rows });
  const [first, second] = [getMilestoneAt(contract), getMilestoneAt(contract, 2)];
  const { jobId } = contract;
  const fundedAt = advance();
  const orderId = await fund(world, poster, first);
  await world.drain();
  const startedAt = advance();
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await sendWorkStep(worker, first, step);
  const changeAt = advance();
  const at = { jobId: String(jobId), milestoneId: String(first.milestoneId) };
  await poster.done(requestChange, { ...at, comment: 'One tile is loose' });
  const repairedAt = advance();
  for (const step of ['completed', 'payment_requested'] as const) await sendWorkStep(worker, first, step);
  const releasedAt = advance();
  for (const step of ['accepted', 'released'] as const) await sendFundStep(poster, first, step);
  await world.drain();
  const secondFundedAt = advance();
  const secondOrderId = await fund(world, poster, second);
  await world.drain();
  const raisedAt = advance();
  const details = { jobId: String(jobId), issue: 'not_completed' as const, details: 'Half done' };
  const { id: disputeId } = await poster.done(raiseIssue, details);
  await world.drain();
  const { serial } = await world.db.selectFrom('invoice').select('serial').executeTakeFirstOrThrow();
  const [paid, released, paidLater] = await listTxnIds(world);
  const number = await readJobNumber(world, jobId);
  const byPoster = { by: 'person', person: { id: poster.id, name: 'Meera Joshi' } };
  const byWorker = { by: 'person', person: { id: worker.id, name: 'Imran Kumar' } };
  const byProvider = { by: 'provider', person: null };
  const bySystem = { by: 'system', person: null };
  const event = (time: string, subject: string, state: string, by: object, name = '') => ({
    at: time,
    subject,
    name,
    state,
    amountPaise: null,
    ...by,
  });
  const work = (time: string, state: string) => event(time, 'milestone', state, byWorker, '1. Tiles');
  expect(await finance.user.done(calls.adminContractRecord, { id: String(jobId) })).toEqual({
    id: String(jobId),
    number,
    title: 'Paint a flat',
    state: 'under_way',
    amountPaise: 9_600_00,
    at: awardedAt,
    people: [
      { id: poster.id, name: 'Meera Joshi', role: 'poster', verified: false },
      { id: worker.id, name: 'Imran Kumar', role: 'worker', verified: true },
    ],
    facts: [{ name: 'term', as: 'word', value: 'term.milestone' }],
    parts: [
      {
        subject: 'milestone',
        name: '1. Tiles',
        amountPaise: 5_000_00,
        states: ['released', 'payment_requested'],
        detail: 'One tile is loose',
      },
      {
        subject: 'milestone',
        name: '2. Grout',
        amountPaise: 4_600_00,
        states: ['funded', 'not_started', 'held'],
        detail: '',
      },
    ],
    links: [
      { kind: 'job', id: String(jobId), number, state: '', amountPaise: null },
      { kind: 'order', id: orderId, number: orderId, state: 'applied', amountPaise: 5_000_00 },
      { kind: 'order', id: secondOrderId, number: secondOrderId, state: 'applied', amountPaise: 4_600_00 },
      {
        kind: 'dispute',
        id: String(disputeId),
        number: formatTicketNumber(disputeId),
        state: 'open',
        amountPaise: null,
      },
    ],
    events: [
      event(awardedAt, 'job', 'awarded', byPoster),
      event(fundedAt, 'milestone', 'funding_pending', byPoster, '1. Tiles'),
      event(fundedAt, 'job', 'in_progress', bySystem),
      event(fundedAt, 'milestone', 'funded', byProvider, '1. Tiles'),
      work(startedAt, 'started'),
      work(startedAt, 'completed'),
      work(startedAt, 'payment_requested'),
      event(changeAt, 'milestone', 'started', byPoster, '1. Tiles'),
      work(repairedAt, 'completed'),
      work(repairedAt, 'payment_requested'),
      event(releasedAt, 'milestone', 'accepted', byPoster, '1. Tiles'),
      event(releasedAt, 'milestone', 'released', byPoster, '1. Tiles'),
      {
        ...event(releasedAt, 'invoice', 'work', bySystem, `${serial} · 1. Tiles`),
        amountPaise: 5_000_00,
      },
      event(secondFundedAt, 'milestone', 'funding_pending', byPoster, '2. Grout'),
      event(secondFundedAt, 'milestone', 'funded', byProvider, '2. Grout'),
      event(raisedAt, 'milestone', 'held', byPoster, '2. Grout'),
      event(raisedAt, 'dispute', 'open', byPoster, formatTicketNumber(disputeId)),
    ],
    ledger: [
      buildLedgerEntry(paid, fundedAt, 'payment_verified', {
        provider_clearing: 5_000_00,
        [`escrow:${first.milestoneId}`]: -5_000_00,
      }),
      buildLedgerEntry(released, releasedAt, 'release', {
        [`escrow:${first.milestoneId}`]: 5_000_00,
        [`wallet:${worker.id}`]: -5_000_00,
      }),
      buildLedgerEntry(paidLater, secondFundedAt, 'payment_verified', {
        provider_clearing: 4_600_00,
        [`escrow:${second.milestoneId}`]: -4_600_00,
      }),
    ],
  });
});

test('lists contracts with both people, newest first to the end of the list', async () => {
  const listed = [];
  for (const rupees of ['700', '800', '900']) {
    const at = advance();
    const { jobId } = await award(world, { poster, worker }, { rupees, term: 'completion' });
    listed.unshift({
      id: String(jobId),
      number: await readJobNumber(world, jobId),
      title: 'Paint a flat',
      state: 'under_way',
      amountPaise: Number(rupees) * 100,
      at,
      people: [
        { id: poster.id, name: 'Meera Joshi' },
        { id: worker.id, name: 'Imran Kumar' },
      ],
    });
  }
  const { items } = await finance.user.done(calls.adminContracts, { limit: '3' });
  expect(items).toEqual(listed);
});

test.each([
  ['jobs', calls.adminJobs],
  ['contracts', calls.adminContracts],
  ['orders', calls.adminOrders],
  ['withdrawals', calls.adminWithdrawals],
] as const)('follows the list of %s to its end, newest first', async (kind, list) => {
  const someone = await world.user({ firstName: `Asha of ${kind}`, identity: 'verified' });
  const ids = (await createRecords(kind, someone)).toReversed();
  await expectPages((page) => finance.user.done(list, { ...page, userId: String(someone.id) }), ids, {
    pick: ({ id }) => id,
  });
});

/** Creates three records of the kind that are the user's, a minute apart, and returns their ids. */
async function createRecords(kind: string, user: TestUser): Promise<string[]> {
  const ids: string[] = [];
  const account = kind === 'withdrawals' ? await earnForWithdrawals(user) : null;
  for (let serial = 1; serial <= 3; serial++) {
    advance();
    if (account) ids.push(String(parseWithdrawalId(await withdraw(user, account.id, '500'))));
    else if (kind === 'jobs') ids.push(String((await post(world, user)).id));
    else {
      const contract = await award(world, { poster: user, worker }, { rupees: '500', term: 'completion' });
      const isOrder = kind === 'orders';
      ids.push(isOrder ? await openOrder(user, getMilestoneAt(contract)) : String(contract.jobId));
    }
  }
  return ids;
}

async function earnForWithdrawals(user: TestUser): Promise<PayoutAccount> {
  await earn(world, { poster, worker: user }, '1500');
  return createBankAccount(user, '50100417704417');
}
