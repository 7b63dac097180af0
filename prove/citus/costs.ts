import pg from 'pg';
import { startWorld, type World } from '../../server/test/world.ts';
import type { Verdict } from '../support/program.ts';
import { query, type Cluster } from './cluster.ts';
import { runCalls } from './calls.ts';

/** What one call cost: its statements, by how many parts of tables each reached on other nodes. */
interface Cost {
  /** Only tables of the coordinator, and reference tables. */
  local: number;
  one: number;
  several: number;
  /** Every part of a table. */
  all: number;
}

interface Statement {
  text: string;
  parts: number;
}

/** The statements of this process, as its connections hear them. */
const statements: Statement[] = [];
const running = new WeakMap<pg.Client, Statement>();
/** Statements of the relay and of the queue, which run all the time. */
const ALWAYS = /graphile_worker|outbox_lease|public\.outbox/;
const CONTROL =
  /^(?:issuing|executing) (?:BEGIN|COMMIT|ROLLBACK|PREPARE|SAVEPOINT|RELEASE|SET|SELECT assign_)/i;

/** What the current transaction of a connection did on other nodes. */
interface Distant {
  writes: boolean;
  prepares: boolean;
  statements: string[];
}
const WRITES =
  /^issuing (?:INSERT|UPDATE|DELETE|COPY public|WITH[^]*\b(?:INSERT INTO|DELETE FROM|UPDATE public))/i;
const transactions = new WeakMap<pg.Client, Distant>();
/** Transactions that wrote on a worker and on the coordinator, and did not commit in two phases. */
const unsafeCommits: string[] = [];

/** A crash between the two commits of such a transaction would keep one half of it. */
async function judgeCommit(
  client: pg.Client,
  commit: Promise<unknown>,
  wroteHere: Promise<boolean>,
): Promise<void> {
  const distant = transactions.get(client);
  const [isWritten] = await Promise.all([wroteHere, commit]);
  if (isWritten && distant?.writes && !distant.prepares) unsafeCommits.push(distant.statements.join('; '));
}

/** Makes each connection of this process count what Citus sends to other nodes for its statements. */
function watchStatements(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client
  const { query: original } = pg.Client.prototype;
  const heard = new WeakSet<pg.Client>();
  pg.Client.prototype.query = function counting(this: pg.Client, ...args: unknown[]) {
    const [config] = args;
    const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '');
    if (!heard.has(this)) {
      heard.add(this);
      this.on('notice', ({ message = '' }) => {
        const statement = running.get(this);
        const distant = transactions.get(this);
        if (distant && WRITES.test(message)) distant.writes = true;
        if (distant && /^issuing PREPARE/i.test(message)) distant.prepares = true;
        if (statement && message.startsWith('issuing ') && !CONTROL.test(message)) statement.parts += 1;
      });
    }
    const statement = { text, parts: 0 };
    if (!/^(?:begin|commit|rollback|set|savepoint)/i.test(text) && !ALWAYS.test(text))
      statements.push(statement);
    running.set(this, statement);
    if (text === 'begin') transactions.set(this, { writes: false, prepares: false, statements: [] });
    transactions.get(this)?.statements.push(text.replaceAll(/\s+/g, ' ').slice(0, 100));
    if (text.startsWith('commit')) {
      const asked = Reflect.apply(original, this, [
        'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote',
      ]) as Promise<pg.QueryResult<{ wrote: boolean }>>;
      const commit = Reflect.apply(original, this, args) as Promise<unknown>;
      void judgeCommit(
        this,
        commit,
        asked.then(({ rows }) => rows[0]?.wrote === true),
      ).catch(() => {});
      return commit;
    }
    return Reflect.apply(original, this, args);
  } as typeof original;
  return () => void (pg.Client.prototype.query = original);
}

function sum(from: readonly Statement[], shards: number): Cost {
  const count = (isCounted: (parts: number) => boolean) =>
    from.filter(({ parts }) => isCounted(parts)).length;
  return {
    local: count((parts) => parts === 0),
    one: count((parts) => parts === 1),
    several: count((parts) => parts > 1 && parts < shards),
    all: count((parts) => parts >= shards),
  };
}

/** Runs the main job and prints what each call costs, and the statements that reach every part. */
export async function measureCosts(
  cluster: Cluster,
  shards: number,
  print: (text: string) => void,
): Promise<Verdict> {
  const unwatch = watchStatements();
  const world = await startWorld();
  try {
    await listenToNodes(cluster, world);
    const costs = new Map<string, Cost>();
    const wide: string[] = [];
    await runCalls(world, async (name, call) => {
      statements.length = 0;
      const result = await call();
      costs.set(name, sum(statements, shards));
      for (const { text, parts } of statements)
        if (parts >= shards) wide.push(`${name}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
      return result;
    });
    const rows = [...costs].map(
      ([name, { local, one, several, all }]) => `| \`${name}\` | ${local} | ${one} | ${several} | ${all} |`,
    );
    print(['| call | coordinator | one part | several | all |', '|---|---|---|---|---|', ...rows].join('\n'));
    print(`\nStatements that reach every part:\n${wide.join('\n')}\n`);
    return {
      figures: { 'costs: calls': costs.size },
      violations: unsafeCommits.map((text) => `committed in one phase on two nodes: ${text}`),
    };
  } finally {
    unwatch();
    await world.close();
  }
}

/** Connections that begin from now on tell what they send to other nodes. */
async function listenToNodes(cluster: Cluster, world: World): Promise<void> {
  const database = new URL(world.ownerUrl).pathname.slice(1);
  await query(
    cluster.getServerUrl(0),
    `ALTER ROLE fws_app IN DATABASE ${database} SET citus.log_remote_commands TO on`,
  );
  await query(
    cluster.getServerUrl(0),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND usename = 'fws_app'`,
  );
}
