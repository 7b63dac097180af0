import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { paymentHistory, wallet } from '@fws/contract/payouts/calls';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { award, earn, fund, getMilestoneAt, payOut } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { toFinancialYear } from './invoices/rules.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;
let year: string;
beforeAll(async () => {
  world = await startWorld();
  year = toFinancialYear(world.clock.now());
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Ravi' });
  stranger = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const firstPage = { limit: '', cursor: '' };
const listInvoices = async (user: TestUser) => (await user.done(paymentHistory, firstPage)).invoices;
const openFile = (path: string, user: TestUser, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers: { authorization: `Bearer ${user.token}`, ...headers } });

test('a release creates one invoice, which both sides and nobody else can open', async () => {
  await earn(world, { poster, worker }, '15000.50');
  await waitFor('the invoice', async () => (await listInvoices(worker)).length > 0);
  const [invoice] = await listInvoices(worker);
  expect(invoice).toMatchObject({
    serial: `FWS/${year}/00001`,
    jobTitle: 'Paint a flat',
    milestoneName: 'On completion',
    amountPaise: 15_000_50,
    pdfUrl: `/api/invoices/${invoice?.id}/FWS-${year}-00001.pdf`,
  });
  const path = invoice?.pdfUrl ?? '';
  for (const side of [worker, poster]) {
    const response = await openFile(path, side);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(`filename="FWS-${year}-00001.pdf"`);
    expect(response.headers.get('cache-control')).toContain('private');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
  expect((await openFile(path, worker, { cookie: 'lang=hi' })).status).toBe(200);
  expect(await listInvoices(poster)).toEqual([]);
  expect((await openFile(path, stranger)).status).toBe(404);
  expect((await fetch(world.url + path)).status).toBe(401);
  for (const id of ['0', '999999', '1e1', "1'", '-1'])
    expect((await openFile(`/api/invoices/${encodeURIComponent(id)}/x.pdf`, worker)).status).toBe(404);
});

test('creates each invoice once, however often the task runs, and leaves no gap in the serials', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'terms' });
  for (const { position } of contract.milestones) {
    const at = getMilestoneAt(contract, position);
    await fund(world, poster, at);
    await payOut({ poster, worker }, at);
    const enqueueAgain = () =>
      inTx(world.db, (tx) => enqueue(tx, 'make_invoice', { milestoneId: at.milestoneId }));
    await Promise.all(Array.from({ length: 4 }, enqueueAgain));
  }
  await world.drain();
  const rows = await world.db.selectFrom('invoice').select('serial').orderBy('serial').execute();
  expect(rows.map((row) => row.serial)).toEqual([1, 2, 3, 4].map((n) => `FWS/${year}/0000${n}`));
});

test('dates a late invoice by the day and the financial year of the release', async () => {
  const people = { poster: await world.user(), worker: await world.user() };
  const { milestoneId } = getMilestoneAt(await earn(world, people, '700'));
  await world.drain();
  // As if the queue had been stopped over the end of the financial year.
  const releasedAt = new Date('2026-03-31T18:29:59Z');
  await world.db.deleteFrom('invoice').where('milestone_id', '=', milestoneId).execute();
  await world.db
    .updateTable('milestone')
    .set({ released_at: releasedAt })
    .where('id', '=', milestoneId)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'make_invoice', { milestoneId }));
  await waitFor('the invoice', async () => (await listInvoices(people.worker)).length > 0);
  expect(await listInvoices(people.worker)).toMatchObject([
    { serial: 'FWS/2526/00001', createdAt: releasedAt.toISOString() },
  ]);
});

test('pages the invoices and the passbook lines, newest first', async () => {
  const all = (await listInvoices(worker)).map((invoice) => invoice.id);
  expect(all).toHaveLength(4);
  const first = await worker.done(paymentHistory, { limit: '3', cursor: '' });
  const second = await worker.done(paymentHistory, { limit: '3', cursor: first.nextCursor ?? '' });
  expect([...first.invoices, ...second.invoices].map((invoice) => invoice.id)).toEqual(all);
  expect(second.nextCursor).toBeNull();

  const lines = (await worker.done(wallet, firstPage)).lines.map((line) => line.id);
  const top = await worker.done(wallet, { limit: '2', cursor: '' });
  const remaining = await worker.done(wallet, { limit: '50', cursor: top.nextCursor ?? '' });
  expect([...top.lines, ...remaining.lines].map((line) => line.id)).toEqual(lines);
  for (const cursor of ['x', 'W10', Buffer.from('["a",1]').toString('base64url')]) {
    expect((await worker.call(wallet, { limit: '', cursor })).httpStatus).toBe(400);
    expect((await worker.call(paymentHistory, { limit: '', cursor })).httpStatus).toBe(400);
  }
});

test('lists held money apart from the balance', async () => {
  const before = await worker.done(wallet, firstPage);
  const contract = await award(world, { poster, worker }, { rupees: '2000', term: 'completion' });
  await fund(world, poster, getMilestoneAt(contract));
  const after = await worker.done(wallet, firstPage);
  expect(after.balancePaise).toBe(before.balancePaise);
  expect(after.heldPaise).toBe(2000_00);
  expect(after.held).toEqual([
    expect.objectContaining({ kind: 'held', title: 'Paint a flat, On completion', amountPaise: 2000_00 }),
  ]);
  const hindi = await worker.call(wallet, firstPage, { headers: { 'accept-language': 'hi' } });
  expect(hindi.data).toMatchObject({ held: [{ title: 'Paint a flat, काम पूरा होने पर' }] });
  expect((await stranger.done(wallet, firstPage)).heldPaise).toBe(0);
});
