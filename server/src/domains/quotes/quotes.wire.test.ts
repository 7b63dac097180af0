import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobDetail } from '@fws/contract/jobs/calls';
import { contractRequests, myQuotes, submitQuote } from '@fws/contract/quotes/calls';
import type { SubmitQuoteValues } from '@fws/contract/quotes/schemas';
import { inTx } from '../../platform/db/index.ts';
import { lockJob } from '../jobs/index.ts';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { post, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { acceptQuote, lockQuote } from './index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', skills: ['Carpentry'], identity: 'verified' });
});
afterAll(() => world.close());

const buildBid = (jobId: number, change: Partial<SubmitQuoteValues> = {}): SubmitQuoteValues => ({
  jobId: String(jobId),
  bidText: '1500',
  term: 'terms',
  milestoneNames: [],
  milestoneAmountTexts: [],
  workScope: 'Both rooms',
  ...change,
});

test('shows the poster a quote with its parts, counts it and notifies them', async () => {
  const job = await post(world, poster);
  const quote = await worker.done(submitQuote, buildBid(job.id));
  expect(quote.parts).toEqual([
    { name: 'Initial', amountPaise: 300_00 },
    { name: 'After service done', amountPaise: 900_00 },
    { name: 'After reviewing the entire service', amountPaise: 300_00 },
  ]);
  expect(quote).toMatchObject({
    worker: { id: worker.id, name: 'Asha Kumar', skills: ['Carpentry'], verified: true },
    jobTitle: job.title,
    workScope: 'Both rooms',
    abilities: {
      accept: { allowed: false, reason: 'common.not_allowed' },
      edit: { allowed: true },
      cancel: { allowed: true },
    },
  });
  const requests = await poster.done(contractRequests, { jobId: String(job.id) });
  const notAllowed = { allowed: false, reason: 'common.not_allowed' };
  expect(requests.items).toEqual([
    {
      ...quote,
      // Only its worker edits it.
      version: '',
      abilities: {
        accept: { allowed: true },
        ask: { allowed: true },
        decline: { allowed: true },
        edit: notAllowed,
        cancel: notAllowed,
      },
    },
  ]);
  expect(await worker.done(jobDetail, { jobId: String(job.id) })).toMatchObject({
    quotesReceived: 1,
    myQuoteId: quote.id,
    abilities: { quote: { allowed: false, reason: 'jobs.already_quoted' } },
  });
  expect((await listNotifications(world, poster, 'quote_received'))[0]).toEqual({
    values: { worker: 'Asha Kumar', amount: '₹1,500', job: job.title },
    path: `/requestlist/${job.id}`,
  });
});

test('names standard parts in the reader’s language and custom parts as the worker wrote them', async () => {
  const job = await post(world, poster);
  await worker.done(submitQuote, buildBid(job.id, { term: 'completion' }));
  const otherWorker = await world.user();
  const rows = { milestoneNames: ['<b>Cut, sand</b>', 'लगाना'], milestoneAmountTexts: ['500', '1000'] };
  await otherWorker.done(submitQuote, buildBid(job.id, { term: 'milestone', ...rows }));
  const answer = await poster.post(
    'my_contract_request_users',
    { job_id: String(job.id) },
    { 'accept-language': 'hi' },
  );
  expect(answer.data).toMatchObject([
    { payment_milestone: [{ milestone_descriction: 'काम पूरा होने पर', milestone_amount: '1500' }] },
    {
      payment_milestone: [{ milestone_descriction: '<b>Cut, sand</b>' }, { milestone_descriction: 'लगाना' }],
    },
  ]);
});

test('accepts one live quote per worker and job when the same quote is sent repeatedly', async () => {
  const job = await post(world, poster);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => worker.call(submitQuote, buildBid(job.id))),
  );
  expect(answers.filter((answer) => answer.httpStatus === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.httpStatus === 409)).toHaveLength(4);
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(1);
});

test('stores and counts concurrent quotes of several workers', async () => {
  const job = await post(world, poster);
  const workers = await Promise.all(Array.from({ length: 6 }, () => world.user()));
  await Promise.all(workers.map((quoter) => quoter.done(submitQuote, buildBid(job.id))));
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(6);
  const firstPage = await poster.done(contractRequests, { jobId: String(job.id), limit: '4' });
  const secondPage = await poster.done(contractRequests, {
    jobId: String(job.id),
    limit: '4',
    cursor: firstPage.nextCursor ?? '',
  });
  expect(secondPage.nextCursor).toBeNull();
  const ids = [...firstPage.items, ...secondPage.items].map((quote) => quote.worker.id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(workers.map((quoter) => quoter.id).toSorted((a, b) => a - b));
});

test('refuses a quote on one’s own job, a missing job and a closed job', async () => {
  const job = await post(world, poster);
  expect((await poster.call(submitQuote, buildBid(job.id))).httpStatus).toBe(403);
  expect((await worker.call(submitQuote, buildBid(999_999))).httpStatus).toBe(404);
  expect((await world.guest.call(submitQuote, buildBid(job.id))).httpStatus).toBe(401);
  await setJobState(world, job.id, 'award');
  expect(await worker.call(submitQuote, buildBid(job.id))).toMatchObject({
    httpStatus: 409,
    message: 'This job is no longer open for quotes',
  });
  const expiredJob = await post(world, poster);
  await world.db
    .updateTable('job')
    .set({ take_work_on: '2026-01-01', closes_on: '2026-01-02' })
    .where('id', '=', expiredJob.id)
    .execute();
  expect((await worker.call(submitQuote, buildBid(expiredJob.id))).httpStatus).toBe(409);
});

const NO_BID = 'Please enter the amount in rupees';
const AMOUNT_FORM = `${NO_BID}, such as 5000 or 1,00,000.50`;

test.each([
  ['0', NO_BID],
  ['100000001', NO_BID],
  ['-5', AMOUNT_FORM],
  ['1e3', AMOUNT_FORM],
  ['1500.001', AMOUNT_FORM],
])('refuses a bid of "%s"', async (bidText, message) => {
  const job = await post(world, poster);
  const answer = await worker.call(submitQuote, buildBid(job.id, { bidText }));
  expect(answer).toMatchObject({
    httpStatus: 422,
    errors: { bidText: message },
  });
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(0);
});

test('returns field errors for milestones that do not sum to the bid and for a scope beyond the limit', async () => {
  const job = await post(world, poster);
  const rows = { term: 'milestone' as const, milestoneNames: ['All'], milestoneAmountTexts: ['1499'] };
  const answer = await worker.call(submitQuote, buildBid(job.id, { ...rows, workScope: 'x'.repeat(5_001) }));
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {}).toSorted()).toEqual(['milestoneAmountTexts', 'workScope']);
});

test('serves the proposal only to the poster and the worker', async () => {
  const job = await post(world, poster);
  const proposal = new File(
    ['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'],
    'plan.pdf',
  );
  const quote = await worker.done(submitQuote, buildBid(job.id), { files: { proposal } });
  expect(quote.proposal).toMatchObject({ name: 'plan.pdf', image: false });
  const openProposal = async (user: TestUser) => {
    const headers = { authorization: `Bearer ${user.token}` };
    return (await fetch(`${world.url}${quote.proposal?.url ?? ''}`, { headers })).status;
  };
  expect([
    await openProposal(worker),
    await openProposal(poster),
    await openProposal(await world.user()),
  ]).toEqual([200, 200, 404]);
});

test('lists the quotes of a job only to its poster, and to a worker only their own quotes', async () => {
  const job = await post(world, poster);
  const otherWorker = await world.user();
  const quote = await otherWorker.done(submitQuote, buildBid(job.id));
  const jobId = String(job.id);
  expect((await otherWorker.call(contractRequests, { jobId })).httpStatus).toBe(404);
  expect((await worker.call(contractRequests, { jobId })).httpStatus).toBe(404);
  expect((await poster.call(contractRequests, { jobId, cursor: 'x' })).httpStatus).toBe(400);
  expect((await otherWorker.call(myQuotes, { cursor: 'x' })).httpStatus).toBe(400);
  expect((await otherWorker.done(myQuotes, {})).items).toEqual([quote]);
  expect((await poster.done(myQuotes, {})).items).toEqual([]);
});

test('rejects the other quotes when one is accepted, and notifies each worker once', async () => {
  const job = await post(world, poster);
  const [winner, loser] = [await world.user(), await world.user()];
  const winningQuote = await winner.done(submitQuote, buildBid(job.id));
  await loser.done(submitQuote, buildBid(job.id));
  await inTx(world.db, async (tx) => {
    await lockJob(tx, job.id);
    const quote = await lockQuote(tx, { id: winningQuote.id, jobId: job.id });
    if (quote) await acceptQuote(tx, { quote, now: world.clock.now() });
  });
  await setJobState(world, job.id, 'award');
  const readState = async (user: TestUser) => (await user.done(myQuotes, {})).items[0]?.state;
  expect([await readState(winner), await readState(loser)]).toEqual(['accepted', 'not_selected']);
  expect(await listNotifications(world, winner, 'quote_accepted')).toEqual([
    { values: { job: job.title }, path: `/myjobsdetail/${job.id}` },
  ]);
  expect(await listNotifications(world, loser, 'quote_not_selected')).toEqual([
    { values: { job: job.title }, path: '/myquotes' },
  ]);
  const requests = await poster.done(contractRequests, { jobId: String(job.id) });
  expect(requests.items.map((quote) => quote.abilities.accept)).toEqual([
    { allowed: false, reason: 'quotes.not_open' },
    { allowed: false, reason: 'quotes.job_awarded' },
  ]);
});
