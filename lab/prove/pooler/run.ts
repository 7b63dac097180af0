import pg from 'pg';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { ConfigError } from '../../../server/src/config/error.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { publish } from '../../../server/src/platform/realtime/index.ts';
import { checkStart } from '../../../server/src/start/check.ts';
import { trialSettings } from '../../../server/test/config/production.ts';
import { forkServer, killNow } from '../../../server/test/processes/server-process.ts';
import type { TestUser } from '../../../server/test/user.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { listenToEvents } from '../support/events.ts';
import { runEach } from '../support/fixtures.ts';
import type { Verdict } from '../support/program.ts';
import { startStories, type StoryResults } from '../support/stories.ts';
import { startPgBouncer, type Pooler } from '../support/pgbouncer.ts';

const POOL_SIZE = 4;
const CLIENTS = 32;
/** PgBouncer can handle named statements since 1.21, when it is configured to. */
const NAMED_STATEMENTS_SINCE = [1, 21] as const;

/** Runs the product behind a PgBouncer that has fewer connections to the server than there are clients. */
export async function provePooler({ calls }: { calls: number }): Promise<Verdict> {
  const world = await startWorld({ worker: false });
  try {
    await world.stopServer();
    const pooler = await startPgBouncer(world.ownerUrl, POOL_SIZE);
    try {
      return await prove(world, pooler, calls);
    } finally {
      await pooler.close();
    }
  } finally {
    await world.close();
  }
}

async function prove(world: World, pooler: Pooler, calls: number): Promise<Verdict> {
  const pooledUrl = pooler.toPooledUrl(world.config.databaseUrl);
  const config = {
    ...world.config,
    databaseUrl: pooledUrl,
    env: { ...world.config.env, DATABASE_NAMED_STATEMENTS: '0' },
  };
  const violations = [...(await tryStarts(config, pooler.version)), ...(await tryRights(pooledUrl))];
  const children = [await forkServer(config, { part: 'web' }), await forkServer(config, { part: 'worker' })];
  try {
    const load = await runLoad(world, calls);
    violations.push(...load.results.violations, ...load.violations);
    const shared = await countShared(pooledUrl);
    if (shared.connections > POOL_SIZE)
      violations.push(`${shared.connections} connections of the server were lent, not ${POOL_SIZE}`);
    if (shared.withoutLockTimeout > 0)
      violations.push(`${shared.withoutLockTimeout} transactions began without lock_timeout`);
    const { stories, answered, acknowledged, saidToComeBack } = load.results;
    return {
      figures: {
        PgBouncer: pooler.version,
        'clients of the pooler at once': CLIENTS,
        'connections of the server': shared.connections,
        stories,
        'calls answered 200': answered + load.answered,
        'releases and withdrawals': acknowledged,
        'calls answered otherwise': load.refused + saidToComeBack,
        'live events': load.events,
      },
      violations,
    };
  } finally {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) await killNow(child);
      else violations.push('a process ended during the run');
  }
}

/** Checks that a start accepts the shipped pooler and refuses a configuration that would fail later. */
async function tryStarts(
  { databaseUrl, queueUrl }: { databaseUrl: string; queueUrl: string },
  version: string,
): Promise<string[]> {
  const tryStart = async (settings: Record<string, string>) => {
    const env = { ...trialSettings, DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl, ...settings };
    try {
      await checkStart(env);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.faults;
      throw error;
    }
  };
  const unnamed = { DATABASE_NAMED_STATEMENTS: '0' };
  const queuePooled = await tryStart({ ...unnamed, QUEUE_URL: databaseUrl });
  const named = await tryStart({ DATABASE_NAMED_STATEMENTS: '1' });
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const supportsNamedStatements = major > NAMED_STATEMENTS_SINCE[0] || minor >= NAMED_STATEMENTS_SINCE[1];
  return [
    ...(await tryStart(unnamed)).map((fault) => `a start is refused: ${fault}`),
    ...(queuePooled.some((fault) => fault.startsWith('QUEUE_URL'))
      ? []
      : ['a start accepted the pooler for the queue']),
    ...(supportsNamedStatements || named.some((fault) => fault.includes('DATABASE_NAMED_STATEMENTS=0'))
      ? []
      : ['a start accepted named statements']),
  ];
}

/** Checks that the login through the pooler is the application's and cannot write the ledger. */
async function tryRights(pooledUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: pooledUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user: string }>('SELECT session_user AS user');
    const written = await client
      .query("INSERT INTO ledger.account (code, class) VALUES ('wallet:1', 'liability')")
      .then(
        () => true,
        (error: unknown) => !String(error).includes('permission denied'),
      );
    return [
      ...(rows[0]?.user === 'fws_app' ? [] : [`the application is ${rows[0]?.user}`]),
      ...(written ? ['the application may write the ledger'] : []),
    ];
  } finally {
    await client.end();
  }
}

interface Load {
  results: StoryResults;
  answered: number;
  refused: number;
  events: number;
  violations: string[];
}

/** Runs stories of money, and at the same time more readers than the pooler has connections. */
async function runLoad(world: World, calls: number): Promise<Load> {
  const stories = await startStories(world);
  const { results, poster, worker } = stories;
  const page = await listenToEvents(world, worker);
  const load: Load = { results, answered: 0, refused: 0, events: 0, violations: [] };
  try {
    await runEach(
      Array.from({ length: calls }, (_, index) => index),
      CLIENTS,
      (index) => readOnce(load, index % 2 === 0 ? poster : worker, index),
    );
    await stories.end();
    if (!page.topics.includes('wallet')) load.violations.push('no live event came while money moved');
    const before = page.topics.length;
    await inTx(world.db, (tx) => publish(tx, { users: [worker.id], topic: 'wallet', id: null }));
    await waitFor('a live event', () => page.topics.length > before);
    load.events = page.topics.length;
    if (results.saidToComeBack > 0) load.violations.push(`${results.saidToComeBack} calls were answered 503`);
    const ready = (await fetch(`${world.url}/readyz`)).status;
    if (ready !== 200) load.violations.push(`/readyz answered ${ready}`);
    return load;
  } finally {
    page.close();
  }
}

const ANY_JOBS = { sort: 'latest', location: '', categoryId: '' } as const;

async function readOnce(load: Load, user: TestUser, index: number): Promise<void> {
  const answer = index % 3 === 0 ? await user.call(wallet, {}) : await user.call(exploreJobs, ANY_JOBS);
  if (answer.httpStatus === 200) load.answered += 1;
  else {
    load.refused += 1;
    load.violations.push(`a read was answered ${answer.httpStatus}: ${answer.message}`);
  }
}

/** Runs a transaction for each of many clients. Counts the server's connections, and transactions without lock_timeout. */
async function countShared(pooledUrl: string): Promise<{ connections: number; withoutLockTimeout: number }> {
  const pids = new Set<number>();
  let withoutLockTimeout = 0;
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: pooledUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const inspect = async (client: pg.Client) => {
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number; lock: string }>(
      "SELECT pg_backend_pid() AS pid, current_setting('lock_timeout') AS lock",
    );
    await client.query('COMMIT');
    if (rows[0]) pids.add(rows[0].pid);
    if (rows[0]?.lock === '0') withoutLockTimeout += 1;
  };
  await Promise.all(clients.map(inspect));
  await Promise.all(clients.map((client) => client.end()));
  return { connections: pids.size, withoutLockTimeout };
}
