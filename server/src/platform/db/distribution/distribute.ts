import pg from 'pg';
import { APP_ROLE } from '../roles.ts';
import { listMigrationNames } from '../migrate.ts';
import { FILLS, planAdaptation } from './adapt.ts';
import { readCatalogue } from './catalogue.ts';
import type { Group, Place } from '../../tables.ts';
import { listRights, planRights } from './rights.ts';

/** Why a database cannot be distributed, as a sentence for people. */
export class DistributionError extends Error {}

/** The major version of Citus whose refusals the schema and the statements heed. */
const CITUS_MAJOR = 13;

export interface DistributeOptions {
  /** Of every table. The first of each group decides how the others are spread. */
  places: Readonly<Record<string, Place>>;
  /** Into how many parts each distributed table is divided, when its group is new. */
  shards: number;
  log: (line: string) => void;
}

/**
 * Distributes the tables of a database on a Citus coordinator. Each step is one transaction and is left out
 * where its result is there already, so an interrupted run goes on where it ended. Returns the number of steps.
 */
export async function distribute(
  ownerUrl: string,
  { places, shards, log }: DistributeOptions,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fws-distribute' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET client_min_messages = warning');
    await client.query('SELECT pg_advisory_lock(7303)');
    await refuseUnfit(client);
    const { before, after, faults } = planAdaptation(await readCatalogue(client), places);
    if (faults.length > 0) throw new DistributionError(faults.join('\n'));
    const missing = await listMissingSteps(client, places, shards);
    // Once jobs are distributed, no former version writes here any more.
    const fills = missing.includesJobs ? FILLS : [];
    const statements = [...fills, ...before, ...missing.steps, ...after];
    if (statements.length === 0) return 0;
    const rights = await listRights(client);
    await client.query(`BEGIN; SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of statements) {
      log(statement);
      await client.query(statement);
    }
    for (const statement of planRights(rights, await listRights(client))) {
      log(statement);
      await client.query(statement);
    }
    await client.query('COMMIT');
    // A transaction that reads jobs and then writes a reference table must do both by one connection to each node. The
    // owner's, which open and archive months, change several tables.
    for (const role of [APP_ROLE, 'CURRENT_USER'])
      await client.query(`ALTER ROLE ${role} SET citus.multi_shard_modify_mode TO 'sequential'`);
    return statements.length;
  } finally {
    await client.end();
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  const version = rows[0]?.version;
  if (version === undefined)
    throw new DistributionError(
      'This database has no Citus: install it, and CREATE EXTENSION citus on every node.',
    );
  if (Number.parseInt(version, 10) !== CITUS_MAJOR)
    throw new DistributionError(`This database has Citus ${version}; ${CITUS_MAJOR}.x is required.`);
  const { rows: nodes } = await client.query<{ is_coordinator: boolean; workers: number; is_known: boolean }>(
    `SELECT (SELECT groupid FROM pg_dist_local_group) = 0 AS is_coordinator,
      count(*) FILTER (WHERE groupid > 0 AND shouldhaveshards)::int AS workers, bool_or(groupid = 0) AS is_known
    FROM pg_dist_node WHERE isactive`,
  );
  const [node] = nodes;
  if (!node?.is_coordinator)
    throw new DistributionError('This database is a Citus worker: name the coordinator’s.');
  if (!node.is_known)
    throw new DistributionError(
      'The coordinator is not among its own nodes: SELECT citus_set_coordinator_host(host, port) there.',
    );
  if (node.workers === 0)
    throw new DistributionError(
      'The coordinator has no workers: SELECT citus_add_node(host, port) for each.',
    );
  const { rows: migrated } = await client
    .query<{ name: string }>(`SELECT name FROM kysely_migration`)
    .catch(() => ({ rows: [] }));
  const applied = new Set(migrated.map(({ name }) => name));
  const missing = (await listMigrationNames()).filter((name) => !applied.has(name));
  if (missing.length > 0)
    throw new DistributionError(`${missing.length} migrations are missing: run npm run migrate first.`);
}

async function listMissingSteps(
  client: pg.Client,
  places: DistributeOptions['places'],
  shards: number,
): Promise<{ steps: string[]; includesJobs: boolean }> {
  const { rows } = await client.query<{ table: string; type: string }>(
    `SELECT table_name::text AS table, citus_table_type AS type FROM citus_tables`,
  );
  const types = new Map(rows.map(({ table, type }) => [table, type]));
  const steps: string[] = [];
  const firsts = new Map<Group, string>();
  for (const [table, place] of Object.entries(places)) {
    const type = types.get(table);
    if (place.kind === 'reference' && type !== 'reference')
      steps.push(`SELECT create_reference_table('${table}')`);
    if (place.kind === 'distributed') {
      const first = firsts.get(place.group);
      firsts.set(place.group, first ?? table);
      if (type === 'distributed') continue;
      const spread =
        first === undefined
          ? `shard_count => ${shards}, colocate_with => 'none'`
          : `colocate_with => '${first}'`;
      steps.push(`SELECT create_distributed_table('${table}', '${place.column}', ${spread})`);
    }
  }
  return { steps, includesJobs: types.get('job') !== 'distributed' };
}
