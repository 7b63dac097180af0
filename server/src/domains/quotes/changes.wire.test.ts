import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobDetail, myContracts } from '@fws/contract/jobs/calls';
import {
  acceptQuote,
  cancelQuote,
  contractRequests,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import type { Job } from '@fws/contract/jobs/schemas';
import type { Quote } from '@fws/contract/quotes/schemas';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { post, quote as send } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha' });
});
afterAll(() => world.close());

const buildOffer = (quoteId: number, change: Record<string, unknown> = {}) => ({
  quoteId: String(quoteId),
  bidText: '1800',
  term: 'completion' as const,
  milestoneNames: [],
  milestoneAmountTexts: [],
  workScope: 'With primer',
  ...change,
});

async function createQuote(): Promise<{ job: Job; quote: Quote }> {
  const job = await post(world, poster);
  return { job, quote: await send(worker, job.id, { rupees: '1500' }) };
}
const readState = async (quoteId: number) =>
  (await worker.done(quoteDetail, { quoteId: String(quoteId) })).state;
/** Makes the quote appear sent this many days ago. */
const backdateQuote = (quoteId: number, days: number) =>
  world.db
    .updateTable('quote')
    .set({ created_at: new Date(world.clock.now().getTime() - days * DAY_MS) })
    .where('id', '=', quoteId)
    .execute();
async function runTimers(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'quote_timers', {}));
  await world.drain();
}
const createPdf = (name: string) =>
  new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'], name);

test('updates a submitted quote, and shows and notifies the poster of the new values', async () => {
  const { job, quote } = await createQuote();
  const changed = await worker.done(updateQuote, buildOffer(quote.id));
  expect(changed).toMatchObject({
    id: quote.id,
    bidPaise: 1_800_00,
    term: 'completion',
    workScope: 'With primer',
    parts: [{ name: 'On completion', amountPaise: 1_800_00 }],
    createdAt: quote.createdAt,
  });
  const { items } = await poster.done(contractRequests, { jobId: String(job.id) });
  expect(items.map(({ id, bidPaise }) => [id, bidPaise])).toEqual([[quote.id, 1_800_00]]);
  expect((await listNotifications(world, poster, 'quote_changed'))[0]).toEqual({
    values: { worker: 'Asha Kumar', amount: '₹1,800', job: job.title },
    path: `/requestlist/${job.id}`,
  });
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(1);
});

test('the same quote saved again is no other version, and the poster is not told', async () => {
  const { quote } = await createQuote();
  const offer = buildOffer(quote.id, { startsOn: '', finishBy: '' });
  const changed = await worker.done(updateQuote, offer);
  const told = async () => (await listNotifications(world, poster, 'quote_changed')).length;
  const before = await told();
  world.clock.advance(60_000);
  expect(await worker.done(updateQuote, { ...offer, version: changed.version })).toEqual(changed);
  expect(await told()).toBe(before);
  expect((await worker.done(quoteHistory, { quoteId: String(quote.id) })).items).toHaveLength(2);
  const noted = await worker.done(updateQuote, { ...offer, note: 'Same price, sooner' });
  expect([noted.offerVersion, await told()]).toEqual([changed.offerVersion + 1, before + 1]);
});

test('keeps a proposal until it is replaced; the old file can then no longer be read', async () => {
  const job = await post(world, poster);
  const values = { ...buildOffer(0), jobId: String(job.id) };
  const first = await worker.done(submitQuote, values, { files: { proposal: createPdf('one.pdf') } });
  const unchanged = await worker.done(updateQuote, buildOffer(first.id));
  expect(unchanged.proposal).toEqual(first.proposal);
  const second = await worker.done(updateQuote, buildOffer(first.id), {
    files: { proposal: createPdf('two.pdf') },
  });
  expect(second.proposal).toMatchObject({ name: 'two.pdf' });
  const openProposal = async (url: string | undefined) =>
    (await fetch(`${world.url}${url ?? ''}`, { headers: { authorization: `Bearer ${poster.token}` } }))
      .status;
  expect([await openProposal(first.proposal?.url), await openProposal(second.proposal?.url)]).toEqual([
    404, 200,
  ]);
});

test('lets only its worker edit or cancel a quote, and returns 404 to others', async () => {
  const { quote } = await createQuote();
  const stranger = await world.user();
  for (const user of [stranger, poster]) {
    expect((await user.call(updateQuote, buildOffer(quote.id))).httpStatus).toBe(404);
    expect((await user.call(cancelQuote, { quoteId: String(quote.id), comment: 'x' })).httpStatus).toBe(404);
  }
  expect((await stranger.call(quoteDetail, { quoteId: String(quote.id) })).httpStatus).toBe(404);
  expect((await poster.done(quoteDetail, { quoteId: String(quote.id) })).id).toBe(quote.id);
  expect((await world.guest.call(updateQuote, buildOffer(quote.id))).httpStatus).toBe(401);
  expect((await world.guest.call(quoteDetail, { quoteId: String(quote.id) })).httpStatus).toBe(401);
  expect(await readState(quote.id)).toBe('submitted');
});

test.each([
  ['bidText', '0'],
  ['bidText', '1e3'],
  ['bidText', ''],
  ['workScope', 'x'.repeat(5_001)],
])('returns a field error for an edit with a wrong %s', async (field, value) => {
  const { quote } = await createQuote();
  const answer = await worker.call(updateQuote, buildOffer(quote.id, { [field]: value }));
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect((await worker.done(quoteDetail, { quoteId: String(quote.id) })).bidPaise).toBe(1_500_00);
});

test('cancels a quote once, with a reason, and allows a new quote', async () => {
  const { job, quote } = await createQuote();
  const cancel = { quoteId: String(quote.id), comment: ' I found another job ' };
  expect((await worker.call(cancelQuote, { ...cancel, comment: ' ' })).errors).toEqual({
    comment: 'Please say why you cancel',
  });
  const answers = await Promise.all([worker.call(cancelQuote, cancel), worker.call(cancelQuote, cancel)]);
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200]);
  expect(await worker.done(quoteDetail, { quoteId: cancel.quoteId })).toMatchObject({
    state: 'cancelled',
    cancelComment: 'I found another job',
    abilities: { edit: { allowed: false, reason: 'quotes.not_waiting' } },
  });
  expect((await poster.call(quoteDetail, { quoteId: cancel.quoteId })).httpStatus).toBe(404);
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(0);
  expect(
    (await listNotifications(world, poster, 'quote_cancelled')).filter(({ path }) =>
      path?.endsWith(`/${job.id}`),
    ),
  ).toHaveLength(1);
  expect((await worker.call(updateQuote, buildOffer(quote.id))).httpStatus).toBe(409);
  expect((await poster.call(acceptQuote, { quoteId: cancel.quoteId })).httpStatus).toBe(409);
  const secondQuote = await send(worker, job.id, { rupees: '1400' });
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(1);
  expect((await worker.done(myQuotes, {})).items.slice(0, 2).map(({ id, state }) => [id, state])).toEqual([
    [secondQuote.id, 'submitted'],
    [quote.id, 'cancelled'],
  ]);
});

test('refuses to edit or cancel an accepted quote', async () => {
  const { quote } = await createQuote();
  const quoteId = String(quote.id);
  await poster.done(acceptQuote, { quoteId });
  for (const answer of [
    await worker.call(updateQuote, buildOffer(quote.id)),
    await worker.call(cancelQuote, { quoteId, comment: 'Too late' }),
  ])
    expect(answer).toMatchObject({
      httpStatus: 409,
      message: 'This quote was accepted. It can no longer be changed or cancelled',
    });
});

test('applies either the cancellation or the acceptance completely when both arrive at once', async () => {
  for (let round = 0; round < 5; round++) {
    const { job, quote } = await createQuote();
    const quoteId = String(quote.id);
    const [cancelled, accepted] = await Promise.all([
      worker.call(cancelQuote, { quoteId, comment: 'Changed my mind' }),
      poster.call(acceptQuote, { quoteId }),
    ]);
    expect([cancelled.httpStatus, accepted.httpStatus].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { state } = await worker.done(quoteDetail, { quoteId });
    expect(state).toBe(accepted.httpStatus === 200 ? 'accepted' : 'cancelled');
    const contract = await world.db.selectFrom('contract').selectAll().where('job_id', '=', job.id).execute();
    expect(contract).toHaveLength(state === 'accepted' ? 1 : 0);
  }
});

test('never leaves two submitted quotes when quotes are sent while the older is cancelled', async () => {
  const { job, quote } = await createQuote();
  const newOffer = { ...buildOffer(0), jobId: String(job.id) };
  await Promise.all([
    worker.call(cancelQuote, { quoteId: String(quote.id), comment: 'A better price' }),
    worker.call(submitQuote, newOffer),
    worker.call(submitQuote, newOffer),
    worker.call(submitQuote, newOffer),
  ]);
  const live = await world.db
    .selectFrom('quote')
    .select('id')
    .where('job_id', '=', job.id)
    .where('state', '=', 'submitted')
    .execute();
  expect(live.length).toBeLessThanOrEqual(1);
});

test('after five days the poster is reminded once, after seven the quote lapses and the worker may send another', async () => {
  const { job, quote } = await createQuote();
  await backdateQuote(quote.id, 4.99);
  await runTimers();
  expect(await listNotifications(world, poster, 'quote_reminder')).toEqual([]);
  await backdateQuote(quote.id, 5.01);
  await runTimers();
  await runTimers();
  const [waiting] = (await poster.done(contractRequests, { jobId: String(job.id) })).items;
  expect(await listNotifications(world, poster, 'quote_reminder')).toEqual([
    {
      // The time at which the timer lapses it.
      values: { worker: 'Asha Kumar', amount: '₹1,500', job: job.title, time: waiting?.lapsesAt },
      path: `/requestlist/${job.id}`,
    },
  ]);
  expect(await readState(quote.id)).toBe('submitted');
  await backdateQuote(quote.id, 7.01);
  await runTimers();
  expect(await readState(quote.id)).toBe('lapsed');
  expect((await listNotifications(world, worker, 'quote_lapsed'))[0]).toEqual({
    values: { job: job.title },
    path: '/myquotes',
  });
  expect((await poster.call(acceptQuote, { quoteId: String(quote.id) })).httpStatus).toBe(409);
  await send(worker, job.id);
});

test('never lapses a quote that was accepted within seven days', async () => {
  const { quote } = await createQuote();
  await poster.done(acceptQuote, { quoteId: String(quote.id) });
  await backdateQuote(quote.id, 30);
  await runTimers();
  expect(await readState(quote.id)).toBe('accepted');
});

test('notifies the poster of an expired job and lapses its submitted quotes', async () => {
  const { job, quote } = await createQuote();
  await world.db
    .updateTable('job')
    .set({ take_work_on: '2026-01-01', closes_on: '2026-01-02' })
    .where('id', '=', job.id)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'expire_jobs', {}));
  await world.drain();
  expect((await poster.done(myContracts, {})).items.find(({ id }) => id === job.id)?.state).toBe('expired');
  expect(await readState(quote.id)).toBe('lapsed');
  expect((await listNotifications(world, poster, 'job_expired'))[0]?.values).toEqual({ job: job.title });
});
