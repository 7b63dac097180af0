import { conversationArchive, conversationList } from '@fws/contract/conversations/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, quote } from '../../../../test/story.ts';
import { expectPages } from '../../../../test/pages.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { accept, createPair as createPairIn, write, type Pair } from '../testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const listFound = (by: TestUser, search: string, filter = 'all') =>
  by.done(conversationList, { search, filter });
/** The jobs of the conversations that a search finds. */
const find = async (by: TestUser, search: string, filter?: string) =>
  (await listFound(by, search, filter)).items.map(({ jobId }) => String(jobId));

/** Meera and Imran, who have begun to write. */
async function createPair(title?: string): Promise<Pair> {
  const pair = await createPairIn(world, title);
  await write(pair.worker, pair.poster, pair.jobId, 'Which floor?');
  return pair;
}

test('a search finds the title, the name and the number in any script', async () => {
  const { poster, worker, job, jobId } = await createPair('Fit a modular kitchen');
  const other = await createPairIn(world, 'Paint two rooms');
  const quoted = await quote(worker, other.job.id);
  expect(quoted.state).toBe('submitted');
  await write(worker, other.poster, other.jobId, 'Which colour?');
  for (const search of ['kitchen', 'KITC', 'modular  kitchen', 'मॉड्यूलर', job.number, `FWS ${job.number}`])
    expect(await find(worker, search), search).toEqual([jobId]);
  for (const search of ['paint', 'रूम', 'पेंट'])
    expect(await find(worker, search), search).toEqual([other.jobId]);
  // Both are about jobs of somebody called Meera.
  for (const search of ['meera', 'मीरा', 'Mira'])
    expect(await find(worker, search), search).toEqual([other.jobId, jobId]);
  for (const search of ['Imran', 'इमरान', 'imran kitchen', 'शेख'])
    expect(await find(poster, search), search).toEqual([jobId]);
  for (const search of ['meera', 'imran wardrobe', 'which floor'])
    expect(await find(poster, search), search).toEqual([]);
  const [found] = (await listFound(poster, 'kitchen')).items;
  expect(found).toEqual((await poster.done(conversationList, {})).items[0]);
});

test('what is hidden of a title is found by its poster, and by the worker once the job is awarded', async () => {
  const pair = await createPair('Fit a kitchen, call 98220 12345');
  const { poster, worker, jobId } = pair;
  expect((await listFound(worker, 'kitchen')).items[0]?.jobTitle).toBe(`Fit a kitchen, call ${HIDDEN}`);
  for (const search of ['98220', '12345', HIDDEN]) expect(await find(worker, search), search).toEqual([]);
  expect(await find(poster, '98220')).toEqual([jobId]);
  await accept(pair);
  expect(await find(worker, '98220')).toEqual([jobId]);
});

test('a last name is found by those who may read it', async () => {
  const pair = await createPair();
  const { poster, worker, jobId } = pair;
  expect((await listFound(worker, 'meera j')).items[0]?.person.name).toBe('Meera J.');
  for (const search of ['joshi', 'जोशी', 'meera jo']) expect(await find(worker, search), search).toEqual([]);
  expect(await find(poster, 'shaikh')).toEqual([jobId]);
  await accept(pair);
  for (const search of ['joshi', 'जोशी', 'meera jo'])
    expect(await find(worker, search), search).toEqual([jobId]);
});

test('nobody finds conversations of others', async () => {
  const { jobId, poster, worker } = await createPair('Repair the terrace');
  const rival = await world.user({ identity: 'verified' });
  await quote(rival, Number(jobId));
  await write(rival, poster, jobId, 'Which floor?');
  expect(await find(await world.user(), 'terrace')).toEqual([]);
  expect((await listFound(rival, 'terrace')).items.map(({ person }) => person.id)).toEqual([poster.id]);
  expect(await find(rival, 'imran')).toEqual([]);
  expect((await listFound(poster, 'terrace')).items.map(({ person }) => person.id)).toEqual([
    rival.id,
    worker.id,
  ]);
});

test('a search goes with each filter', async () => {
  const { poster, worker, jobId } = await createPair();
  const listPlaces = async (by: TestUser) => {
    const places: string[] = [];
    for (const filter of ['all', 'unread', 'posted', 'doing', 'archived'])
      if ((await find(by, 'kitchen', filter)).length > 0) places.push(filter);
    return places;
  };
  expect(await listPlaces(poster)).toEqual(['all', 'unread', 'posted']);
  expect(await listPlaces(worker)).toEqual(['all', 'doing']);
  await poster.done(conversationArchive, { jobId, userId: String(worker.id) });
  expect(await listPlaces(poster)).toEqual(['archived']);
});

test('a search of signs finds nothing, one of blanks is none, and one that is too long is refused', async () => {
  const { poster, jobId } = await createPair();
  for (const search of ['???', '😀'])
    expect(await listFound(poster, search)).toEqual({ items: [], nextCursor: null });
  expect(await find(poster, '  ')).toEqual([jobId]);
  expect(await poster.call(conversationList, { search: 'x'.repeat(101) })).toMatchObject({
    httpStatus: 422,
    errors: { search: 'Please use at most 100 characters' },
  });
  expect((await poster.call(conversationList, { search: 'kitchen', cursor: 'x' })).httpStatus).toBe(400);
  const { data } = await poster.post('conversation_list', { search: 'kitchen' });
  expect(data).toMatchObject([{ jobId: Number(jobId) }]);
  expect((await poster.post('conversation_list', { search: 'wardrobe' })).data).toEqual([]);
});

/** Somebody with this many conversations about one job after another, the newest first. */
async function createMany(count: number, getTitle: string): Promise<TestUser> {
  const poster = await world.user();
  const { id } = await post(world, poster);
  const worker = await world.user();
  const columns = sql.raw(
    `category_id, description, location, skills, take_work_on, closes_on, payment_term, budget_kind,
      budget_from_paise, budget_to_paise, state, filter_version`,
  );
  await sql`
    WITH copies AS (
      INSERT INTO job (poster_id, title, posted_at, ${columns})
      SELECT poster_id, ${sql.raw(getTitle)}, date_trunc('second', now()) - i * interval '1 minute', ${columns}
      FROM job, generate_series(1, ${sql.lit(count)}) i WHERE id = ${id} ORDER BY i
      RETURNING id, posted_at)
    INSERT INTO conversation (job_id, worker_id, poster_id, last_number, last_at)
    SELECT id, ${worker.id}, ${poster.id}, 1, posted_at FROM copies`.execute(world.db);
  return poster;
}

test('a search of many conversations is read page by page to its end', async () => {
  // Every 40th of 1,300: more than are read at once, and more than a request reads.
  const poster = await createMany(1_300, `'Room ' || i || CASE WHEN i % 40 = 0 THEN ' terrace' ELSE '' END`);
  const titles = Array.from({ length: 32 }, (_, index) => `Room ${(index + 1) * 40} terrace`);
  await expectPages((page) => poster.done(conversationList, { ...page, search: 'terrace' }), titles, {
    limit: 8,
    pick: ({ jobTitle }) => jobTitle,
  });
});

test('a page may be empty and lead on, where the rest is older than what a request reads', async () => {
  const poster = await createMany(1_100, `'Room ' || i`);
  const first = await poster.done(conversationList, { search: 'room 1050' });
  expect(first.items).toEqual([]);
  const cursor = first.nextCursor ?? '';
  const second = await poster.done(conversationList, { search: 'room 1050', cursor });
  expect(second.items.map(({ jobTitle }) => jobTitle)).toEqual(['Room 1050']);
  expect(second.nextCursor).toBe(null);
});

test('one user has a share of the searches that run and wait, and no more', async () => {
  const poster = await createMany(1_000, `'Room ' || i`);
  const other = await createPair();
  const search = () => poster.call(conversationList, { search: 'terrace' });
  const answers = Promise.all(Array.from({ length: 60 }, search));
  expect(await find(other.poster, 'kitchen')).toEqual([other.jobId]);
  const statuses = (await answers).map(({ httpStatus }) => httpStatus);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
