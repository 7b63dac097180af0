import { PLACES } from '../src/tables.ts';
import pg from 'pg';
import { distribute } from '../src/platform/db/distribution/distribute.ts';

/*
 * Wire tests on a Citus cluster: TEST_DATABASE_URL names the coordinator, TEST_CITUS_WORKERS its workers, separated by
 * spaces. A database of a test is then one on each node, copied from a distributed one.
 */

export const listCitusWorkers = (): string[] => process.env['TEST_CITUS_WORKERS']?.split(' ') ?? [];

const buildDatabaseUrl = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET client_min_messages = warning');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const describeNode = (serverUrl: string): string => {
  const { hostname, port } = new URL(serverUrl);
  return `'${hostname}', ${port}`;
};

/** Makes empty databases of this name, one on each node, into one cluster. */
export async function joinNodes(coordinatorUrl: string, database: string): Promise<void> {
  const workers = listCitusWorkers();
  for (const url of [coordinatorUrl, ...workers])
    await query(buildDatabaseUrl(url, database), 'CREATE EXTENSION citus');
  await query(
    buildDatabaseUrl(coordinatorUrl, database),
    `SELECT citus_set_coordinator_host(${describeNode(coordinatorUrl)})`,
    ...workers.map((url) => `SELECT citus_add_node(${describeNode(url)})`),
  );
}

/** Distributes a migrated database, into few parts so that tests are fast. */
export async function distributeForTests(coordinatorUrl: string, database: string): Promise<void> {
  await distribute(buildDatabaseUrl(coordinatorUrl, database), {
    places: PLACES,
    shards: 4,
    log: () => {},
  });
  // Citus knows the database by its id. A copy would tell its name to a new worker, which has none of this name.
  for (const url of [coordinatorUrl, ...listCitusWorkers()])
    await query(
      buildDatabaseUrl(url, database),
      `DELETE FROM pg_catalog.pg_dist_object WHERE classid = 'pg_database'::regclass`,
    );
}
