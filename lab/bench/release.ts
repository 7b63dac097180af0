import { ORDER_MAX_PAISE, ORDER_MIN_PAISE } from '@fws/contract/platform/limits';
import { moveFund as moveFundCall } from '@fws/contract/contracts/calls';
import { runProgram } from '../../scripts/program.ts';
import { allInvariants } from '../../server/src/domains/invariants.ts';
import { moveFundInTx } from '../../server/src/domains/contracts/milestones.ts';
import { verifyLedger } from '../../server/src/domains/ledger/index.ts';
import { createDb, createPool, inTx } from '../../server/src/platform/db/index.ts';
import { TestClock } from '../../server/test/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { TestUser } from '../../server/test/user.ts';
import { createClient, type Client } from './client.ts';
import { provideDurableDatabase } from './durable-database.ts';
import { watchDatabaseCpu } from './jobs-list/database-cpu.ts';
import { startProcess } from './jobs-list/load.ts';
import { calculateMedian } from './median.ts';
import { createBareTransfers } from './release/bare.ts';
import { AMOUNT_PAISE, buildRelease, loadAcceptedMilestones, type ReadyMilestone } from './release/data.ts';
import { readOptions } from './options.ts';
import {
  calculatePercentile,
  deleteTasks,
  enableCommitTimes,
  watchReleaseEvents,
} from './release/latency.ts';
import { measureRate } from './release/load.ts';

// How fast is a release? Over HTTP and by the service alone, compared with a bare transfer in SQL on the same server,
// which commits to disk. The measurements alternate instead of running one after another. Then, in a process that also
// runs the queue: how fast can releases go on when all that they cause is done too, and how long after its commit does a
// browser hear of a release?

// npm run bench:release -- [--rounds N] [--releases N a round]

const { rounds: ROUNDS, releases: RELEASES } = readOptions(process.argv.slice(2), {
  rounds: 3,
  releases: 1_000,
});
const CLIENTS = 16;
const BARE_ACCOUNTS = 2_000;
const IDLE_RELEASES = Math.min(100, RELEASES);
const WARM_UP_RELEASES = 20;
/** Longer than a release and its tasks take. */
const IDLE_PAUSE_MS = 60;

interface Setting {
  database: TestDatabase;
  poster: TestUser;
  take: (count?: number) => ReadyMilestone[];
}

async function measure(): Promise<void> {
  const database = await createTestDatabase();
  const poster = await TestUser.create('', database.db, new TestClock(), 1, {});
  console.log('Loading accepted milestones …');
  const count = (2 * ROUNDS + 3) * RELEASES + IDLE_RELEASES + WARM_UP_RELEASES;
  const milestones = await loadAcceptedMilestones(database.db, poster.id, count);
  const setting = { database, poster, take: (taken = RELEASES) => milestones.splice(0, taken) };

  const rates = await measureRates(setting);
  const withWorker = await measureWithWorker(setting);
  const violations = await verifyLedger(database.db, allInvariants);
  await database.close();
  if (violations.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(violations)}`);
  report(rates, withWorker);
}

const releaseOverHttp =
  (client: Client, token: string) =>
  (milestone: ReadyMilestone): Promise<void> => {
    const { values, key } = buildRelease(milestone);
    return client.call(moveFundCall.name, values, { token, headers: { 'idempotency-key': key } });
  };

const KINDS = ['bare', 'service', 'http'] as const;
interface Speed {
  /** A second. */
  rate: number;
  /** Processor time of one: server or this process, and PostgreSQL. */
  cpuMs: number;
  databaseCpuMs: number;
}

/** Without a worker: only releases, and the relay that hands on what they leave. */
async function measureRates({
  database,
  poster,
  take,
}: Setting): Promise<Record<(typeof KINDS)[number], Speed[]>> {
  const { ownerUrl, appUrl: databaseUrl, queueUrl } = database;
  const db = createDb(createPool(databaseUrl, { max: CLIENTS }), { namedStatements: true });
  const bare = await createBareTransfers(ownerUrl, BARE_ACCOUNTS, CLIENTS);
  const server = await startProcess({ kind: 'fws', databaseUrl, queueUrl });
  const client = createClient(server.url, CLIENTS);
  const readDatabaseCpuMs = await watchDatabaseCpu(ownerUrl);
  const readOwnCpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

  const releaseByService = async ({ jobId, milestoneId }: ReadyMilestone) => {
    const command = { jobId, milestoneId, step: 'released', amountPaise: null, acceptsWork: false } as const;
    const limits = { minPaise: ORDER_MIN_PAISE, maxPaise: ORDER_MAX_PAISE };
    const context = { callerId: poster.id, provider: 'cashfree', limits, now: new Date(), onWeb: false };
    const outcome = await inTx(db, (tx) => moveFundInTx(tx, command, context));
    if (!outcome.ok) throw new Error(`a release was refused: ${outcome.refusal.code}`);
  };
  const runBareTransfer = ({ milestoneId, workerId }: ReadyMilestone) =>
    bare.transfer(1 + (milestoneId % 1_800), 1_801 + (workerId % 200), AMOUNT_PAISE);
  const overHttp = releaseOverHttp(client, poster.token);

  async function measureSpeed(
    items: readonly ReadyMilestone[],
    work: (milestone: ReadyMilestone) => Promise<void>,
    readCpuMs: () => Promise<number> | number,
  ): Promise<Speed> {
    const [cpuBefore, databaseBefore] = [await readCpuMs(), readDatabaseCpuMs()];
    const rate = await measureRate(items, CLIENTS, work);
    const databaseCpuMs = (readDatabaseCpuMs() - databaseBefore) / items.length;
    return { rate, cpuMs: ((await readCpuMs()) - cpuBefore) / items.length + databaseCpuMs, databaseCpuMs };
  }

  const speeds = { bare: [] as Speed[], service: [] as Speed[], http: [] as Speed[] };
  await measureRate(take(), CLIENTS, overHttp);
  await measureRate(take(), CLIENTS, releaseByService);
  for (let round = 1; round <= ROUNDS; round++) {
    await deleteTasks(ownerUrl);
    const next = take();
    speeds.bare.push(await measureSpeed(next, runBareTransfer, readOwnCpuMs));
    speeds.service.push(await measureSpeed(next, releaseByService, readOwnCpuMs));
    speeds.http.push(await measureSpeed(take(), overHttp, server.readCpuMs));
    console.log(`Round ${round} of ${ROUNDS} done`);
  }
  client.close();
  server.stop();
  await bare.close();
  await db.destroy();
  return speeds;
}

interface WithWorker {
  /** Releases answered a second, while their tasks run too. */
  answered: number;
  /** Releases a second, until the last of their tasks is done. */
  sustained: number;
  /** From the commit to the event on the poster's stream, in milliseconds, shortest first. */
  idleMs: number[];
  loadedMs: number[];
}

async function measureWithWorker({ database, poster, take }: Setting): Promise<WithWorker> {
  const { appUrl: databaseUrl, queueUrl } = database;
  const events = await watchReleaseEvents(database.ownerUrl);
  await deleteTasks(database.ownerUrl);
  const server = await startProcess({ kind: 'fws', databaseUrl, queueUrl, worker: true });
  const client = createClient(server.url, CLIENTS);
  const overHttp = releaseOverHttp(client, poster.token);
  const stopListening = await client.listen(poster.token, events.onEvent);

  // The relay of the server before has the turn for a while.
  for (const milestone of take(WARM_UP_RELEASES)) await overHttp(milestone);
  await events.waitForTasks();
  await events.start();
  for (const milestone of take(IDLE_RELEASES)) {
    await overHttp(milestone);
    await new Promise((resolve) => setTimeout(resolve, IDLE_PAUSE_MS));
  }
  const idleMs = await events.finish();
  await events.waitForTasks();

  await events.start();
  const startedAt = performance.now();
  const answered = await measureRate(take(), CLIENTS, overHttp);
  await events.waitForTasks();
  const sustained = RELEASES / ((performance.now() - startedAt) / 1000);
  const loadedMs = await events.finish();

  stopListening();
  client.close();
  server.stop();
  await events.close();
  return { answered, sustained, idleMs, loadedMs };
}

function report(speeds: Record<(typeof KINDS)[number], Speed[]>, withWorker: WithWorker): void {
  const median = (kind: (typeof KINDS)[number], field: keyof Speed) =>
    calculateMedian(speeds[kind].map((speed) => speed[field]));
  for (const kind of KINDS) {
    const rate = median(kind, 'rate');
    const ratio = kind === 'bare' ? '' : `   bare / ${kind} ${(median('bare', 'rate') / rate).toFixed(2)}`;
    const cpu = `   ${median(kind, 'cpuMs').toFixed(2)} ms of processor time, PostgreSQL ${median(kind, 'databaseCpuMs').toFixed(2)}`;
    console.log(`${kind.padEnd(8)} ${rate.toFixed(0).padStart(6)} a second${ratio}${cpu}`);
  }
  const { answered, sustained, idleMs, loadedMs } = withWorker;
  console.log(
    `with the worker: ${answered.toFixed(0)} a second answered, ${sustained.toFixed(0)} with all their tasks`,
  );
  for (const [name, times] of Object.entries({ idle: idleMs, 'under load': loadedMs })) {
    const [half, most] = [calculatePercentile(times, 0.5), calculatePercentile(times, 0.95)];
    console.log(`commit to browser, ${name}: median ${half.toFixed(0)} ms, 95% within ${most.toFixed(0)} ms`);
  }
}

await runProgram(async (life) => {
  await provideDurableDatabase(life, enableCommitTimes);
  await measure();
  return 0;
});
