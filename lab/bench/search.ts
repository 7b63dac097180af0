import { createBundledPlaces } from '../../server/src/adapters/places/bundled.ts';
import { findJobs } from '../../server/src/domains/search/explore/service.ts';
import { SearchIndex } from '../../server/src/domains/search/engine/search-index.ts';
import { createDb, createPool } from '../../server/src/platform/db/index.ts';
import { provideFilledDatabase } from '../../server/test/database.ts';
import { runProgram } from '../../scripts/program.ts';
import { watchDatabaseCpu } from './jobs-list/database-cpu.ts';
import { provideDatabase, readOptions } from './options.ts';
import { buildCases, type SearchCase } from './search/cases.ts';
import { loadCorpus } from './search/load.ts';
import { readQuestions } from './search/questions.ts';

// How long does a search take, with a million open jobs? Every labelled question, with each filter and in each order. A
// search is everything from the typed text to the ids of a page and the number of jobs.
//
// Each filter begins with a round that fills the caches and does not count. With more than one round after it, the
// fastest time of each search counts: beside other work, the others say how long it waited for the processor.

// npm run bench:search -- [--jobs N] [--questions N: evenly from all] [--rounds N]
// With TEST_DATABASE_URL, the jobs stay on that server, and a later run does not load them again.

const options = readOptions(process.argv.slice(2), {
  jobs: 1_000_000,
  questions: 10_000,
  rounds: 1,
});

interface Timed extends SearchCase {
  ms: number;
}

await runProgram(async (life) => {
  await provideDatabase(life);
  const database = await provideFilledDatabase(`fws_search_${options.jobs}`, async ({ ownerUrl }) => {
    console.log(`Loading ${options.jobs.toLocaleString('en-IN')} jobs …`);
    await loadCorpus(ownerUrl, options.jobs);
  });
  life.onEnd(() => database.close());
  const db = createDb(createPool(database.appUrl, { max: 2 }), { namedStatements: true });
  life.onEnd(() => db.destroy());
  const cases = buildCases(
    pickEvenly([...readQuestions('tuned'), ...readQuestions('held-out')], options.questions),
  );
  const clock = { now: () => new Date() };
  const index = new SearchIndex(db);
  const deps = { db, ports: { clock, places: createBundledPlaces() } };
  const readDatabaseCpuMs = await watchDatabaseCpu(database.ownerUrl);
  const timed: Timed[] = [];
  for (const filter of new Set(cases.map((each) => each.filter))) {
    const own = cases.filter((each) => each.filter === filter);
    await run(own);
    const [cpuBefore, databaseBefore] = [process.cpuUsage(), readDatabaseCpuMs()];
    let times = await run(own);
    for (let round = 2; round <= options.rounds; round++) times = takeFaster(times, await run(own));
    const { user, system } = process.cpuUsage(cpuBefore);
    const formatCpu = (ms: number) => (ms / own.length / options.rounds).toFixed(1).padStart(5);
    const node = formatCpu((user + system) / 1_000);
    const cpu = `   processor: PostgreSQL ${formatCpu(readDatabaseCpuMs() - databaseBefore)} ms, Node ${node} ms`;
    console.log(formatTimes(filter, times) + cpu);
    timed.push(...times);
  }
  console.log(formatTimes('all', timed));
  for (const { ms, filter, params } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`slowest: ${ms.toFixed(1)} ms  "${params.search}" ${filter}`);
  return 0;

  async function run(searches: readonly SearchCase[]): Promise<Timed[]> {
    const times: Timed[] = [];
    for (const each of searches) {
      const started = performance.now();
      const found = await findJobs(deps, index, each.params);
      if (!found.ok) throw new Error(`"${each.params.search}" ${each.filter} was refused`);
      times.push({ ...each, ms: performance.now() - started });
    }
    return times;
  }
});

function takeFaster(times: readonly Timed[], others: readonly Timed[]): Timed[] {
  return times.map((timed, index) => ({ ...timed, ms: Math.min(timed.ms, others[index]?.ms ?? Infinity) }));
}

function pickEvenly<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function formatTimes(name: string, times: readonly Timed[]): string {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1).padStart(6);
  return `${name.padEnd(20)} median ${at(0.5)} ms   95th percentile ${at(0.95)} ms   worst ${at(1)} ms   (${sorted.length} searches)`;
}
