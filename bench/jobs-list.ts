import { runProgram } from '../scripts/program.ts';
import { provideDatabase, readOptions } from './options.ts';
import { buildExploreQuery } from '../server/src/domains/jobs/lists.ts';
import { TestClock } from '../server/test/clock.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { TestUser } from '../server/test/user.ts';
import { loadJobs } from './jobs-list/data.ts';
import { askRepeatedly, calculateMedian, startProcess, type Load, type Speed } from './jobs-list/load.ts';
import { findPgbench, runPgbench } from './jobs-list/pgbench.ts';

// How fast is the jobs list? Compared with a bare Fastify running the same SQL, with pgbench running the list's
// statement, and at a million jobs against ten thousand. The measurements alternate instead of running one after
// another.

// npm run bench:jobs-list -- [--jobs N of the large table] [--rounds N] [--cases N of the sorts and filters]
//   [--answers N to measure each time, instead of two seconds of them]

const options = readOptions(process.argv.slice(2), { jobs: 1_000_000, rounds: 11, cases: 11, answers: 0 });
const SIZES = { small: Math.min(10_000, options.jobs), large: options.jobs };
const ROUNDS = options.rounds;
const TURNS = Math.min(3, ROUNDS);
const CLIENTS = 16;
const WARM_UP = { clients: CLIENTS, answers: options.answers || 4_000 };
const LOAD: Load = { clients: CLIENTS, ...(options.answers ? { answers: options.answers } : { seconds: 2 }) };

const CASES: { name: string; body: Record<string, string> }[] = [
  { name: 'latest', body: {} },
  { name: 'latest, the three of the home screen', body: { limit: '3' } },
  { name: 'oldest', body: { sort: 'oldest' } },
  { name: 'closing soon', body: { sort: 'closing soon' } },
  { name: 'category', body: { category: '7' } },
  { name: 'category, closing soon', body: { category: '7', sort: 'closing soon' } },
  { name: 'a large city', body: { location_filter: 'mumbai' } },
  { name: 'a small city', body: { location_filter: 'shillong' } },
  { name: 'a small city, closing soon', body: { location_filter: 'shillong', sort: 'closing soon' } },
  { name: 'a place that nobody named', body: { location_filter: 'nowhere' } },
  { name: 'category and city', body: { category: '7', location_filter: 'pune' } },
];

/** One table size with everything that is measured on it. */
async function prepareSize(count: number) {
  const database = await createTestDatabase();
  const { ownerUrl, appUrl: databaseUrl, queueUrl } = database;
  console.log(`Loading ${count.toLocaleString('en-IN')} jobs …`);
  await loadJobs(ownerUrl, count);
  const reader = await TestUser.create('', database.db, new TestClock(), 1, {});
  const today = new Date().toISOString().slice(0, 10);
  const filter = { categoryId: null, words: [], hindiWords: [], after: null, limit: 50 };
  const statement = buildExploreQuery({ readerId: reader.id, today, sort: 'latest', ...filter });
  const servers = {
    ours: await startProcess({ kind: 'fws', databaseUrl, queueUrl }),
    bare: await startProcess({ kind: 'bare', databaseUrl, statement, checksSession: true }),
    'bare, without session': await startProcess({
      kind: 'bare',
      databaseUrl,
      statement,
      checksSession: false,
    }),
  };
  return {
    ask: (who: keyof typeof servers, body: Record<string, string>, load: Load) =>
      askRepeatedly(servers[who], { ...body, auth_token: reader.token }, load),
    runPgbench: (program: string) => runPgbench(program, databaseUrl, statement, LOAD),
    async close() {
      for (const server of Object.values(servers)) server.stop();
      await database.close();
    },
  };
}
type Sizes = Record<keyof typeof SIZES, Awaited<ReturnType<typeof prepareSize>>>;

const SERVERS = ['ours', 'bare', 'bare, without session'] as const;

/** Measures the default list on every server in turn. */
async function compare(sizes: Sizes): Promise<void> {
  const program = findPgbench();
  const rates = new Map<string, number[]>();
  const costs = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, who: string, value: number) =>
    to.set(who, [...(to.get(who) ?? []), value]);
  const note = (who: string, speed: Speed) => {
    add(rates, who, speed.rate);
    add(costs, who, speed.cpuMs);
  };
  for (const size of Object.values(sizes)) for (const who of SERVERS) await size.ask(who, {}, WARM_UP);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const who of SERVERS)
      for (const [name, size] of Object.entries(sizes))
        note(`${who}, ${name}`, await size.ask(who, {}, LOAD));
    if (program)
      for (const [name, size] of Object.entries(sizes))
        add(rates, `pgbench, ${name}`, await size.runPgbench(program));
    console.log(`Round ${round} of ${ROUNDS} done`);
  }
  const getMedianRate = (who: string) => calculateMedian(rates.get(who) ?? []);
  const getMedianCost = (who: string) => calculateMedian(costs.get(who) ?? []);
  for (const who of rates.keys()) {
    const cpu = costs.has(who) ? `   ${getMedianCost(who).toFixed(2)} ms of processor each` : '';
    console.log(`${who.padEnd(30)} ${getMedianRate(who).toFixed(0).padStart(6)} a second${cpu}`);
  }
  for (const name of Object.keys(sizes)) {
    for (const other of ['bare', 'bare, without session', ...(program ? ['pgbench'] : [])])
      report(
        `ours / ${other}, ${name}`,
        getMedianRate(`ours, ${name}`) / getMedianRate(`${other}, ${name}`),
        other === 'bare' ? 'at least 0.70' : '',
      );
    report(
      `processor time, bare / ours, ${name}`,
      getMedianCost(`bare, ${name}`) / getMedianCost(`ours, ${name}`),
    );
  }
  report('small / large, ours', getMedianRate('ours, small') / getMedianRate('ours, large'), 'at most 1.30');
  if (!program) console.log('pgbench was not found, so it was not compared.');
}

/** Measures every sort and filter at both sizes in turn. */
async function compareCases(sizes: Sizes): Promise<void> {
  for (const { name, body } of CASES.slice(0, options.cases)) {
    const speeds = { small: [] as number[], large: [] as number[] };
    for (let turn = 1; turn <= TURNS; turn++) {
      speeds.small.push((await sizes.small.ask('ours', body, LOAD)).rate);
      speeds.large.push((await sizes.large.ask('ours', body, LOAD)).rate);
    }
    const [small, large] = [calculateMedian(speeds.small), calculateMedian(speeds.large)];
    const rates = `${small.toFixed(0).padStart(6)} ${large.toFixed(0).padStart(6)} a second`;
    console.log(`${name.padEnd(38)} ${rates}   small / large ${(small / large).toFixed(2)}`);
  }
}

function report(name: string, ratio: number, target = ''): void {
  console.log(`${name.padEnd(42)} ${ratio.toFixed(2)}${target && `   (${target})`}`);
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
