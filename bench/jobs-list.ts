import { startTestDatabase } from '../scripts/testing/database.ts';
import { exploreStatement, type ExploreFilter } from '../server/src/domains/jobs/lists.ts';
import { TestClock } from '../server/test/clock.ts';
import { testDatabase } from '../server/test/database.ts';
import { TestUser } from '../server/test/user.ts';
import { loadJobs } from './jobs-list/data.ts';
import { askRepeatedly, median, startProcess } from './jobs-list/load.ts';
import { findPgbench, runPgbench } from './jobs-list/pgbench.ts';

// How fast is the jobs list? Against a bare Fastify with the same statement, against pgbench with the same
// statement, and at a million jobs against ten thousand. What is compared is measured in turns, not one after another.

const SIZES = { small: 10_000, large: 1_000_000 } as const;
const ROUNDS = 5;
const LOAD = { clients: 16, seconds: 4 };
const WARM_UP = { clients: 16, seconds: 6 };
const SHORT = { clients: 16, seconds: 2 };

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
  const database = await testDatabase();
  const { db, ownerUrl } = database;
  console.log(`Loading ${count.toLocaleString('en-IN')} jobs …`);
  await loadJobs(ownerUrl, count);
  const reader = await TestUser.create('', db, new TestClock(), 1, {});
  const filter: ExploreFilter = {
    readerId: reader.id,
    today: new Date().toISOString().slice(0, 10),
    sort: 'latest',
    categoryId: null,
    words: [],
    after: null,
    limit: 50,
  };
  const statement = exploreStatement(filter);
  const ours = await startProcess({ kind: 'fws', databaseUrl: ownerUrl });
  const bare = await startProcess({ kind: 'bare', databaseUrl: ownerUrl, statement });
  return {
    askOurs: (body: Record<string, string>, load: typeof LOAD) =>
      askRepeatedly(ours.url, { ...body, auth_token: reader.token }, load),
    askBare: (load: typeof LOAD) => askRepeatedly(bare.url, { auth_token: reader.token }, load),
    pgbench: (program: string, load: typeof LOAD) => runPgbench(program, ownerUrl, statement, load),
    async close() {
      ours.stop();
      bare.stop();
      await database.close();
    },
  };
}
type Size = Awaited<ReturnType<typeof prepareSize>>;

/** The usual list, everybody in turn. */
async function compare(sizes: Record<keyof typeof SIZES, Size>): Promise<void> {
  const program = findPgbench();
  const rates = new Map<string, number[]>();
  const note = (who: string, rate: number) => rates.set(who, [...(rates.get(who) ?? []), rate]);
  for (const size of [sizes.small, sizes.large]) {
    await size.askOurs({}, WARM_UP);
    await size.askBare(WARM_UP);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, size] of Object.entries(sizes)) {
      note(`ours, ${name}`, await size.askOurs({}, LOAD));
      note(`bare, ${name}`, await size.askBare(LOAD));
      if (program) note(`pgbench, ${name}`, await size.pgbench(program, LOAD));
    }
    console.log(`Round ${round} of ${ROUNDS} done`);
  }
  const rate = (who: string) => median(rates.get(who) ?? []);
  for (const who of rates.keys())
    console.log(`${who.padEnd(16)} ${rate(who).toFixed(0).padStart(6)} a second`);
  for (const name of Object.keys(sizes)) {
    report(`ours / bare Fastify, ${name}`, rate(`ours, ${name}`) / rate(`bare, ${name}`), 'at least 0.70');
    if (program) report(`ours / pgbench, ${name}`, rate(`ours, ${name}`) / rate(`pgbench, ${name}`));
  }
  report('small / large, ours', rate('ours, small') / rate('ours, large'), 'at most 1.30');
  if (!program) console.log('pgbench was not found, so it was not compared.');
}

/** Every sort and filter at both sizes. */
async function compareCases(sizes: Record<keyof typeof SIZES, Size>): Promise<void> {
  for (const { name, body } of CASES) {
    const small = await sizes.small.askOurs(body, SHORT);
    const large = await sizes.large.askOurs(body, SHORT);
    const rates = `${small.toFixed(0).padStart(6)} ${large.toFixed(0).padStart(6)}`;
    console.log(`${name.padEnd(40)} ${rates}   small / large ${(small / large).toFixed(2)}`);
  }
}

function report(name: string, ratio: number, wanted?: string): void {
  console.log(`${name.padEnd(30)} ${ratio.toFixed(2)}${wanted ? `   (${wanted})` : ''}`);
}

const database = process.env['TEST_DATABASE_URL'] === undefined ? await startTestDatabase() : undefined;
if (database) process.env['TEST_DATABASE_URL'] = database.url;
try {
  const sizes = { small: await prepareSize(SIZES.small), large: await prepareSize(SIZES.large) };
  await compare(sizes);
  await compareCases(sizes);
  await sizes.small.close();
  await sizes.large.close();
} finally {
  await database?.stop();
}
