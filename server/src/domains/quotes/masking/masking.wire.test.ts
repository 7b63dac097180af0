import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractRequests, myQuotes, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import type { Quote } from '@fws/contract/quotes/schemas';
import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { post, setJobState } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { lockJob } from '../../jobs/index.ts';
import { acceptQuote, lockQuote } from '../index.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', skills: ['Carpentry'], identity: 'verified' });
});
afterAll(() => world.close());

const NAMES = ['Call 98220', '12345 for the rest'];
const offer = {
  bidText: '1500',
  term: 'milestone' as const,
  milestoneNames: NAMES,
  milestoneAmountTexts: ['500', '1000'],
  workScope: 'Both rooms, mail rohan@mail.example',
};
const ORIGINAL = { workScope: offer.workScope, names: NAMES };
const MASKED = {
  workScope: `Both rooms, mail ${HIDDEN}`,
  names: [`Call ${HIDDEN}`, `${HIDDEN} for the rest`],
};

const readTexts = ({ workScope, parts }: Quote) => ({ workScope, names: parts.map(({ name }) => name) });

async function readAsPoster(jobId: number) {
  const [quote] = (await poster.done(contractRequests, { jobId: String(jobId) })).items;
  expect(quote?.hides).toEqual([]);
  return quote && readTexts(quote);
}

const findStored = (id: number) =>
  world.db
    .selectFrom('quote')
    .select(['masked', 'filter_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('the poster reads a quote without contact data until it is accepted, the worker as it was written', async () => {
  const job = await post(world, poster);
  const sent = await worker.done(submitQuote, { jobId: String(job.id), ...offer });
  expect(readTexts(sent)).toEqual(ORIGINAL);
  const [own] = (await worker.done(myQuotes, {})).items;
  expect(own && readTexts(own)).toEqual(ORIGINAL);
  expect(own?.hides).toEqual(['number', 'mail']);
  expect(await readAsPoster(job.id)).toEqual(MASKED);
  expect(await findStored(sent.id)).toEqual({
    masked: { workScope: MASKED.workScope, partNames: MASKED.names },
    filter_version: FILTER_VERSION,
  });

  await inTx(world.db, async (tx) => {
    await lockJob(tx, job.id);
    const quote = await lockQuote(tx, { id: sent.id, jobId: job.id });
    if (quote) await acceptQuote(tx, { quote, now: world.clock.now() });
  });
  await setJobState(world, job.id, 'award');
  expect(await readAsPoster(job.id)).toEqual(ORIGINAL);
  const [accepted] = (await worker.done(myQuotes, {})).items;
  expect(accepted?.hides).toEqual([]);
});

test('a change is masked anew, and a quote without contact data has no second form', async () => {
  const job = await post(world, poster);
  const { id } = await worker.done(submitQuote, { jobId: String(job.id), ...offer });
  const plain = { workScope: 'Both rooms', milestoneNames: ['Walls', 'Ceiling'] };
  await worker.done(updateQuote, { quoteId: String(id), ...offer, ...plain });
  expect(await readAsPoster(job.id)).toEqual({ workScope: 'Both rooms', names: ['Walls', 'Ceiling'] });
  expect(await findStored(id)).toEqual({ masked: null, filter_version: FILTER_VERSION });
  await worker.done(updateQuote, { quoteId: String(id), ...offer });
  expect(await readAsPoster(job.id)).toEqual(MASKED);
});

test('what an older filter left is masked when it is read, and stored by the task', async () => {
  const job = await post(world, poster);
  const { id } = await worker.done(submitQuote, { jobId: String(job.id), ...offer });
  await world.db
    .updateTable('quote')
    .set({ masked: null, filter_version: FILTER_VERSION - 1 })
    .where('id', '=', id)
    .execute();
  expect(await readAsPoster(job.id)).toEqual(MASKED);
  await inTx(world.db, (tx) => enqueue(tx, 'mask_quotes', {}));
  await world.drain();
  expect(await findStored(id)).toEqual({
    masked: { workScope: MASKED.workScope, partNames: MASKED.names },
    filter_version: FILTER_VERSION,
  });
  expect(await readAsPoster(job.id)).toEqual(MASKED);
});
