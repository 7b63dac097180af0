import * as calls from '@fws/contract/admin/records/calls';
import type { RecordDetail } from '@fws/contract/admin/records/schemas';
import { adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { cancelQuote } from '@fws/contract/quotes/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createBankAccount,
  waitForWithdrawal,
  withdraw,
  parseWithdrawalId,
} from '../../../../test/payouts.ts';
import {
  award,
  endRests,
  fund,
  getMilestoneAt,
  openOrder,
  payOut,
  post,
  quote,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let finance: TestAdmin;
let support: TestAdmin;
let meera: TestUser;
let imran: TestUser;
let contract: Contract;
let orderId: string;
let paymentId: string;
let withdrawalId: number;
beforeAll(async () => {
  world = await startWorld();
  finance = await createAdmin(world, 'finance');
  support = await createAdmin(world, 'support');
  meera = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  imran = await world.user({ firstName: 'Imran', identity: 'verified' });
  contract = await award(
    world,
    { poster: meera, worker: imran },
    {
      rupees: '9600',
      term: 'milestone',
      rows: [
        ['Tiles', '5000'],
        ['Grout', '4600'],
      ],
    },
  );
  const at = getMilestoneAt(contract);
  orderId = await fund(world, meera, at);
  await payOut({ poster: meera, worker: imran }, at);
  await endRests(world, imran);
  await openOrder(meera, getMilestoneAt(contract, 2));
  const account = await createBankAccount(imran, '50100417704417');
  withdrawalId = parseWithdrawalId(await withdraw(imran, account.id, '1200'));
  await waitForWithdrawal(world, withdrawalId, 'paid');
  const payment = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  paymentId = payment.payment_id;
});
afterAll(() => world.close());

type List = typeof calls.adminJobs;
const findIds = async (list: List, params: { search?: string; state?: string; userId?: string }) =>
  (await finance.user.done(list, params)).items.map(({ id }) => id);
const summarizeEvents = ({ events }: RecordDetail) =>
  events.map(({ subject, state, name, by, person }) => [subject, state, name, by, person?.name ?? '']);

test('finds an order by its id, the provider’s ids, the job number and the payer', async () => {
  const bank = await world.db
    .selectFrom('payment')
    .select('bank_reference')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  for (const search of [orderId, paymentId, bank.bank_reference ?? orderId, contract.jobNumber, 'meera jo'])
    expect(await findIds(calls.adminOrders, { search }), search).toContain(orderId);
  expect(await findIds(calls.adminOrders, { search: paymentId })).toEqual([orderId]);
  for (const unmatched of ['nothing_such', '%', "' OR 1=1 --", '999999999999999', '!!'])
    expect(await findIds(calls.adminOrders, { search: unmatched }), unmatched).toEqual([]);
});

test('shows the payments and events of an order, with exact amounts', async () => {
  const order = await finance.user.done(calls.adminOrderRecord, { id: orderId });
  expect(order).toMatchObject({
    state: 'applied',
    title: 'Paint a flat · Tiles',
    amountPaise: 500_000,
    people: [
      { id: meera.id, name: 'Meera Joshi', role: 'poster' },
      { id: imran.id, role: 'worker', verified: true },
    ],
    parts: [{ subject: 'payment', name: paymentId, amountPaise: 500_000, states: ['applied'] }],
    links: [{ kind: 'contract', id: String(contract.jobId) }],
  });
  expect(summarizeEvents(order)).toEqual([
    ['order', 'created', '', 'person', 'Meera Joshi'],
    ['order', 'active', '', 'provider', ''],
    ['payment', 'applied', paymentId, 'provider', ''],
    ['order', 'applied', '', 'provider', ''],
  ]);
  expect(order.ledger?.map(({ kind }) => kind)).toEqual(['payment_verified']);
});

test('shows every state change of a contract’s milestones, with its actor', async () => {
  const page = await finance.user.done(calls.adminContractRecord, { id: String(contract.jobId) });
  expect(page).toMatchObject({
    state: 'under_way',
    parts: [
      { name: '1. Tiles', states: ['released', 'payment_requested'] },
      { name: '2. Grout', states: ['funding_pending', 'not_started'] },
    ],
  });
  const tiles = summarizeEvents(page).filter(
    ([subject, , name]) => subject === 'milestone' && name === '1. Tiles',
  );
  expect(tiles).toEqual([
    ['milestone', 'funding_pending', '1. Tiles', 'person', 'Meera Joshi'],
    ['milestone', 'funded', '1. Tiles', 'provider', ''],
    ['milestone', 'started', '1. Tiles', 'person', 'Imran Kumar'],
    ['milestone', 'completed', '1. Tiles', 'person', 'Imran Kumar'],
    ['milestone', 'payment_requested', '1. Tiles', 'person', 'Imran Kumar'],
    ['milestone', 'accepted', '1. Tiles', 'person', 'Meera Joshi'],
    ['milestone', 'released', '1. Tiles', 'person', 'Meera Joshi'],
  ]);
  expect(page.links.filter(({ kind }) => kind === 'order').map(({ id }) => id)).toContain(orderId);
  expect(summarizeEvents(page)).toContainEqual(['job', 'in_progress', '', 'system', '']);
  expect(page.ledger?.map(({ kind }) => kind)).toEqual(['payment_verified', 'release']);
  const seen = await support.user.done(calls.adminContractRecord, { id: String(contract.jobId) });
  expect(seen.ledger).toBeNull();
});

test('shows the poster and the quotes of a job', async () => {
  const job = await post(world, meera);
  const other = await world.user({ firstName: 'Farah' });
  await quote(other, job.id);
  const page = await support.user.done(calls.adminJobRecord, { id: String(job.id) });
  expect(page).toMatchObject({ state: 'open', links: [], ledger: null });
  expect(summarizeEvents(page)).toEqual([
    ['job', 'open', '', 'person', 'Meera Joshi'],
    ['quote', 'submitted', 'Farah Kumar', 'person', 'Farah Kumar'],
  ]);
});

test('names the user, the system or the provider that changed a job and its quotes', async () => {
  const job = await post(world, meera);
  const farah = await world.user({ firstName: 'Farah' });
  const { id: quoteId } = await quote(farah, job.id);
  await farah.done(cancelQuote, { quoteId: String(quoteId), comment: 'No time' });
  await quote(farah, job.id);
  await world.db
    .updateTable('job')
    .set({ take_work_on: '2020-01-01', closes_on: '2020-01-02' })
    .where('id', '=', job.id)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'expire_jobs', {}));
  await world.drain();
  const events = summarizeEvents(await support.user.done(calls.adminJobRecord, { id: String(job.id) }));
  expect(events).toContainEqual(['quote', 'cancelled', 'Farah Kumar', 'person', 'Farah Kumar']);
  expect(events).toContainEqual(['job', 'expired', '', 'system', '']);
  expect(events).toContainEqual(['quote', 'lapsed', 'Farah Kumar', 'system', '']);
});

test('names the admin whose decision closed a dispute, and released and refunded its milestones', async () => {
  const disputed = await award(
    world,
    { poster: meera, worker: imran },
    {
      rupees: '900',
      term: 'milestone',
      rows: [
        ['Roof', '500'],
        ['Walls', '400'],
      ],
    },
  );
  const milestones = [getMilestoneAt(disputed), getMilestoneAt(disputed, 2)] as const;
  for (const at of milestones) await fund(world, meera, at);
  const { id: disputeId } = await imran.done(raiseIssue, {
    jobId: String(disputed.jobId),
    issue: 'not_completed',
    details: 'Half done',
  });
  await finance.user.done(adminDisputeSettle, {
    disputeId: String(disputeId),
    decision: 'split',
    toWorker: JSON.stringify({ [milestones[0].milestoneId]: 500_00, [milestones[1].milestoneId]: 0 }),
    reason: 'The roof was done',
  });
  const page = await finance.user.done(calls.adminContractRecord, { id: String(disputed.jobId) });
  const by = page.events.filter(({ person }) => person?.id === finance.user.id);
  expect(by.map(({ subject, state, name, by: actor }) => [subject, state, name, actor])).toEqual(
    expect.arrayContaining([
      ['milestone', 'released', '1. Roof', 'person'],
      ['milestone', 'refund_pending', '2. Walls', 'person'],
      ['dispute', 'closed', formatTicketNumber(disputeId), 'person'],
    ]),
  );
  expect(summarizeEvents(page)).toContainEqual(['job', 'completed', '', 'system', '']);
});

test('finds a withdrawal by its ids and its worker, and never shows the account number', async () => {
  const row = await world.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
  for (const search of [String(withdrawalId), row.transfer_id, row.utr ?? row.transfer_id, 'imran'])
    expect(await findIds(calls.adminWithdrawals, { search }), search).toContain(String(withdrawalId));
  const page = await finance.user.done(calls.adminWithdrawalRecord, { id: String(withdrawalId) });
  expect(page).toMatchObject({ state: 'paid', amountPaise: 120_000, people: [{ id: imran.id }] });
  expect(summarizeEvents(page)).toEqual([
    ['withdrawal', 'requested', '', 'person', 'Imran Kumar'],
    ['withdrawal', 'processing', '', 'system', ''],
    ['withdrawal', 'paid', '', 'provider', ''],
  ]);
  expect(page.ledger?.map(({ kind }) => kind)).toEqual(['withdrawal_requested', 'withdrawal_paid']);
  expect(JSON.stringify(page)).toContain('4417');
  expect(JSON.stringify(page)).not.toContain('50100417704417');
});

test.each<[string, List]>([
  ['jobs', calls.adminJobs],
  ['contracts', calls.adminContracts],
  ['orders', calls.adminOrders],
  ['withdrawals', calls.adminWithdrawals],
])('lists %s newest first, by pages, by state and by person', async (_, list) => {
  const all = await findIds(list, {});
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await finance.user.done(list, {
      limit: '1',
      cursor,
    });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all);
  const { items } = await finance.user.done(list, {});
  const times = items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const state = items[0]?.state ?? '';
  const ofState = items.filter((item) => item.state === state).map(({ id }) => id);
  expect(await findIds(list, { state })).toEqual(ofState);
  const person = items[0]?.people[0]?.id ?? 0;
  expect(items.flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('');
  const personIds = items.filter(({ people }) => people.some(({ id }) => id === person)).map(({ id }) => id);
  expect(await findIds(list, { userId: String(person) })).toEqual(personIds);
  expect(await findIds(list, { userId: String(finance.user.id) })).toEqual([]);
  expect((await finance.user.call(list, { cursor: 'x' })).status).toBe(400);
  expect((await finance.user.call(list, { state: 'nothing' })).status).toBe(400);
});

test('returns 404 for unknown records, and lets nobody change the history', async () => {
  for (const call of [calls.adminJobRecord, calls.adminContractRecord, calls.adminOrderRecord])
    for (const id of ['999999', 'none']) expect((await finance.user.call(call, { id })).status).toBe(404);
  expect((await finance.user.call(calls.adminOrderRecord, { id: "' OR" })).status).toBe(422);
  await expect(world.db.deleteFrom('state_change' as never).execute()).rejects.toThrow(/permission denied/);
});
