import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { toIstDate } from '@fws/contract/platform/dates';
import {
  acceptQuote,
  askAnotherQuote,
  cancelQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import { DECLINE_REASONS, QUOTE_TURNS_MAX, QUOTE_VERSIONS_MAX } from '@fws/contract/quotes/negotiation/model';
import type { AskAnotherQuoteValues } from '@fws/contract/quotes/negotiation/schemas';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { post, quote as send, setJobState } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { offerQuotesAgain, withholdQuotes } from '../index.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Asha', identity: 'verified' });
});
beforeEach(() => world.clock.stop());
afterEach(() => world.clock.reset());
afterAll(() => world.close());

const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
const ids = (quoteId: number) => ({ quoteId: String(quoteId) });
const ask = (quoteId: number, values: Partial<AskAnotherQuoteValues> = { bidText: '1000' }) =>
  poster.call(askAnotherQuote, { ...ids(quoteId), ...values });
const buildOffer = (quoteId: number, change: Record<string, unknown> = {}) => ({
  ...ids(quoteId),
  bidText: '1200',
  term: 'completion' as const,
  milestoneNames: [],
  milestoneAmountTexts: [],
  workScope: '',
  ...change,
});
const revise = (quoteId: number, change: Record<string, unknown> = {}) =>
  worker.call(updateQuote, buildOffer(quoteId, change));
const read = (quoteId: number, by = worker) => by.done(quoteDetail, ids(quoteId));
const readState = async (quoteId: number) => (await read(quoteId)).state;
async function createQuote() {
  const job = await post(world, poster);
  return { job, quote: await send(worker, job.id, { rupees: '1500', term: 'completion' }) };
}
/** Makes everything that happened to the quote appear this many days older. */
const age = (quoteId: number, days: number) =>
  world.db
    .updateTable('quote')
    .set({
      created_at: sql<Date>`created_at - ${days} * interval '1 day'`,
      turn_at: sql<Date>`turn_at - ${days} * interval '1 day'`,
    })
    .where('id', '=', quoteId)
    .execute();
async function runTimers(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'quote_timers', {}));
  await world.drain();
}

test('a quote is asked again, revised and accepted, and both sides read what changed', async () => {
  const job = await post(world, poster);
  const first = await worker.done(submitQuote, {
    ...buildOffer(0, { bidText: '1500', workScope: 'Both rooms', startsOn: inDays(3), finishBy: inDays(9) }),
    jobId: String(job.id),
  });
  const sentAt = world.clock.format();
  const untouched = {
    note: '',
    offerVersion: 1,
    offeredAt: sentAt,
    seenAt: null,
    turn: 1,
    asksLeft: 2,
    asked: null,
    declined: null,
  };
  const dates = { startsOn: inDays(3), finishBy: inDays(9) };
  expect(first).toMatchObject({
    ...untouched,
    ...dates,
    abilities: {
      accept: { allowed: false },
      ask: { allowed: false, reason: 'common.not_allowed' },
      decline: { allowed: false, reason: 'common.not_allowed' },
    },
  });
  expect(await poster.done(quoteHistory, ids(first.id))).toEqual({
    items: [
      {
        step: 'offered',
        by: 'worker',
        at: sentAt,
        turn: 1,
        version: 1,
        bidPaise: 1500_00,
        term: 'completion',
        parts: [{ name: 'On completion', amountPaise: 1500_00 }],
        ...dates,
        workScope: 'Both rooms',
        note: '',
        reason: null,
        changed: [],
      },
    ],
  });

  world.clock.advance(HOUR_MS);
  const askedAt = world.clock.format();
  const wish = {
    bidText: '1,000',
    term: 'milestone' as const,
    milestoneNames: ['Cut', 'Fit'],
    milestoneAmountTexts: ['400', '600'],
    startsOn: '',
    finishBy: inDays(5),
    note: 'We shift soon',
  };
  expect((await ask(first.id, wish)).httpStatus).toBe(200);
  const asked = {
    bidPaise: 1000_00,
    term: 'milestone',
    parts: [
      { name: 'Cut', amountPaise: 400_00 },
      { name: 'Fit', amountPaise: 600_00 },
    ],
    startsOn: null,
    finishBy: inDays(5),
    note: 'We shift soon',
    at: askedAt,
  };
  expect(await read(first.id)).toMatchObject({
    state: 'asked',
    bidPaise: 1500_00,
    turn: 2,
    asksLeft: 2,
    asked,
    lapsesAt: new Date(Date.parse(askedAt) + 7 * DAY_MS).toISOString(),
    abilities: { edit: { allowed: true }, cancel: { allowed: true } },
  });
  const [own] = (await worker.done(myQuotes, {})).items;
  expect(own).toMatchObject({ state: 'asked', ...untouched, seenAt: askedAt, turn: 2, asked, ...dates });
  expect((await listNotifications(world, worker, 'quote_asked'))[0]).toEqual({
    values: { amount: '₹1,500', job: job.title },
    path: `/myquote/${first.id}`,
  });

  world.clock.advance(HOUR_MS);
  const revisedAt = world.clock.format();
  const finishBy = inDays(4);
  const revised = await worker.done(
    updateQuote,
    buildOffer(first.id, { workScope: 'Both rooms', finishBy, note: 'Same paint' }),
  );
  expect(revised).toMatchObject({
    state: 'submitted',
    bidPaise: 1200_00,
    startsOn: dates.startsOn,
    finishBy,
    note: 'Same paint',
    offerVersion: 2,
    offeredAt: revisedAt,
    seenAt: null,
    turn: 3,
    asksLeft: 1,
    asked,
    declined: null,
    lapsesAt: new Date(Date.parse(revisedAt) + 7 * DAY_MS).toISOString(),
  });
  expect((await listNotifications(world, poster, 'quote_changed'))[0]?.values).toMatchObject({
    amount: '₹1,200',
  });
  const [received] = (await poster.done(contractRequests, { jobId: String(job.id) })).items;
  expect(received).toMatchObject({
    startsOn: dates.startsOn,
    finishBy,
    note: 'Same paint',
    offerVersion: 2,
    offeredAt: revisedAt,
    seenAt: null,
    turn: 3,
    asksLeft: 1,
    asked,
    declined: null,
    abilities: { accept: { allowed: true }, ask: { allowed: true }, decline: { allowed: true } },
  });
  for (const reader of [poster, worker])
    expect((await reader.done(quoteHistory, ids(first.id))).items.slice(1)).toEqual([
      {
        ...asked,
        step: 'asked',
        by: 'poster',
        turn: 2,
        version: null,
        workScope: '',
        reason: null,
        changed: ['bidPaise', 'term', 'parts', 'finishBy'],
      },
      {
        step: 'revised',
        by: 'worker',
        at: revisedAt,
        turn: 3,
        version: 2,
        bidPaise: 1200_00,
        term: 'completion',
        parts: [{ name: 'On completion', amountPaise: 1200_00 }],
        startsOn: dates.startsOn,
        finishBy,
        workScope: 'Both rooms',
        note: 'Same paint',
        reason: null,
        changed: ['bidPaise', 'parts', 'finishBy'],
      },
    ]);

  const stale = await poster.call(acceptQuote, { ...ids(first.id), offerVersion: '1' });
  expect(stale).toMatchObject({
    httpStatus: 409,
    message: 'The worker has changed this quote. Please read it again before you accept',
  });
  await poster.done(acceptQuote, { ...ids(first.id), offerVersion: '2' });
  expect(await read(first.id)).toMatchObject({ state: 'accepted', lapsesAt: null, bidPaise: 1200_00 });
});

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
    { milestoneAmountTexts: 'The milestones must add up to the amount of your quote' },
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

test('the poster asks as often as an answer fits into six turns', async () => {
  const { quote } = await createQuote();
  for (let round = 1; round <= 2; round++) {
    expect((await ask(quote.id)).httpStatus).toBe(200);
    expect(await ask(quote.id)).toMatchObject({
      httpStatus: 409,
      message: 'You have asked for another quote. It is the worker’s turn',
    });
    expect((await revise(quote.id)).httpStatus).toBe(200);
  }
  expect(await ask(quote.id)).toMatchObject({
    httpStatus: 409,
    message: 'You have asked as often as you can. Accept this quote or decline it',
  });
  const last = await read(quote.id, poster);
  expect(last).toMatchObject({ turn: 5, asksLeft: 0, abilities: { ask: { reason: 'quotes.last_turn' } } });
  expect(last.turn).toBeLessThanOrEqual(QUOTE_TURNS_MAX);
  await poster.done(declineQuote, { ...ids(quote.id), reason: 'another_reason' });
});

test('a change before the poster answers is a version of the same turn and restarts nothing', async () => {
  const { quote } = await createQuote();
  world.clock.advance(HOUR_MS);
  for (let version = 2; version <= QUOTE_VERSIONS_MAX; version++)
    expect((await revise(quote.id, { bidText: String(1500 + version) })).httpStatus).toBe(200);
  expect(await read(quote.id)).toMatchObject({
    turn: 1,
    offerVersion: QUOTE_VERSIONS_MAX,
    lapsesAt: quote.lapsesAt,
    abilities: { edit: { allowed: false, reason: 'quotes.too_many_versions' } },
  });
  expect((await revise(quote.id)).httpStatus).toBe(409);
  // An answer is a turn, and possible.
  expect((await ask(quote.id)).httpStatus).toBe(200);
  expect((await revise(quote.id)).httpStatus).toBe(200);
  const { items } = await worker.done(quoteHistory, ids(quote.id));
  expect(items.map(({ step }) => step)).toEqual([
    'offered',
    ...Array.from({ length: QUOTE_VERSIONS_MAX - 1 }, () => 'edited'),
    'asked',
    'revised',
  ]);
});

test('the poster may accept the offer that stands while the worker has not answered', async () => {
  const { quote } = await createQuote();
  await ask(quote.id);
  await poster.done(acceptQuote, ids(quote.id));
  expect(await readState(quote.id)).toBe('accepted');
  expect((await revise(quote.id)).httpStatus).toBe(409);
});

test('the worker takes back a quote instead of answering, and it does not count any more', async () => {
  const { job, quote } = await createQuote();
  await ask(quote.id);
  await worker.done(cancelQuote, { ...ids(quote.id), comment: 'Not for less' });
  expect(await readState(quote.id)).toBe('cancelled');
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(0);
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

test('each turn restarts the seven days, and the poster is reminded in each', async () => {
  const { quote } = await createQuote();
  const countReminders = async () => (await listNotifications(world, poster, 'quote_reminder')).length;
  const before = await countReminders();
  await age(quote.id, 5.01);
  await runTimers();
  expect(await countReminders()).toBe(before + 1);
  await ask(quote.id);
  await age(quote.id, 6.9);
  await runTimers();
  // It is the worker's turn.
  expect(await countReminders()).toBe(before + 1);
  expect(await readState(quote.id)).toBe('asked');
  await revise(quote.id);
  await age(quote.id, 5.01);
  await runTimers();
  expect(await countReminders()).toBe(before + 2);
  await age(quote.id, 2);
  await runTimers();
  expect(await readState(quote.id)).toBe('lapsed');
});

test('a quote that its worker does not answer lapses', async () => {
  const { quote } = await createQuote();
  await ask(quote.id);
  await age(quote.id, 7.01);
  await runTimers();
  expect(await readState(quote.id)).toBe('lapsed');
});

test('a quote that nobody can act on ends as others do', async () => {
  const [blocked, withheldJob, withheld] = [await createQuote(), await createQuote(), await createQuote()];
  await ask(blocked.quote.id);
  await world.db
    .updateTable('job')
    .set({ state: 'withheld' as never })
    .where('id', '=', withheldJob.job.id)
    .execute();
  await world.db
    .updateTable('quote')
    .set({ state: 'withheld' as never })
    .where('id', '=', withheld.quote.id)
    .execute();
  await poster.done(blockUser, { userId: String(worker.id) });
  for (const { quote } of [blocked, withheldJob, withheld]) await age(quote.id, 7.01);
  await runTimers();
  await poster.done(unblockUser, { userId: String(worker.id) });
  expect([
    await readState(blocked.quote.id),
    await readState(withheldJob.quote.id),
    await readState(withheld.quote.id),
  ]).toEqual(['lapsed', 'lapsed', 'cancelled']);
});

test('a suspended worker’s quote comes back to the side whose turn it was', async () => {
  const [theirs, asked] = [await createQuote(), await createQuote()];
  await ask(asked.quote.id);
  const quotes = [theirs.quote.id, asked.quote.id];
  const cause = { by: { role: 'system' as const }, at: world.clock.now() };
  await inTx(world.db, (tx) => withholdQuotes(tx, worker.id, cause));
  expect(await Promise.all(quotes.map(readState))).toEqual(['withheld', 'withheld']);
  await inTx(world.db, (tx) => offerQuotesAgain(tx, worker.id, cause));
  expect(await Promise.all(quotes.map(readState))).toEqual(['submitted', 'asked']);
});

test('quotes that were asked again end with the job, or when another one is accepted', async () => {
  const { job, quote } = await createQuote();
  await ask(quote.id);
  const other = await world.user();
  await poster.done(acceptQuote, ids((await send(other, job.id)).id));
  expect(await readState(quote.id)).toBe('not_selected');
  const dropped = await createQuote();
  await ask(dropped.quote.id);
  await poster.done(cancelJob, {
    jobId: String(dropped.job.id),
    comment: 'Not needed any more',
    refundText: '',
  });
  expect(await readState(dropped.quote.id)).toBe('not_selected');
});

test('strangers and the other side cannot answer, and a block stops both', async () => {
  const { quote } = await createQuote();
  const stranger = await world.user();
  for (const user of [stranger, worker]) {
    expect((await user.call(askAnotherQuote, { ...ids(quote.id), bidText: '1000' })).httpStatus).toBe(404);
    expect((await user.call(declineQuote, { ...ids(quote.id), reason: 'price' })).httpStatus).toBe(404);
  }
  expect((await stranger.call(quoteHistory, ids(quote.id))).httpStatus).toBe(404);
  expect((await world.guest.call(quoteHistory, ids(quote.id))).httpStatus).toBe(401);
  await worker.done(blockUser, { userId: String(poster.id) });
  expect((await ask(quote.id, { note: 'Answer me' })).httpStatus).toBe(404);
  expect((await poster.call(declineQuote, { ...ids(quote.id), reason: 'price' })).httpStatus).toBe(404);
  expect((await revise(quote.id)).httpStatus).toBe(409);
  await worker.done(unblockUser, { userId: String(poster.id) });
  expect((await ask(quote.id)).httpStatus).toBe(200);
  await setJobState(world, quote.jobId, 'cancel');
  expect((await poster.call(declineQuote, { ...ids(quote.id), reason: 'price' })).httpStatus).toBe(409);
});

test('neither side reads contact data of the other before award, and both do after it', async () => {
  const { quote } = await createQuote();
  const [asks, answers] = ['Call me on 98220 12345', 'My mail is asha@mail.example'];
  await ask(quote.id, { note: asks });
  await revise(quote.id, { note: answers });
  const readNotes = async (reader: TestUser) => ({
    shown: [(await read(quote.id, reader)).asked?.note, (await read(quote.id, reader)).note],
    kept: (await reader.done(quoteHistory, ids(quote.id))).items.map(({ note }) => note),
  });
  const [hidden, hiddenMail] = [`Call me on ${HIDDEN}`, `My mail is ${HIDDEN}`];
  const expectBeforeAward = async () => {
    expect(await readNotes(worker)).toEqual({ shown: [hidden, answers], kept: ['', hidden, answers] });
    expect(await readNotes(poster)).toEqual({ shown: [asks, hiddenMail], kept: ['', asks, hiddenMail] });
  };
  await expectBeforeAward();
  // As an older version of the filter, or a version of FWS without one, left them.
  const change = { masked: null, filter_version: FILTER_VERSION - 1 };
  await world.db.updateTable('quote_history').set(change).where('quote_id', '=', quote.id).execute();
  await expectBeforeAward();
  await inTx(world.db, (tx) => enqueue(tx, 'mask_quotes', {}));
  await world.drain();
  const stored = await world.db
    .selectFrom('quote_history')
    .select(['masked', 'filter_version'])
    .where('quote_id', '=', quote.id)
    .orderBy('number')
    .execute();
  expect(stored.map(({ masked }) => masked?.note ?? null)).toEqual([null, hidden, hiddenMail]);
  expect(stored.every(({ filter_version }) => filter_version === FILTER_VERSION)).toBe(true);
  await expectBeforeAward();
  await poster.done(acceptQuote, ids(quote.id));
  for (const reader of [poster, worker])
    expect(await readNotes(reader)).toEqual({ shown: [asks, answers], kept: ['', asks, answers] });
});

test('of an answer and an acceptance at once each is whole, and the poster gets what was read', async () => {
  for (let round = 0; round < 5; round++) {
    const { quote } = await createQuote();
    await ask(quote.id);
    const [answered, accepted] = await Promise.all([
      revise(quote.id, { bidText: '1900' }),
      poster.call(acceptQuote, { ...ids(quote.id), offerVersion: '1' }),
    ]);
    expect([answered.httpStatus, accepted.httpStatus].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read(quote.id)).toMatchObject(
      accepted.httpStatus === 200
        ? { state: 'accepted', bidPaise: 1500_00 }
        : { state: 'submitted', bidPaise: 1900_00 },
    );
  }
});
