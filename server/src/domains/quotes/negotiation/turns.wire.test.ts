import { expect, test } from 'vitest';
import { declineQuote, quoteHistory } from '@fws/contract/quotes/calls';
import { QUOTE_TURNS_MAX, QUOTE_VERSIONS_MAX } from '@fws/contract/quotes/negotiation/model';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { inTx } from '../../../platform/db/index.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import type { TestUser } from '../../../../test/user.ts';
import { type World } from '../../../../test/world.ts';
import { offerQuotesAgain, withholdQuotes } from '../index.ts';
import { setUpNegotiation } from '../testing/negotiation.ts';

// How many turns and versions a quote has, and how it ends when nobody acts.

const HOUR_MS = 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
const { ids, ask, revise, read, readState, createQuote, age, runTimers } = setUpNegotiation(
  (fixture) => ({ world, poster, worker } = fixture),
);

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
    message: 'You cannot ask again. Accept this quote or decline it',
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
