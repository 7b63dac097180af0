import { expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import {
  acceptQuote,
  askAnotherQuote,
  cancelQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { post, quote as send, setJobState } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { type World } from '../../../../test/world.ts';
import { setUpNegotiation } from '../testing/negotiation.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;
const { inDays, ids, ask, buildOffer, revise, read, readState, createQuote } = setUpNegotiation(
  (fixture) => ({ world, poster, worker } = fixture),
);

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
        visit: null,
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
    asksLeft: 1,
    asked,
    lapsesAt: new Date(Date.parse(askedAt) + 7 * DAY_MS).toISOString(),
    abilities: { edit: { allowed: true }, cancel: { allowed: true } },
  });
  const [own] = (await worker.done(myQuotes, {})).items;
  expect(own).toMatchObject({
    state: 'asked',
    ...untouched,
    seenAt: askedAt,
    turn: 2,
    asksLeft: 1,
    asked,
    ...dates,
  });
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
        visit: null,
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
        visit: null,
        workScope: 'Both rooms',
        note: 'Same paint',
        reason: null,
        changed: ['bidPaise', 'parts', 'finishBy'],
      },
    ]);

  const stale = await poster.call(acceptQuote, { ...ids(first.id), offerVersion: '1' });
  expect(stale).toMatchObject({
    httpStatus: 409,
    message: 'The worker has changed this quote. Please read it again before you answer',
  });
  await poster.done(acceptQuote, { ...ids(first.id), offerVersion: '2' });
  expect(await read(first.id)).toMatchObject({ state: 'accepted', lapsesAt: null, bidPaise: 1200_00 });
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
