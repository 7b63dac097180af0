import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentLimits } from '@fws/contract/contracts/calls';
import { acceptQuote, myQuotes, quoteDetail, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import type { Quote, SubmitQuoteValues } from '@fws/contract/quotes/schemas';
import { post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Each part of a quote is one payment, so the payment provider must take it.

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ env: { PAYMENT_MAX_RUPEES: '5000' } });
  poster = await world.user();
  worker = await world.user();
});
afterAll(() => world.close());

const buildBid = (jobId: number, change: Partial<SubmitQuoteValues>): SubmitQuoteValues => ({
  jobId: String(jobId),
  bidText: '1500',
  term: 'terms',
  milestoneNames: [],
  milestoneAmountTexts: [],
  workScope: '',
  ...change,
});
const buildRows = (...amounts: string[]): Partial<SubmitQuoteValues> => ({
  term: 'milestone',
  milestoneNames: amounts.map((_, index) => `Part ${index + 1}`),
  milestoneAmountTexts: amounts,
});
const readQuote = (user: TestUser, { id }: Quote) => user.done(quoteDetail, { quoteId: String(id) });

test('tells what can be paid at once', async () => {
  expect(await worker.done(paymentLimits, {})).toEqual({ minPaise: 1_00, maxPaise: 5_000_00 });
  expect((await worker.post('payment_limits', {})).data).toEqual({ min_amount: '1', max_amount: '5000' });
});

test.each([
  [
    'a milestone over the maximum',
    { bidText: '6000.01', ...buildRows('1000', '5000.01') },
    {
      milestoneAmountTexts: 'Milestone 2 is ₹5,000.01. At most ₹5,000 can be paid at once. Please divide it',
    },
  ],
  [
    'the second part by terms over the maximum',
    { bidText: '8334' },
    {
      bidText:
        'Part 2 of the payment would be ₹5,000.40. At most ₹5,000 can be paid at once. Please choose By Milestone and make smaller parts',
    },
  ],
  [
    'one payment on completion over the maximum',
    { bidText: '5000.01', term: 'completion' as const },
    {
      bidText:
        'Part 1 of the payment would be ₹5,000.01. At most ₹5,000 can be paid at once. Please choose By Milestone and make smaller parts',
    },
  ],
  [
    'parts by terms under a rupee',
    { bidText: '4.99' },
    {
      bidText:
        'Part 1 of the payment would be ₹0.99. At least ₹1 must be paid at once. Please enter a larger amount',
    },
  ],
])('refuses a quote with %s beside its field, new or changed', async (_what, change, errors) => {
  const job = await post(world, poster);
  const user = await world.user();
  expect(await user.call(submitQuote, buildBid(job.id, change))).toMatchObject({ httpStatus: 422, errors });
  expect((await user.done(myQuotes, {})).items).toEqual([]);

  const sent = await user.done(submitQuote, buildBid(job.id, {}));
  const { jobId: _, ...offer } = buildBid(job.id, change);
  const update = { quoteId: String(sent.id), ...offer };
  expect(await user.call(updateQuote, update)).toMatchObject({ httpStatus: 422, errors });
  expect(await readQuote(user, sent)).toEqual(sent);
});

test('names the field as the specification does, in the language of the caller', async () => {
  const job = await post(world, poster);
  const answer = await worker.post(
    'submit_quote',
    {
      quote_id: String(job.id),
      job_bid_type: 'By Milestone',
      amount: '6000',
      'milestone_descriction[]': 'All, of, it'.replaceAll(', ', ' '),
      'milestone_amount[]': '6000',
    },
    { 'accept-language': 'hi' },
  );
  const message = 'पड़ाव 1 ₹6,000 का है। एक बार में ज़्यादा से ज़्यादा ₹5,000 का भुगतान हो सकता है। कृपया इसे बाँटें';
  expect(answer).toMatchObject({ httpStatus: 422, message, errors: { milestone_amount: message } });
});

test('accepts a quote whose parts are at the limits', async () => {
  const job = await post(world, poster);
  const rows = buildRows('1', '5000');
  const sent = await worker.done(submitQuote, buildBid(job.id, { bidText: '5001', ...rows }));
  expect((await poster.call(acceptQuote, { quoteId: String(sent.id) })).httpStatus).toBe(200);
});

test('does not let a poster accept a quote that was sent when larger parts could be paid', async () => {
  const job = await post(world, poster);
  const sent = await quote(worker, job.id, { rupees: '5000', term: 'completion' });
  const parts = JSON.stringify([{ name: 'quotes.part_completion', amountPaise: 5_000_01 }]);
  await world.db.updateTable('quote').set({ bid_paise: 5_000_01, parts }).where('id', '=', sent.id).execute();
  expect((await readQuote(poster, sent)).abilities.accept).toEqual({
    allowed: false,
    reason: 'quotes.not_payable',
  });
  expect(await poster.call(acceptQuote, { quoteId: String(sent.id) })).toMatchObject({
    httpStatus: 409,
    message: 'This quote has a part that cannot be paid at once. Please ask the worker to change the parts',
  });
  expect((await readQuote(poster, sent)).state).toBe('submitted');
});
