import pg from 'pg';
import { startWorld, type World } from '../../../server/test/world.ts';
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
  /** A reference table's rows on each node. */
  nodes: number;
}

interface Statement {
  text: string;
  /** The parts that it reached on workers, by their tables. */
  parts: Map<string, Set<string>>;
  servers: Set<string>;
}

/** The statements of this process, as its connections hear them. */
const statements: Statement[] = [];
const running = new WeakMap<pg.Client, Statement>();
/** Statements of the relay and of the queue, which run all the time, and of the proof. */
const NOT_OF_CALLS = /graphile_worker|outbox_lease|public\.outbox|^-- proof/;
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
      this.on('notice', ({ message = '', detail = '' }) => {
        const statement = running.get(this);
        const distant = transactions.get(this);
        if (distant && WRITES.test(message)) distant.writes = true;
        if (distant && /^issuing PREPARE/i.test(message)) distant.prepares = true;
        if (statement && message.startsWith('issuing ') && !CONTROL.test(message))
          noteReach(statement, message, detail);
      });
    }
    const statement = { text, parts: new Map<string, Set<string>>(), servers: new Set<string>() };
    if (!/^(?:begin|commit|rollback|set|savepoint)/i.test(text) && !NOT_OF_CALLS.test(text))
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

/** The names of parts end with numbers of their own. */
const PART = /\b([a-z_]+)_(\d{6,})\b/g;

function noteReach({ parts, servers }: Statement, message: string, detail: string): void {
  for (const [, table = '', part = ''] of message.matchAll(PART)) {
    parts.set(table, (parts.get(table) ?? new Set()).add(part));
    // The server without the number of the connection.
    servers.add(detail.replace(/ connectionId.*/, ''));
  }
}

/** How many parts of one table a statement reached. */
const countParts = ({ parts }: Statement): number =>
  Math.max(0, ...[...parts.values()].map(({ size }) => size));

function sum(from: readonly Statement[], shards: number): Cost {
  // One part that is on several nodes is that of a reference table.
  const isEverywhere = (statement: Statement) => countParts(statement) === 1 && statement.servers.size > 1;
  const count = (isCounted: (parts: number) => boolean) =>
    from.filter((statement) => !isEverywhere(statement) && isCounted(countParts(statement))).length;
  return {
    local: count((parts) => parts === 0),
    one: count((parts) => parts === 1),
    several: count((parts) => parts > 1 && parts < shards),
    all: count((parts) => parts >= shards),
    nodes: from.filter(isEverywhere).length,
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
      for (const statement of statements)
        if (countParts(statement) >= shards)
          wide.push(`${name}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
      return result;
    });
    const rows = [...costs].map(
      ([name, { local, one, several, all, nodes }]) =>
        `| \`${name}\` | ${local} | ${one} | ${several} | ${all} | ${nodes} |`,
    );
    print(
      [
        '| call | coordinator | one part | several | all | each node |',
        '|---|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    );
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
