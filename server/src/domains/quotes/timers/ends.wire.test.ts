import { expect, test } from 'vitest';
import { updateJob } from '@fws/contract/jobs/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { inTx } from '../../../platform/db/index.ts';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { buildJobForm } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitForBlocked } from '../../../../test/locks.ts';
import { type World } from '../../../../test/world.ts';
import { offerQuotesAgain, withholdQuotes } from '../index.ts';
import { setUpNegotiation } from '../testing/negotiation.ts';
import { lapseQuotes } from './service.ts';
import { lockQuotesBefore } from './store.ts';

// Whom the timers tell, and of what.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { ask, revise, readState, createQuote, age, runTimers } = setUpNegotiation(
  (fixture) => ({ world, poster, worker } = fixture),
);

const count = async (user: TestUser, type: Parameters<typeof listNotifications>[2]) =>
  (await listNotifications(world, user, type)).length;
const cause = () => ({ by: { role: 'system' as const }, at: world.clock.now() });

test('a worker is reminded of what the poster has asked for, and the poster learns that nothing came', async () => {
  const { job, quote } = await createQuote();
  await ask(quote.id);
  await age(quote.id, 4.99);
  await runTimers();
  expect(await listNotifications(world, worker, 'quote_revise_reminder')).toEqual([]);
  await age(quote.id, 0.02);
  await runTimers();
  await runTimers();
  const [reminder, ...others] = await listNotifications(world, worker, 'quote_revise_reminder');
  expect(others).toEqual([]);
  expect(reminder).toMatchObject({
    values: { amount: '₹1,500', job: job.title },
    path: `/myquote/${quote.id}`,
  });
  expect(await count(poster, 'quote_reminder')).toBe(0);

  await age(quote.id, 2);
  await runTimers();
  expect(await readState(quote.id)).toBe('lapsed');
  expect(await listNotifications(world, poster, 'quote_not_revised')).toEqual([
    { values: { worker: 'Asha Kumar', job: job.title }, path: `/requestlist/${job.id}` },
  ]);
  expect((await listNotifications(world, worker, 'quote_lapsed'))[0]).toEqual({
    values: { job: job.title },
    path: '/myquotes',
  });
});

test('a worker who has answered is not reminded, nor is a poster told of a quote that they left unanswered', async () => {
  const before = [await count(worker, 'quote_revise_reminder'), await count(poster, 'quote_not_revised')];
  const { quote } = await createQuote();
  await ask(quote.id);
  await revise(quote.id);
  await age(quote.id, 7.01);
  await runTimers();
  expect(await readState(quote.id)).toBe('lapsed');
  expect([await count(worker, 'quote_revise_reminder'), await count(poster, 'quote_not_revised')]).toEqual(
    before,
  );
});

test('nobody hears that a worker has not answered who could not', async () => {
  const before = [await count(worker, 'quote_revise_reminder'), await count(poster, 'quote_not_revised')];
  const { quote } = await createQuote();
  await ask(quote.id);
  await worker.done(blockUser, { userId: String(poster.id) });
  for (const days of [5.01, 2]) {
    await age(quote.id, days);
    await runTimers();
  }
  await worker.done(unblockUser, { userId: String(poster.id) });
  expect(await readState(quote.id)).toBe('lapsed');
  expect([await count(worker, 'quote_revise_reminder'), await count(poster, 'quote_not_revised')]).toEqual(
    before,
  );
});

test('the worker of a withheld quote learns that it has ended, and the poster nothing', async () => {
  const [old, changed, late] = [await createQuote(), await createQuote(), await createQuote()];
  await inTx(world.db, (tx) => withholdQuotes(tx, worker.id, cause()));
  const counted = await count(poster, 'quote_cancelled');
  await age(old.quote.id, 7.01);
  await runTimers();
  await poster.done(updateJob, {
    ...buildJobForm(world.clock.now(), { title: 'Paint a house' }),
    jobId: String(changed.job.id),
  });
  await world.drain();
  await age(late.quote.id, 7.01);
  await inTx(world.db, (tx) => offerQuotesAgain(tx, worker.id, cause()));
  for (const { quote } of [old, changed, late]) expect(await readState(quote.id)).toBe('cancelled');
  const told = await listNotifications(world, worker, 'quote_dropped');
  expect(new Set(told.map(({ path }) => path))).toEqual(
    new Set([old, changed, late].map(({ quote }) => `/myquote/${quote.id}`)),
  );
  expect(told).toHaveLength(3);
  expect(await count(poster, 'quote_cancelled')).toBe(counted);
});

test('a quote that lapses while its worker is suspended stays lapsed', async () => {
  const { quote } = await createQuote();
  await age(quote.id, 7.01);
  const { withheld } = await inTx(world.db, async (tx) => {
    const due = await lockQuotesBefore(
      tx,
      ['submitted'],
      new Date(world.clock.now().getTime() - 7 * 24 * 3600_000),
      10,
    );
    const other = inTx(world.db, (second) => withholdQuotes(second, worker.id, cause()));
    await waitForBlocked(world.db);
    await lapseQuotes(tx, due, world.clock.now());
    // Not awaited: it ends after this transaction.
    return { withheld: other };
  });
  await withheld;
  expect(await readState(quote.id)).toBe('lapsed');
});
