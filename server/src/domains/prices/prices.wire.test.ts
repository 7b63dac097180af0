import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { priceHint } from '@fws/contract/prices/calls';
import type { PriceHint } from '@fws/contract/prices/schemas';
import { award, fund, getMilestoneAt } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/log.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { recordSignal } from '../links/index.ts';

let world: World;
let reader: TestUser;
const pairs: { poster: TestUser; worker: TestUser }[] = [];
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  reader = await world.user();
  for (let index = 0; index < 5; index += 1)
    pairs.push({
      poster: await world.user({ identity: 'verified' }),
      worker: await world.user({ identity: 'verified' }),
    });
});
afterAll(() => world.close());

const ask = (location = 'Kothrud, Pune', categoryId = '1') =>
  reader.done(priceHint, { location, categoryId });

/** A day passes for everything that is counted, and the prices are published. */
async function runNight(): Promise<void> {
  await sql`UPDATE milestone SET funded_at = funded_at - interval '1 day'`.execute(world.db);
  await sql`UPDATE price_hint SET counted_until = counted_until - interval '1 day'`.execute(world.db);
  await inTx(world.db, (tx) => enqueue(tx, 'publish_prices', {}));
  await world.drain();
}

/** The pair agrees on so many rupees; the poster pays them in. */
async function agree(index: number, rupees: number) {
  const pair = pairs[index % 5];
  if (!pair) throw new Error('there are five pairs');
  const at = getMilestoneAt(await award(world, pair, { rupees: String(rupees), term: 'completion' }));
  await fund(world, pair.poster, at);
  return { ...pair, ...at };
}

let published: PriceHint | null;

test('publishes what ten funded quotes of five posters and five workers cost, the night after', async () => {
  for (let index = 0; index < 9; index += 1) await agree(index, (index + 1) * 1000);
  const [, , , , pair] = pairs;
  if (!pair) throw new Error('there are five pairs');
  const contract = await award(world, pair, {
    rupees: '500',
    term: 'milestone',
    rows: [
      ['Doors', '200'],
      ['Walls', '300'],
    ],
  });
  // What is agreed on later counts, not what was quoted.
  await sql`UPDATE contract SET total_paise = 1000000 WHERE job_id = ${contract.jobId}`.execute(world.db);
  await runNight();
  expect(await ask()).toBeNull();
  await fund(world, pair.poster, getMilestoneAt(contract, 1));
  await runNight();
  expect(await ask()).toBeNull();
  await fund(world, pair.poster, getMilestoneAt(contract, 2));
  expect(await ask()).toBeNull();
  await runNight();
  published = await ask();
  expect(published).toEqual({
    category: { id: 1, name: 'Painting', nameHi: 'रंगाई-पुताई' },
    city: 'Pune',
    lowPaise: 3_000_00,
    middlePaise: 5_000_00,
    highPaise: 8_000_00,
    quotesFrom: 10,
    until: toIstDate(new Date(world.clock.now().getTime() - 24 * 3600_000)),
  });
});

test('finds the category by its name and the city by its names or by the position', async () => {
  expect(await ask('Baner, Poona', 'painting')).toEqual(published);
  expect(await ask('पुणे', 'रंगाई-पुताई')).toEqual(published);
  const position = { latitude: '18.5074', longitude: '73.8077' };
  const byPosition = { location: 'Near the school', categoryId: '1', ...position };
  expect(await reader.done(priceHint, byPosition)).toEqual(published);
  expect(await ask('Nashik')).toBeNull();
  expect(await ask('Pune', '2')).toBeNull();
  expect(await ask('Nowhere at all')).toBeNull();
});

test('answers clients of the specification with a list and rupees, and readers of Hindi with Hindi names', async () => {
  const form = { category: '1', location: 'Pune' };
  const { data } = await reader.post('price_hint', form);
  expect(data).toEqual([
    {
      category: 1,
      category_name: 'Painting',
      city: 'Pune',
      amount_from: '3000',
      amount_middle: '5000',
      amount_to: '8000',
      quotes_from: 10,
      until: published?.until,
    },
  ]);
  expect(await reader.post('price_hint', { ...form, category: '2' })).toMatchObject({
    status: 200,
    data: [],
  });
  const inHindi = { headers: { 'accept-language': 'hi' } };
  const hint = await reader.done(priceHint, { categoryId: '1', location: 'Pune' }, inHindi);
  expect(hint?.city).toBe('पुणे');
});

test('refuses an unknown category, an empty place, half a position and a visitor', async () => {
  const refused = await reader.call(priceHint, { categoryId: '999', location: 'Pune' });
  expect(refused).toMatchObject({
    httpStatus: 422,
    errors: { categoryId: 'There is no such category. Please choose one from the list of categories' },
  });
  const empty = await reader.call(priceHint, { categoryId: '', location: ' ' });
  expect(Object.keys(empty.errors ?? {}).toSorted()).toEqual(['categoryId', 'location']);
  const half = { categoryId: '1', location: 'Pune', latitude: '18.5' };
  expect(Object.keys((await reader.call(priceHint, half)).errors ?? {})).toEqual(['latitude']);
  expect(await world.guest.call(priceHint, { categoryId: '1', location: 'Pune' })).toMatchObject({
    httpStatus: 401,
  });
});

test('stays as it is after one acceptance, one cancellation, and four new quotes', async () => {
  const added = await agree(0, 20_000);
  await runNight();
  expect(await ask()).toMatchObject({ middlePaise: 5_000_00, quotesFrom: 10 });
  await added.poster.done(cancelJob, {
    jobId: String(added.jobId),
    comment: 'The flat is sold',
    refundText: '',
  });
  await runNight();
  for (const index of [1, 2, 3, 4]) await agree(index, 20_000);
  await runNight();
  expect(await ask()).toEqual({ ...published, until: expect.any(String) as string });
});

test('changes with five new quotes of five posters and five workers; each counts with the newest two', async () => {
  await agree(0, 20_000);
  await runNight();
  expect(await ask()).toMatchObject({
    lowPaise: 8_000_00,
    middlePaise: 10_000_00,
    highPaise: 20_000_00,
    quotesFrom: 10,
  });
});

test('linked accounts are one person', async () => {
  const { deps, close } = composeDeps(readConfig(world.config), { log: silentLog });
  await inTx(world.db, async (tx) => {
    for (const { poster } of pairs.slice(0, 2))
      await recordSignal(deps, tx, { userId: poster.id, kind: 'device', value: 'shared' });
  });
  await close();
  for (const index of [0, 1, 2, 3, 4]) await agree(index, 2_000);
  await runNight();
  expect(await ask()).toMatchObject({ middlePaise: 10_000_00 });
});

test('is shown for half a year after it was published', async () => {
  await sql`UPDATE price_hint SET counted_until = counted_until - interval '180 days'`.execute(world.db);
  expect(await ask()).not.toBeNull();
  await sql`UPDATE price_hint SET counted_until = counted_until - interval '2 days'`.execute(world.db);
  expect(await ask()).toBeNull();
});

test('counts neither quotes accepted more than a year ago nor those of suspended accounts', async () => {
  await sql`DELETE FROM price_hint`.execute(world.db);
  await sql`DELETE FROM account_signal`.execute(world.db);
  const suspend = (time: Date | null) =>
    world.db
      .updateTable('user_account')
      .set({ suspended_at: time })
      .where('id', '=', pairs[0]?.worker.id ?? 0)
      .execute();
  await suspend(world.clock.now());
  await runNight();
  expect(await ask()).toBeNull();
  await suspend(null);
  await sql`UPDATE contract SET awarded_at = awarded_at - interval '367 days'`.execute(world.db);
  await runNight();
  expect(await ask()).toBeNull();
  await sql`UPDATE contract SET awarded_at = awarded_at + interval '10 days'`.execute(world.db);
  await runNight();
  expect(await ask()).not.toBeNull();
});

test('limits how often one user asks', async () => {
  const asker = await world.user();
  await asker.done(priceHint, { categoryId: '1', location: 'Pune' });
  await world.db
    .updateTable('attempt_counter')
    .set({ count: 600 })
    .where('scope', '=', 'price_hint_user')
    .execute();
  expect(await asker.call(priceHint, { categoryId: '1', location: 'Pune' })).toMatchObject({
    httpStatus: 429,
  });
});
