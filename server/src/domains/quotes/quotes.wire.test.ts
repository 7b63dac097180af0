import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobDetail, postJob } from '@fws/contract/jobs/calls';
import { contractRequests, submitQuote } from '@fws/contract/quotes/calls';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

test('a job is posted, quoted on and shows its request', async () => {
  const poster = await world.user();
  const worker = await world.user();
  const job = await poster.done(postJob, {
    title: 'Paint',
    categoryId: '1',
    description: '',
    location: 'Pune',
    latitude: '',
    longitude: '',
    skills: ['a'],
    takeWorkOn: '2027-12-01',
    closesOn: '2027-12-30',
    budgetKind: 'fixed',
    amount: '1500',
    amountFrom: '',
    amountTo: '',
    paymentTerm: 'terms',
  });
  const quote = await worker.done(submitQuote, {
    jobId: String(job.id),
    bidPaise: '1500',
    term: 'terms',
    milestoneNames: [],
    milestoneAmounts: [],
    workScope: '',
  });
  expect(quote.parts.map((p) => p.amountPaise)).toEqual([300_00, 900_00, 300_00]);
  const page = await poster.done(contractRequests, { jobId: String(job.id) });
  expect(page.items.map((q) => q.id)).toEqual([quote.id]);
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).myQuoteId).toBe(quote.id);
});
