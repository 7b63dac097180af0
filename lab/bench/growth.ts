import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram, type Life } from '../../scripts/program.ts';
import { UserError } from '../../scripts/user-error.ts';
import { startServer } from '../../server/src/main.ts';
import { silentLog } from '../../server/src/platform/log.ts';
import { provideFilledDatabase, type TestDatabase } from '../../server/test/database.ts';
import { loadMarketplace } from './growth/data.ts';
import { measureOperations } from './growth/operations.ts';
import { readTableSizes } from './growth/sizes.ts';
import { provideDatabase, readOptions } from './options.ts';

// What grows with the number of jobs? The same operations and the sizes of tables in marketplaces of different sizes.
// An operation should not grow; a table should grow with its rows.

// npm run bench:growth -- [--jobs N in the largest marketplace] [--requests N of each operation]
//   [--load-only: loads the marketplaces and ends; a later run with the same TEST_DATABASE_URL measures them]

const options = readOptions(process.argv.slice(2), { jobs: 10_000_000, requests: 60, 'load-only': false });
const SIZES = [...new Set([10_000, 1_000_000, options.jobs])].filter((size) => size <= options.jobs);
/** Rows, indexes, and the write-ahead log while they are written. */
const BYTES_A_JOB = 3_200;
const GB = 1e9;
/** Tables that are smaller than this in the largest marketplace are not shown. */
const SHOWN_MB = 1;

interface Figures {
  jobs: number;
  operations: Map<string, number>;
  tables: Awaited<ReturnType<typeof readTableSizes>>;
}

async function checkDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const neededBytes = SIZES.reduce((sum, jobs) => sum + jobs, 0) * BYTES_A_JOB;
  const needed = `${(neededBytes / GB).toFixed(1)} GB`;
  const free = `${((bavail * bsize) / GB).toFixed(1)} GB`;
  console.log(`Needs ${needed} on disk, of which ${free} are free.`);
  if (neededBytes > bavail * bsize)
    throw new UserError(`${needed} do not fit: choose a smaller number with --jobs.`);
}

const provideMarketplace = (jobs: number): Promise<TestDatabase> =>
  provideFilledDatabase(`fws_growth_${jobs}`, async ({ ownerUrl }) => {
    const startedAt = performance.now();
    await loadMarketplace(ownerUrl, jobs);
    console.log(`${jobs} jobs loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  });

async function measure(jobs: number, life: Life): Promise<Figures> {
  const database = await provideMarketplace(jobs);
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  const server = await startServer({
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
    port: 0,
    dataDir: join(tmpdir(), `fws-growth-${process.pid}`),
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: {
      NODE_ENV: 'test',
      LIMIT_REQUESTS_ADDRESS: 'off',
      LIMIT_REQUESTS_USER: 'off',
      LIMIT_LOGIN_ADDRESS: 'off',
    },
    log: silentLog,
    worker: false,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await server.close();
    await pool.end();
    await database.close();
  };
  life.onEnd(close);
  const tables = await readTableSizes(pool);
  const marketplace = { url: server.url, db: database.db, pool, jobs };
  await measureOperations(marketplace, options.requests); // compiles, and fills the caches
  const operations = await measureOperations(marketplace, options.requests);
  await close();
  return { jobs, operations, tables };
}

const formatRow = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(32) : cell.padStart(16))).join('');

function printTable(
  title: string,
  figures: readonly Figures[],
  rows: [name: string, values: number[]][],
  digits: number,
) {
  const sizes = figures.map(({ jobs }) => `${jobs.toLocaleString('en-IN')} jobs`);
  console.log(`\n${formatRow([title, ...sizes, 'large / small'])}`);
  for (const [name, values] of rows) {
    const ratio = (values.at(-1) ?? 0) / (values[0] ?? 0);
    console.log(formatRow([name, ...values.map((value) => value.toFixed(digits)), ratio.toFixed(2)]));
  }
}

function report(figures: readonly Figures[]): void {
  const operations = [...(figures[0]?.operations.keys() ?? [])];
  printTable(
    'ms',
    figures,
    operations.map((name) => [name, figures.map((each) => each.operations.get(name) ?? Number.NaN)]),
    2,
  );
  const largest = figures.at(-1);
  const shown = [...(largest?.tables ?? [])]
    .filter(([, { total }]) => total >= SHOWN_MB)
    .map(([name]) => name);
  const readSize = (name: string, part: 'total' | 'indexes') =>
    figures.map(({ tables }) => tables.get(name)?.[part] ?? 0);
  printTable(
    'MB',
    figures,
    [
      ...shown.map((name): [string, number[]] => [name, readSize(name, 'total')]),
      ...shown.map((name): [string, number[]] => [`${name}: indexes`, readSize(name, 'indexes')]),
      [
        'all tables',
        figures.map(({ tables }) => [...tables.values()].reduce((sum, { total }) => sum + total, 0)),
      ],
    ],
    1,
  );
}

await runProgram(async (life) => {
  await checkDisk();
  await provideDatabase(life);
  if (options['load-only']) {
    for (const jobs of SIZES) await (await provideMarketplace(jobs)).close();
    console.log('Loaded.');
    return 0;
  }
  const figures: Figures[] = [];
  for (const jobs of SIZES) figures.push(await measure(jobs, life));
  report(figures);
  return 0;
});
