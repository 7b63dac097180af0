import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb, type TestDatabase } from '../../../../test/database.ts';
import { waitFor } from '../../../../test/wait.ts';
import { seedUsers } from '../../../../test/plans.ts';
import { silentLog } from '../../../platform/log.ts';
import { createDb, createPool, inTx, type Db } from '../../../platform/db/index.ts';
import { all } from './conditions.ts';
import { COLUMNS, toListName } from './columns.ts';
import { findInIndex } from '../explore/find.ts';
import { warmUpSearch } from '../http.ts';
import { toKey } from '../words/fold.ts';
import { ListCache } from './lists.ts';
import { mergeChanges } from './merge.ts';
import { getSearchIndex, SearchIndex } from './search-index.ts';
import type { Selection } from './select.ts';
import { indexJobs } from '../store.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await sql.raw(seedUsers(1)).execute(db);
});
afterAll(() => database.close());

async function insertJobs(count: number, title: string, latitude = 18.5): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO job (poster_id, category_id, title, description, location, latitude, longitude, skills, take_work_on,
      closes_on, payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
    SELECT (SELECT min(id) FROM user_account), 2, ${title}, '', 'Pune', ${latitude}::float8, 73.8, '{}', '2027-01-01', '2027-01-01', 'terms',
      'fixed', 100000 + i, 100000 + i, timestamptz '2026-11-25' + i * interval '1 ms' FROM generate_series(1, ${count}) i
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
const index = (ids: readonly number[]) => inTx(db, (tx) => indexJobs(tx, ids, (word) => [word]));
const close = async (ids: readonly number[]) => {
  await sql`UPDATE job SET state = 'expired' WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  await index(ids);
};
const rename = async (ids: readonly number[], title: string) => {
  await db
    .updateTable('job')
    .set({ title })
    .where('id', 'in', [...ids])
    .execute();
  await index(ids);
};

const PUNE = { latitude: 18.5, longitude: 73.8 };
const selection: Selection = {
  sort: 'oldest',
  tiers: [{ tier: 1, condition: all() }],
  filter: all(),
  origin: null,
  radiusKm: null,
  budgetFromPaise: null,
  budgetToPaise: null,
  closesFrom: 0,
  closesTo: null,
  after: null,
  limit: 100_000,
};
async function find(
  searchIndex: SearchIndex,
  word: string,
  change: Partial<Selection> = {},
): Promise<number[]> {
  const filter = all(`t:${toKey(word)}`);
  const { rows } = await findInIndex(searchIndex, { ...selection, filter, ...change });
  return rows.map(({ id }) => id);
}
const countRows = async (table: 'search_segment' | 'search_job') =>
  (
    await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

test('finds the same jobs before and after a merge, also in a process that knew the former segments', async () => {
  const early = new SearchIndex(db);
  const ids = await insertJobs(50, 'Xylophone');
  await index(ids);
  expect(await find(early, 'Xylophone')).toEqual(ids);
  expect(await mergeChanges(db, 1)).toBe(true);
  expect(await mergeChanges(db, 1)).toBe(false);
  const late = new SearchIndex(db);
  for (const each of [early, late]) expect(await find(each, 'Xylophone')).toEqual(ids);

  // Changed and closed jobs are in the segment no longer, nor after the next merge, nor after one that joins segments.
  await rename(ids.slice(0, 10), 'Zither');
  await close(ids.slice(5, 20));
  const added = await insertJobs(40, 'Zither');
  await index(added);
  for (let merges = 0; merges < 3; merges++) {
    for (const each of [early, late, new SearchIndex(db)]) {
      expect(await find(each, 'Xylophone')).toEqual(ids.slice(20));
      expect(await find(each, 'Zither', { sort: 'nearest', origin: PUNE })).toEqual([
        ...ids.slice(0, 5),
        ...added,
      ]);
      const budget = { budgetFromPaise: 100_030, budgetToPaise: 100_034 };
      expect(await find(each, 'Xylophone', budget)).toEqual(ids.slice(29, 34));
      expect(await find(each, 'Zither', { origin: PUNE, radiusKm: 1 })).toHaveLength(5 + added.length);
    }
    await mergeChanges(db, 1);
    if (merges === 1) await close(added.splice(0, 39));
  }
  // A closed job leaves nothing behind.
  expect(await countRows('search_job')).toBe(ids.length - 15 + added.length);
  // A segment that was replaced stays for searches that have begun, and not for ever.
  await db
    .updateTable('search_segment')
    .set({ retired_at: new Date(0) })
    .where('retired_at', 'is not', null)
    .execute();
  await index(added);
  await mergeChanges(db, 1);
  const { rows } = await sql<{ jobs: number }>`
    SELECT sum(jobs)::int AS jobs FROM search_segment WHERE retired_at IS NULL OR retired_at < 'yesterday'`.execute(
    db,
  );
  expect(rows[0]?.jobs).toBeLessThan(100);
});

test('loses no job while jobs are posted, changed, closed and merged at once', async () => {
  const searchIndex = new SearchIndex(db);
  const expected = new Set<number>();
  const work = async (worker: number) => {
    for (let round = 0; round < 12; round++) {
      const ids = await insertJobs(6, 'Accordion');
      await index(ids);
      const [closed, renamed] = [ids.slice(0, 2), ids.slice(2, 3)];
      if (round % 3 === worker % 3) await close(closed);
      else await rename(renamed, 'Sitar');
      const gone = new Set(round % 3 === worker % 3 ? closed : renamed);
      for (const id of ids) if (!gone.has(id)) expected.add(id);
    }
  };
  const merge = async () => {
    for (let round = 0; round < 12; round++) await mergeChanges(db, 1);
  };
  const search = async () => {
    for (let round = 0; round < 40; round++) {
      const known = new Set(expected);
      const found = new Set(await find(searchIndex, 'Accordion'));
      expect([...known].filter((id) => !found.has(id))).toEqual([]);
    }
  };
  await Promise.all([work(0), work(1), work(2), merge(), search(), search()]);
  for (const each of [searchIndex, new SearchIndex(db)])
    expect(new Set(await find(each, 'Accordion'))).toEqual(expected);
});

/** An index with connections of its own, whose statements are recorded. */
function openCountedIndex() {
  const pool = createPool(database.appUrl);
  const query = vi.spyOn(pool, 'query');
  const ownDb = createDb(pool);
  return { query, ownDb, searchIndex: new SearchIndex(ownDb), destroy: () => ownDb.destroy() };
}

test('reads each list once for concurrent searches of a new process', async () => {
  const ids = await insertJobs(5, 'Mandolin');
  await index(ids);
  await mergeChanges(db, 1);
  const { query, searchIndex, destroy } = openCountedIndex();
  const found = await Promise.all(Array.from({ length: 20 }, () => find(searchIndex, 'Mandolin')));
  expect(found).toEqual(Array.from({ length: 20 }, () => ids));
  const count = (table: string) =>
    query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes(table)).length;
  // The ids of all jobs, then the rest.
  expect([count('merged_change'), count('FROM search_list')]).toEqual([1, 2]);
  query.mockClear();
  await find(searchIndex, 'Mandolin');
  expect([count('merged_change'), count('FROM search_list'), count('FROM search_job')]).toEqual([0, 0, 1]);
  await destroy();
});

test('reads the numbers of all jobs when the server listens, so that the first search does not', async () => {
  const ids = await insertJobs(5, 'Santoor');
  await index(ids);
  await mergeChanges(db, 1);
  const { query, ownDb, destroy } = openCountedIndex();
  const searchIndex = getSearchIndex(ownDb);
  const app = fastify();
  warmUpSearch(app, { db: ownDb, log: silentLog });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const listNames = () =>
    query.mock.calls.flatMap(([statement]) => (statement as unknown as { values: [unknown] }).values[0]);
  const columns = COLUMNS.map(toListName);
  await waitFor('all columns to be read', () => columns.every((name) => listNames().includes(name)));
  await searchIndex.warmUp();
  query.mockClear();
  expect(await find(searchIndex, 'Santoor', { budgetFromPaise: 100_002 })).toEqual(ids.slice(1));
  const statements = query.mock.calls.map(([statement]) => statement as unknown as { values: unknown[] });
  const asked = statements.filter(({ values }) => Array.isArray(values[0])).map(({ values }) => values[0]);
  // Only the list of the word, and the changes.
  expect([asked, statements.length]).toEqual([[[`t:${toKey('Santoor')}`]], 2]);
  await app.close();
  await destroy();
});

test('drops the lists that were not used for the longest time when they take too much memory', async () => {
  const words = ['Sarod', 'Veena', 'Shehnai'];
  for (const word of words) await index(await insertJobs(1, word));
  await mergeChanges(db, 1);
  const segments = await db
    .selectFrom('search_segment')
    .select(['id', 'jobs'])
    .where('retired_at', 'is', null)
    .execute();
  const sizes = new Map(segments.map(({ id, jobs }) => [id, jobs]));
  const { query, ownDb, destroy } = openCountedIndex();
  const names = words.map((word) => `t:${toKey(word)}`) as [string, string, string];
  const [sarod, veena, shehnai] = names;
  const whole = new ListCache(ownDb);
  await whole.load(names, sizes);
  const jobs = segments.reduce((sum, segment) => sum + segment.jobs, 0);
  // Room for two of the three, beside what is kept for each job.
  const cache = new ListCache(ownDb, Math.round(whole.bytes * 0.8) - 150 * jobs);
  const load = async (name: string) => {
    query.mockClear();
    const lists = await cache.load([name], sizes);
    const positions = [...lists.values()].map((each) => each.get(name)?.length ?? 0);
    return { found: Math.max(...positions), reads: query.mock.calls.length };
  };
  expect([await load(sarod), await load(veena), await load(sarod)].map(({ reads }) => reads)).toEqual([
    1, 1, 0,
  ]);
  // The third one takes the place of the second, which was used before the first.
  expect((await load(shehnai)).reads).toBe(1);
  expect([await load(sarod), await load(shehnai), await load(veena)].map(({ reads }) => reads)).toEqual([
    0, 0, 1,
  ]);
  expect((await load(sarod)).reads).toBe(1);
  expect(cache.bytes).toBeLessThanOrEqual(whole.bytes * 0.8);
  // A list that does not fit at all is returned, and not kept.
  const tiny = new ListCache(ownDb, -150 * jobs);
  const read = await tiny.load([sarod], sizes);
  expect([[...read.values()].some((each) => (each.get(sarod)?.length ?? 0) > 0), tiny.bytes]).toEqual([
    true,
    0,
  ]);
  await destroy();
});

test('sorts by distance whether there are many jobs nearby or few', async () => {
  const searchIndex = new SearchIndex(db);
  const far = await insertJobs(2, 'Cello', 23);
  const nearby = await insertJobs(1_000, 'Cello', 18.9);
  const here = await insertJobs(2, 'Cello');
  await index([...far, ...nearby, ...here]);
  const nearest = { sort: 'nearest', origin: PUNE } as const;
  const expected = [...here, ...nearby, ...far];
  expect(await find(searchIndex, 'Cello', { ...nearest, limit: 1_010 })).toEqual(expected);
  expect(await find(searchIndex, 'Cello', { ...nearest, limit: 3 })).toEqual(expected.slice(0, 3));
  expect(await find(searchIndex, 'Cello', { ...nearest, radiusKm: 40 })).toEqual(here);
  expect(await find(searchIndex, 'Cello', { ...nearest, radiusKm: 500 })).toEqual([...here, ...nearby]);
});

test('begins anew when the database has lost changes', async () => {
  const searchIndex = new SearchIndex(db);
  const ids = await insertJobs(3, 'Harmonica');
  await index(ids);
  expect(await find(searchIndex, 'Harmonica')).toEqual(ids);
  await sql`DELETE FROM search_job WHERE job_id = ANY(${ids}::bigint[])`.execute(db);
  await sql`UPDATE search_state SET last_change = (SELECT max(change) FROM search_job)`.execute(db);
  expect(await find(searchIndex, 'Harmonica')).toEqual([]);
});

test('enqueues a merge once there are many changes', async () => {
  const owner = openOwnerDb(database.ownerUrl);
  const countMerges = async () => {
    const { rows } = await sql<{ merges: number }>`
      SELECT count(*)::int AS merges FROM outbox WHERE task = 'merge_search'`.execute(owner);
    return rows[0]?.merges;
  };
  await mergeChanges(db, 1);
  const before = (await countMerges()) ?? 0;
  await index(await insertJobs(3_999, 'Banjo'));
  expect(await countMerges()).toBe(before);
  await index(await insertJobs(1, 'Banjo'));
  expect(await countMerges()).toBe(before + 1);
  await owner.destroy();
});
