import { expect, test } from 'vitest';
import { jobDetail } from '@fws/contract/jobs/calls';
import {
  acceptQuote,
  cancelQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  quoteHistory,
} from '@fws/contract/quotes/calls';
import { DECLINE_REASONS } from '@fws/contract/quotes/negotiation/model';
import type { AskAnotherQuoteValues } from '@fws/contract/quotes/negotiation/schemas';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { quote as send } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { type World } from '../../../../test/world.ts';
import { setUpNegotiation } from '../testing/negotiation.ts';

// What a poster answers to a quote, and that its worker learns of it.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { ids, ask, revise, read, readState, createQuote } = setUpNegotiation(
  (fixture) => ({ world, poster, worker } = fixture),
);

test('a quote is declined with a reason, which its worker reads, and once', async () => {
  const { job, quote } = await createQuote();
  const decline = { ...ids(quote.id), reason: 'price' as const, note: 'My limit is ₹1,200' };
  await poster.done(declineQuote, decline);
  await poster.done(declineQuote, { ...decline, note: 'Again' });
  const declined = { reason: 'price', note: 'My limit is ₹1,200' };
  expect(await read(quote.id)).toMatchObject({ state: 'declined', declined, lapsesAt: null });
  expect(await read(quote.id, poster)).toMatchObject({ declined, seenAt: null });
  const [own] = (await worker.done(myQuotes, {})).items;
  expect(own).toMatchObject({ state: 'declined', declined });
  expect((await poster.done(contractRequests, { jobId: String(job.id) })).items[0]).toMatchObject({
    state: 'declined',
    declined,
  });
  expect(await listNotifications(world, worker, 'quote_declined')).toEqual([
    { values: { amount: '₹1,500', job: job.title }, path: `/myquote/${quote.id}` },
  ]);
  expect(
    (await worker.done(quoteHistory, ids(quote.id))).items.map(({ step, reason }) => [step, reason]),
  ).toEqual([
    ['offered', null],
    ['declined', 'price'],
  ]);
  for (const answer of [
    await ask(quote.id),
    await revise(quote.id),
    await poster.call(acceptQuote, ids(quote.id)),
    await worker.call(cancelQuote, { ...ids(quote.id), comment: 'Late' }),
  ])
    expect(answer.httpStatus).toBe(409);
  // The job is as it was, and the worker may send another.
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).state).toBe('open');
  await send(worker, job.id);
});

test.each(DECLINE_REASONS)('accepts the reason %s', async (reason) => {
  const { quote } = await createQuote();
  await poster.done(declineQuote, { ...ids(quote.id), reason });
  expect((await read(quote.id)).declined).toEqual({ reason, note: '' });
});

test('returns a field error for a decline without a known reason', async () => {
  const { quote } = await createQuote();
  const answer = await poster.call(declineQuote, { ...ids(quote.id), reason: 'because' as never });
  expect(answer.errors).toEqual({ reason: 'Please choose a reason' });
  expect(await readState(quote.id)).toBe('submitted');
});

test.each<[string, Partial<AskAnotherQuoteValues>, Record<string, string>]>([
  ['nothing', {}, { bidText: 'Please say what should be different: amount, payment, dates or a note' }],
  ['a wrong amount', { bidText: '0' }, { bidText: 'Please enter the amount in rupees' }],
  ['no such day', { finishBy: 'soon' }, { finishBy: 'Please choose a day' }],
  [
    'a day in the past',
    { finishBy: '2020-01-01' },
    { finishBy: 'Please choose a day that is still to come' },
  ],
  [
    'an end before the start',
    { startsOn: '2099-01-02', finishBy: '2099-01-01' },
    { finishBy: 'The work cannot be done before it starts' },
  ],
  [
    'parts that do not add up',
    { bidText: '900', term: 'milestone', milestoneNames: ['Cut'], milestoneAmountTexts: ['800'] },
    { milestoneAmountTexts: 'The milestones must add up to the amount of the quote' },
  ],
])('returns a field error to a poster who asks for %s', async (_what, values, fields) => {
  const { quote } = await createQuote();
  expect(await ask(quote.id, values)).toMatchObject({ httpStatus: 422, errors: fields });
  expect(await readState(quote.id)).toBe('submitted');
});

test('a note alone is enough to ask, and parts alone name the amount', async () => {
  const noted = await createQuote();
  expect((await ask(noted.quote.id, { note: 'With primer, please' })).httpStatus).toBe(200);
  expect((await read(noted.quote.id)).asked).toMatchObject({ bidPaise: null, term: null, parts: [] });
  const parted = await createQuote();
  const rows = { milestoneNames: ['Cut', 'Fit'], milestoneAmountTexts: ['400', '500'] };
  expect((await ask(parted.quote.id, { term: 'milestone', ...rows })).httpStatus).toBe(200);
  expect((await read(parted.quote.id)).asked).toMatchObject({ bidPaise: 900_00, term: 'milestone' });
});

test('the worker learns that the poster opened this version, not that the list was read', async () => {
  const { job, quote } = await createQuote();
  await poster.done(contractRequests, { jobId: String(job.id) });
  await poster.done(quoteHistory, ids(quote.id));
  expect((await read(quote.id)).seenAt).toBeNull();
  world.clock.advance(1000);
  const seenAt = world.clock.format();
  expect((await read(quote.id, poster)).seenAt).toBe(seenAt);
  world.clock.advance(1000);
  await read(quote.id, poster);
  expect((await read(quote.id)).seenAt).toBe(seenAt);
  await revise(quote.id);
  expect((await read(quote.id)).seenAt).toBeNull();
  world.clock.advance(1000);
  await read(quote.id, poster);
  expect((await read(quote.id)).seenAt).toBe(world.clock.format());
});
