import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CorpusJob } from '../../../../lab/bench/search/corpus.ts';
import { loadCorpus } from '../../../../lab/bench/search/load.ts';
import { calculateNdcg, readQuestions } from '../../../../lab/bench/search/questions.ts';
import { createBundledPlaces } from '../../adapters/places/bundled.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findJobs } from './explore/service.ts';
import { SearchIndex } from './engine/search-index.ts';

// How relevant the first ten jobs are, over labelled questions. Those in held-out.txt were written before the ranking and
// are never used to change it.

const JOBS = 3_600;
const jobs = new Map<number, CorpusJob>();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadCorpus(database.ownerUrl, JOBS, (id, job) => jobs.set(id, job));
});
afterAll(() => database.close());

async function score(name: 'tuned' | 'held-out') {
  const clock = { now: () => new Date() };
  const deps = { db: database.db, ports: { clock, places: createBundledPlaces() } };
  const index = new SearchIndex(database.db);
  const scores: number[] = [];
  for (const { params, grade } of readQuestions(name)) {
    const found = await findJobs(deps, index, params);
    const ids = found.ok ? found.value.rows.map(({ id }) => id) : [];
    const gradeId = (id: number) => grade(jobs.get(id) as CorpusJob);
    scores.push(calculateNdcg(ids.map(gradeId), [...jobs.values()].map(grade)));
  }
  return { questions: scores.length, ndcg: scores.reduce((sum, each) => sum + each, 0) / scores.length };
}

test('reaches nDCG@10 of 0.9 on the tuned questions', async () => {
  const { questions, ndcg } = await score('tuned');
  expect(ndcg).toBeGreaterThanOrEqual(0.9);
  expect(questions).toBeGreaterThanOrEqual(260);
});

test('reaches nDCG@10 of 0.85 on the held-out questions', async () => {
  const { questions, ndcg } = await score('held-out');
  expect(ndcg).toBeGreaterThanOrEqual(0.85);
  expect(questions).toBeGreaterThanOrEqual(140);
});

test('scores a perfect order 1 and a reversed one less', () => {
  expect(calculateNdcg([3, 2, 1, 0], [0, 1, 2, 3])).toBe(1);
  expect(calculateNdcg([0, 1, 2, 3], [0, 1, 2, 3])).toBeCloseTo(0.548, 2);
  expect(calculateNdcg([], [0, 0])).toBe(1);
});
