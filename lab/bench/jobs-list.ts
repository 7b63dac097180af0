import { toIstDate } from '@fws/contract/platform/dates';
import { runProgram } from '../../scripts/program.ts';
import { provideDatabase, readOptions } from './options.ts';
import {
  buildExploreQuery,
  createJobCounts,
  loadSharedJobs,
} from '../../server/src/domains/jobs/explore/shared-jobs.ts';
import { systemClock } from '../../server/src/ports/clock.ts';
import { TestClock } from '../../server/test/clock.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { TestUser } from '../../server/test/user.ts';
import { CASES, LATEST } from './jobs-list/cases.ts';
import { loadJobs } from './jobs-list/data.ts';
import { watchDatabaseCpu } from './jobs-list/database-cpu.ts';
import { askRepeatedly, startProcess, type ClientRequest, type Load, type Speed } from './jobs-list/load.ts';
import { calculateMedian } from './median.ts';
import { findPgbench, runPgbench } from './jobs-list/pgbench.ts';
import { addOwnQuote, timeLoads } from './jobs-list/statements.ts';

// How fast is the jobs list? Compared with a bare Fastify running the same SQL, with pgbench running the list's
// statement, and at a million jobs against ten thousand. The measurements alternate instead of running one after
// another.

// npm run bench:jobs-list -- [--jobs N of the large table] [--rounds N] [--cases N of the sorts and filters]
//   [--answers N to measure each time, instead of two seconds of them]

const options = readOptions(process.argv.slice(2), {
  jobs: 1_000_000,
  rounds: 11,
  cases: CASES.length,
  answers: 0,
});
const SIZES = { small: Math.min(10_000, options.jobs), large: options.jobs };
const ROUNDS = options.rounds;
const TURNS = Math.min(3, ROUNDS);
const CLIENTS = 8;
const WARM_UP: Load = { clients: CLIENTS, answers: options.answers || 4_000 };
const LOAD: Load = { clients: CLIENTS, ...(options.answers ? { answers: options.answers } : { seconds: 2 }) };

/** Who is asked, and by what kind of client. */
const WAYS = ['ours', 'ours, compressed', 'ours, specification', 'bare', 'bare, without session'] as const;
type Way = (typeof WAYS)[number];
type Filter = typeof LATEST;

function buildRequest(way: Way, filter: Filter, token: string): ClientRequest {
  if (way === 'ours, specification') {
    const { sort, location, categoryId, limit } = filter;
    const form = { sort, location_filter: location, category: categoryId, limit, auth_token: token };
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    };
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const encoding = way === 'ours, compressed' ? { 'accept-encoding': 'br' } : {};
  const client = way.startsWith('ours') ? { 'x-fws-client': 'web' } : {};
  return { headers: { ...headers, ...client, ...encoding }, body: JSON.stringify(filter) };
}

/** One table size with everything that is measured on it. */
async function prepareSize(count: number) {
  const database = await createTestDatabase();
  const { ownerUrl, appUrl: databaseUrl, queueUrl } = database;
  console.log(`Loading ${count.toLocaleString('en-IN')} jobs …`);
  await loadJobs(ownerUrl, count);
  const reader = await TestUser.create('', database.db, new TestClock(), 1, {});
  const today = toIstDate(new Date());
  const latest = { today, sort: LATEST.sort, categoryId: null, words: [], hindiWords: [], isRare: false };
  const statement = addOwnQuote(
    buildExploreQuery({ ...latest, after: null, limit: Number(LATEST.limit) }),
    reader.id,
  );
  const lists = { db: database.db, ports: { places: { listTypedSpellings: (word: string) => [word] } } };
  const counts = createJobCounts(systemClock);
  const loadPage = ({ location, sort, categoryId, limit }: Filter) =>
    loadSharedJobs(
      lists,
      counts,
      { sort, location, categoryId: Number(categoryId) || null, limit: Number(limit), cursor: null },
      today,
    );
  const readDatabaseCpuMs = await watchDatabaseCpu(ownerUrl);
  const ours = await startProcess({ kind: 'fws', databaseUrl, queueUrl });
  const bare = await startProcess({ kind: 'bare', databaseUrl, statement, checksSession: true });
  const open = await startProcess({ kind: 'bare', databaseUrl, statement, checksSession: false });
  const getServer = (way: Way) => (way === 'bare' ? bare : way === 'bare, without session' ? open : ours);
  return {
    ask: (way: Way, filter: Filter, load: Load) =>
      askRepeatedly(getServer(way), readDatabaseCpuMs, buildRequest(way, filter, reader.token), load),
    runPgbench: (program: string) => runPgbench(program, databaseUrl, statement, LOAD),
    timeLoad: (filter: Filter) => timeLoads(() => loadPage(filter)),
    async close() {
      for (const server of [ours, bare, open]) server.stop();
      await database.close();
    },
  };
}
type Sizes = Record<keyof typeof SIZES, Awaited<ReturnType<typeof prepareSize>>>;

/** Measures the default list on every server in turn. */
async function compare(sizes: Sizes): Promise<void> {
  const program = findPgbench();
  const speeds = new Map<string, Speed[]>();
  const note = (name: string, speed: Speed) => speeds.set(name, [...(speeds.get(name) ?? []), speed]);
  for (const size of Object.values(sizes)) for (const way of WAYS) await size.ask(way, LATEST, WARM_UP);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const way of WAYS)
      for (const [name, size] of Object.entries(sizes))
        note(`${way}, ${name}`, await size.ask(way, LATEST, LOAD));
    if (program)
      for (const [name, size] of Object.entries(sizes)) {
        const rate = await size.runPgbench(program);
        note(`pgbench, ${name}`, { rate, cpuMs: Number.NaN, databaseCpuMs: Number.NaN });
      }
    console.log(`Round ${round} of ${ROUNDS} done`);
  }
  const getMedian = (name: string, field: keyof Speed) =>
    calculateMedian((speeds.get(name) ?? []).map((speed) => speed[field]));
  for (const name of speeds.keys()) {
    const cpuMs = getMedian(name, 'cpuMs');
    const ofDatabase = getMedian(name, 'databaseCpuMs').toFixed(2);
    const cpu = `${cpuMs.toFixed(2)} ms of processor each, ${ofDatabase} of it PostgreSQL`;
    const rate = getMedian(name, 'rate').toFixed(0).padStart(6);
    console.log(`${name.padEnd(30)} ${rate} a second${Number.isNaN(cpuMs) ? '' : `   ${cpu}`}`);
  }
  const compareRates = (one: string, other: string, size: string, target = '') =>
    report(
      `${one} / ${other}, ${size}`,
      getMedian(`${one}, ${size}`, 'rate') / getMedian(`${other}, ${size}`, 'rate'),
      target,
    );
  for (const size of Object.keys(sizes)) {
    compareRates('ours', 'bare', size, 'at least 2.00');
    for (const way of ['ours, compressed', 'ours, specification']) compareRates(way, 'bare', size);
    compareRates('ours', 'bare, without session', size);
    if (program) compareRates('ours', 'pgbench', size);
    for (const way of ['ours', 'ours, specification'])
      report(
        `processor time, bare / ${way}, ${size}`,
        getMedian(`bare, ${size}`, 'cpuMs') / getMedian(`${way}, ${size}`, 'cpuMs'),
        way === 'ours' ? 'at least 2.00' : '',
      );
  }
  const [small, large] = [getMedian('ours, small', 'rate'), getMedian('ours, large', 'rate')];
  report('small / large, ours', small / large, 'at most 1.30');
  if (!program) console.log('pgbench was not found, so it was not compared.');
}

/**
 * Measures every sort and filter at both sizes in turn: what readers get, of which a page is loaded once a second, and
 * loading it.
 */
async function compareCases(sizes: Sizes): Promise<void> {
  for (const { name, filter } of CASES.slice(0, options.cases)) {
    const rates = { small: [] as number[], large: [] as number[] };
    const times = { small: [] as number[], large: [] as number[] };
    for (let turn = 1; turn <= TURNS; turn++)
      for (const size of ['small', 'large'] as const) {
        rates[size].push((await sizes[size].ask('ours', filter, LOAD)).rate);
        times[size].push(await sizes[size].timeLoad(filter));
      }
    const [small, large] = [calculateMedian(rates.small), calculateMedian(rates.large)];
    const [smallMs, largeMs] = [calculateMedian(times.small), calculateMedian(times.large)];
    console.log(
      `${name.padEnd(38)} ${small.toFixed(0).padStart(6)} ${large.toFixed(0).padStart(6)} a second` +
        `   small / large ${(small / large).toFixed(2)}` +
        `   load ${smallMs.toFixed(2)} ${largeMs.toFixed(2)} ms, large / small ${(largeMs / smallMs).toFixed(2)}`,
    );
  }
}

function report(name: string, ratio: number, target = ''): void {
  console.log(`${name.padEnd(48)} ${ratio.toFixed(2)}${target && `   (${target})`}`);
}

await runProgram(async (life) => {
  await provideDatabase(life);
  const small = await prepareSize(SIZES.small);
  const large = SIZES.large > SIZES.small ? await prepareSize(SIZES.large) : small;
  const sizes = { small, large };
  await compare(sizes);
  await compareCases(sizes);
  for (const size of new Set([small, large])) await size.close();
  return 0;
});
