import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { awardedJob, cancelJob, paymentReceipts } from '@fws/contract/contracts/calls';
import type { Receipt } from '@fws/contract/contracts/schemas';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { expectPages } from '../../../../test/pages.ts';
import {
  award,
  fund,
  getMilestoneAt,
  openOrder,
  readFundState,
  releaseUnaccepted,
  simulatePayment,
  type Bid,
  type MilestoneAt,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { escrowEvents } from '../../contracts/index.ts';
import { settleDispute } from '../../disputes/index.ts';
import { inTx } from '../../../platform/db/index.ts';

let world: World;
let worker: TestUser;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const readPage = (fields: { limit: string; cursor: string }) => poster.done(paymentReceipts, fields);
const list = async (reader = poster): Promise<Receipt[]> => (await reader.done(paymentReceipts, {})).items;
const open = (path: string, reader: TestUser, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers: { authorization: `Bearer ${reader.token}`, ...headers } });

async function createFunded(bid: Bid = { rupees: '900', term: 'completion' }): Promise<MilestoneAt> {
  poster = await world.user({ firstName: 'Meera' });
  const at = getMilestoneAt(await award(world, { poster, worker }, bid));
  await fund(world, poster, at);
  return at;
}

const releaseAll = (at: MilestoneAt) => releaseUnaccepted({ poster, worker }, at);

test('lists a payment and its release with every field, newest first', async () => {
  const at = await createFunded();
  await releaseAll(at);
  const job = await poster.done(awardedJob, { jobId: String(at.jobId) });
  const [release, payment] = await list();
  const shared = {
    at: world.clock.now().toISOString(),
    jobId: at.jobId,
    jobNumber: job.jobNumber,
    jobTitle: 'Paint a flat',
    milestoneName: 'On completion',
    workerName: 'Imran Shaikh',
    amountPaise: 900_00,
    refundedPaise: 0,
    chargePaise: 0,
  };
  const address = (id = 0) => {
    const number = `FWR-${String(id).padStart(6, '0')}`;
    return { id, number, pdfUrl: `/api/receipts/${id}/${number}.pdf` };
  };
  expect([release, payment]).toEqual([
    { ...shared, ...address(release?.id), kind: 'released', releasedPaise: 900_00 },
    { ...shared, ...address(payment?.id), at: payment?.at, kind: 'paid', releasedPaise: 0 },
  ]);
  // The milestone has both, in the order of what happened, for its poster alone.
  const toLink = ({ number, kind, pdfUrl }: Receipt) => ({ number, kind, pdfUrl });
  expect(job.milestones[0]?.receipts).toEqual(
    [payment, release].map((receipt) => receipt && toLink(receipt)),
  );
  const seenByWorker = await worker.done(awardedJob, { jobId: String(at.jobId) });
  expect(seenByWorker.milestones[0]?.receipts).toEqual([]);
});

test('opens for its payer alone, in both languages', async () => {
  await releaseAll(await createFunded());
  const receipts = await list();
  expect(receipts).toHaveLength(2);
  for (const { pdfUrl, number } of receipts) {
    for (const lang of ['en', 'hi']) {
      const response = await open(pdfUrl, poster, { cookie: `lang=${lang}` });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toContain(`filename="${number}.pdf"`);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    }
    for (const other of [worker, await world.user()]) expect((await open(pdfUrl, other)).status).toBe(404);
    expect((await fetch(world.url + pdfUrl)).status).toBe(401);
  }
  for (const id of ['0', '999999', '1e1', '-1'])
    expect((await open(`/api/receipts/${id}/x.pdf`, poster)).status).toBe(404);
  expect(await list(worker)).toEqual([]);
});

test('shows a refund less its charge, with its total from escrow', async () => {
  const at = await createFunded();
  await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Not needed', refundText: '882' });
  await waitFor('the refund', async () => (await readFundState(world, at)) === 'refunded');
  const [refund] = await list();
  expect(refund).toMatchObject({
    kind: 'refunded',
    milestoneName: 'On completion',
    amountPaise: 900_00,
    releasedPaise: 0,
    refundedPaise: 882_00,
    chargePaise: 18_00,
  });
  expect((await open(refund?.pdfUrl ?? '', poster)).status).toBe(200);
  // What the provider confirmed later is on the same receipt.
  expect((await list()).map(({ kind }) => kind)).toEqual(['refunded', 'paid']);
});

test('shows both shares of a settled dispute, over several milestones too', async () => {
  const rows: Bid['rows'] = [
    ['Walls', '600'],
    ['Doors', '300'],
  ];
  const first = await createFunded({ rupees: '900', term: 'milestone', rows });
  const job = await poster.done(awardedJob, { jobId: String(first.jobId) });
  const second = getMilestoneAt(job, 2);
  await fund(world, poster, second);
  const { id: disputeId } = await poster.done(raiseIssue, {
    jobId: String(first.jobId),
    issue: 'payment',
    details: 'Half done',
  });
  const settled = await inTx(world.db, (tx) =>
    settleDispute(
      tx,
      {
        disputeId,
        adminId: poster.id,
        parts: [
          { milestoneId: first.milestoneId, toWorkerPaise: 400_00, toPosterPaise: 200_00 },
          { milestoneId: second.milestoneId, toWorkerPaise: 0, toPosterPaise: 300_00 },
        ],
        chargeBps: 200,
        reason: 'Half was done',
      },
      { escrowEvents, now: world.clock.now() },
    ),
  );
  expect(settled.ok).toBe(true);
  const [receipt] = await list();
  expect(receipt).toMatchObject({
    kind: 'settled',
    milestoneName: '',
    amountPaise: 900_00,
    releasedPaise: 400_00,
    refundedPaise: 490_00,
    chargePaise: 10_00,
  });
  expect((await open(receipt?.pdfUrl ?? '', poster)).status).toBe(200);
  expect((await list()).map(({ kind }) => kind)).toEqual(['settled', 'paid', 'paid']);
});

test('shows money that came in the wrong amount and went back', async () => {
  poster = await world.user({ firstName: 'Meera' });
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '900', term: 'completion' }));
  const orderId = await openOrder(poster, at);
  await world.db
    .updateTable('escrow_order')
    .set({ amount_paise: 899_00 })
    .where('id', '=', orderId)
    .execute();
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitFor('the refund', async () => (await list()).length === 2);
  expect(
    (await list()).map(({ kind, milestoneName, amountPaise, refundedPaise }) => [
      kind,
      milestoneName,
      amountPaise,
      refundedPaise,
    ]),
  ).toEqual([
    ['refunded', 'On completion', 900_00, 900_00],
    ['paid', 'On completion', 900_00, 0],
  ]);
});

test('follows the list by its cursors', async () => {
  const at = await createFunded({ rupees: '1000', term: 'terms' });
  const contract = await poster.done(awardedJob, { jobId: String(at.jobId) });
  await releaseAll(at);
  await fund(world, poster, getMilestoneAt(contract, 2));
  await fund(world, poster, getMilestoneAt(contract, 3));
  const pick = ({ kind, amountPaise }: Receipt) => [kind, amountPaise];
  const expected = [
    ['paid', 200_00],
    ['paid', 600_00],
    ['released', 200_00],
    ['paid', 200_00],
  ];
  await expectPages(readPage, expected, { limit: 3, pick });
  expect((await poster.call(paymentReceipts, { cursor: 'nonsense' })).status).toBe(400);
});
