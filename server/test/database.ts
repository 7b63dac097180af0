import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDb, createPool, type Db } from '../src/platform/db/index.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { distributeForTests, joinNodes, listCitusWorkers } from './citus.ts';
import { APP_ROLE, QUEUE_ROLE, type LoginUrls } from '../src/platform/db/roles.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const DISTRIBUTION = fileURLToPath(new URL('../src/platform/db/distribution', import.meta.url));

export interface TestDatabase {
  /** Connected with the login of the application. */
  db: Db;
  ownerUrl: string;
  appUrl: string;
  queueUrl: string;
  close(): Promise<void>;
}

function getServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run through vitest, whose global setup starts a database');
  return url;
}

function buildUrl(database: string): string {
  const url = new URL(getServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** The URL of the database for one of the product's logins. Their passwords are the same in every test. */
function buildLoginUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = `password of ${role}`;
  return url.href;
}

const buildLoginUrls = (ownerUrl: string): LoginUrls => ({
  appUrl: buildLoginUrl(ownerUrl, APP_ROLE),
  queueUrl: buildLoginUrl(ownerUrl, QUEUE_ROLE),
});

/** For statements that cannot run in a transaction, such as CREATE and DROP DATABASE. A Citus cluster runs it on each node. */
async function runOnServer(statement: string): Promise<void> {
  for (const url of [getServerUrl(), ...listCitusWorkers()]) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** The migrated template database for the current migrations. The first caller creates it. */
async function prepareTemplate(): Promise<string> {
  const texts = readdirSync(MIGRATIONS)
    .toSorted()
    .map((name) => readFileSync(`${MIGRATIONS}/${name}`, 'utf8'));
  // A template of a Citus cluster depends on how it is distributed too.
  if (listCitusWorkers().length > 0)
    texts.push(...readdirSync(DISTRIBUTION).map((name) => readFileSync(`${DISTRIBUTION}/${name}`, 'utf8')));
  const name = `fws_template_${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)}`;
  const client = new pg.Client({ connectionString: getServerUrl() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7301)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const building = `${name}_new`;
      const onCitus = listCitusWorkers().length > 0;
      await runOnServer(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`);
      await runOnServer(`CREATE DATABASE ${building}`);
      const ownerUrl = buildUrl(building);
      if (onCitus) await joinNodes(getServerUrl(), building);
      await migrate(ownerUrl, () => {}, buildLoginUrls(ownerUrl));
      if (onCitus) await distributeForTests(getServerUrl(), building);
      // Citus connects to every database in which it is installed, and one with connections cannot be copied.
      if (onCitus) await closeDatabase(building);
      await runOnServer(`ALTER DATABASE ${building} RENAME TO ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

/** Creates a migrated database without rows for the caller alone. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${await prepareTemplate()}`);
}

/**
 * Returns the database with this name. If the server has none for the current migrations, creates it and fills it. It
 * stays on the server, so a later run with the same server finds it. One caller at a time.
 */
export async function provideFilledDatabase(
  name: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const template = await prepareTemplate();
  const fullName = `${name}_${template.slice(-12)}`;
  const client = new pg.Client({ connectionString: getServerUrl() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7302)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [fullName]);
    if (rowCount === 0) {
      // An interrupted run must not leave a half-filled database under this name.
      const filling = await createTestDatabase();
      await fill(filling);
      await filling.db.destroy();
      const fillingName = new URL(filling.ownerUrl).pathname.slice(1);
      await client.query(`ALTER DATABASE ${fillingName} RENAME TO ${fullName}`);
    }
  } finally {
    await client.end();
  }
  return openDatabase(fullName, () => Promise.resolve());
}

/** Copies the database as it is now, as a backup would. Terminates its connections meanwhile. */
export async function copyDatabase(ownerUrl: string): Promise<TestDatabase> {
  const name = new URL(ownerUrl).pathname.slice(1);
  await closeDatabase(name);
  try {
    return await createDatabase(`TEMPLATE ${name}`);
  } finally {
    await runOnServer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  }
}

async function closeDatabase(name: string): Promise<void> {
  await runOnServer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await runOnServer(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);
}

/** Creates a database without tables. */
export const createUnmigratedDatabase = (): Promise<TestDatabase> => createDatabase('');

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `fws_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await runOnServer(`CREATE DATABASE ${name} ${options}`);
  return openDatabase(name, async () => {
    // Citus connects to it again and again.
    if (listCitusWorkers().length > 0) await closeDatabase(name);
    await runOnServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
}

function openDatabase(name: string, remove: () => Promise<void>): TestDatabase {
  const ownerUrl = buildUrl(name);
  const { appUrl, queueUrl } = buildLoginUrls(ownerUrl);
  const db = createDb(createPool(appUrl));
  return {
    db,
    ownerUrl,
    appUrl,
    queueUrl,
    async close() {
      await db.destroy();
      await remove();
    },
  };
}

/** Opens the database as its owner, whom no missing grant restricts. */
export const openOwnerDb = (ownerUrl: string): Db => createDb(createTestPool(ownerUrl));

export function createTestPool(url: string, max = 1): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  // A connection may still be closing when the database is dropped, and a test may kill the database. An idle connection
  // reports through the pool, one that the pool has given up through itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
