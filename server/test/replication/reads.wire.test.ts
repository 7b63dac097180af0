import { setTimeout as sleep } from 'node:timers/promises';
import { unreadCount } from '@fws/contract/notifications/calls';
import { saveJob, savedJobs, unsaveJob } from '@fws/contract/search/calls';
import { publicJobs } from '@fws/contract/site/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/main.ts';
import { processMetrics } from '../../src/platform/metrics.ts';
import { createDb, createPool, inTx, type Db } from '../../src/platform/db/index.ts';
import { NO_POSITION, parsePosition } from '../../src/platform/db/replicas/position.ts';
import { PrimaryWatch } from '../../src/platform/db/replicas/primary.ts';
import { Replica, type LeftOut, type ReplicaSettings } from '../../src/platform/db/replicas/replica.ts';
import { silentLog } from '../../src/platform/log.ts';
import { findReplicaFaults } from '../../src/start/database.ts';
import { createTestDatabase, openOwnerDb } from '../database.ts';
import { findFreePort } from '../network/port.ts';
import { post, quote } from '../story.ts';
import { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';
import { Browser } from './browser.ts';
import { startPrimary, type Standby } from './servers.ts';

/** Long enough that a test decides when the replica is too old, and a lag as in production. */
const MAX_LAG_MS = { patient: 10_000, strict: 500 };

let standby: Standby;
/** Its server accepts an old replica. */
let world: World;
let owner: Db;
/** Another node, which does not. */
let strict: RunningServer;
let poster: TestUser;
let jobIds: number[];

beforeAll(async () => {
  const primary = await startPrimary();
  standby = await primary.addStandby();
  const env = { REPLICA_URL: standby.appUrl };
  world = await startWorld({
    database: primary,
    gated: true,
    env: { ...env, REPLICA_MAX_LAG_MS: String(MAX_LAG_MS.patient) },
  });
  strict = await startServer({
    ...world.config,
    port: await findFreePort(),
    env: { ...world.config.env, ...env, REPLICA_MAX_LAG_MS: String(MAX_LAG_MS.strict) },
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
  });
  owner = openOwnerDb(primary.ownerUrl);
  poster = await world.user();
  jobIds = [];
  for (let count = 0; count < 3; count++) jobIds.push((await post(world, poster)).id);
  for (const url of [world.url, strict.url]) await waitForReplica(url);
});
afterAll(async () => {
  await standby.thaw();
  await strict.close();
  await owner.destroy();
  await world.close();
});

const pause = () => standby.query('SELECT pg_wal_replay_pause()');
const resume = () => standby.query('SELECT pg_wal_replay_resume()');

const createVisitor = (url: string) => new TestUser(url, { id: 0, token: '' });

async function listPublicJobs(url: string, user = createVisitor(url)) {
  const { items } = await user.done(publicJobs, { city: '', category: '' });
  return items.map(({ title }) => title);
}

async function countReads(source: 'replica' | 'primary'): Promise<number> {
  const { values } = await (processMetrics.getSingleMetric('fws_reads')?.get() ?? { values: [] });
  return values.find(({ labels }) => labels['source'] === source)?.value ?? 0;
}

async function usesReplica(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = await countReads('replica');
  await createVisitor(url).done(publicJobs, { city: '', category: '' }, { headers });
  return (await countReads('replica')) > before;
}
const waitForReplica = (url: string) => waitFor('the replica to be used', () => usesReplica(url));
const waitUntilLeftOut = (url: string) =>
  waitFor('the replica to be left out', async () => !(await usesReplica(url)));

const listSaved = async (user: TestUser, headers: Record<string, string> = {}) =>
  (await user.done(savedJobs, {}, { headers })).items.map(({ jobId }) => jobId);

test('reads from the replica, and what somebody has written themselves from the primary', async () => {
  const [firstId = 0, secondId = 0] = jobIds;
  const writer = new Browser(await world.user());
  const other = await world.user();
  await pause();
  const { title } = await post(world, new Browser(poster), { values: { title: 'Paint the gate' } });
  await writer.done(saveJob, { jobId: String(firstId) });

  expect(await listSaved(writer)).toEqual([firstId]);
  expect(await listSaved(writer.at(strict.url))).toEqual([firstId]);
  expect(await listPublicJobs(world.url, writer)).toContain(title);
  // A visitor has written nothing, and a client that sends no position may have.
  expect(await listPublicJobs(world.url)).not.toContain(title);
  expect(await listPublicJobs(world.url, other)).toContain(title);

  const headers = { 'x-fws-position': '0'.repeat(16) };
  const reply = await fetch(`${world.url}/api/save_job`, {
    method: 'POST',
    body: JSON.stringify({ jobId: String(secondId) }),
    headers: {
      'content-type': 'application/json',
      'x-fws-client': 'web',
      authorization: `Bearer ${other.token}`,
    },
  });
  const position = reply.headers.get('x-fws-position') ?? '';
  expect(await listSaved(other, headers)).toEqual([]);
  expect(await listSaved(other, { 'x-fws-position': position })).toEqual([secondId]);
  // A client may send any position. This one is in the future, so only the primary can answer.
  expect(await listSaved(other, { 'x-fws-position': 'EEEEEEEEEEEEEEEE' })).toEqual([secondId]);

  await resume();
  await waitFor('the replica to have it', async () => (await listSaved(other, headers)).length === 1);
});

test('reads what an event is about from a database that has it', async () => {
  const worker = await world.user({ identity: 'verified' });
  const reader = new Browser(poster);
  const events = await fetch(`${strict.url}/api/events`, {
    headers: { cookie: `fws_session=${poster.token}` },
  });
  const stream = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  await pause();
  const before = await reader.done(unreadCount, {});
  await quote(worker, jobIds[2] ?? 0);
  let text = '';
  while (!/"topic":"notifications".*\n/.test(text)) text += (await stream?.read())?.value ?? '';
  await stream?.cancel();
  const line = /data: (\{"topic":"notifications".*\})/.exec(text)?.[1] ?? '{}';
  const { position } = JSON.parse(line) as { position: string };

  expect(await reader.done(unreadCount, {})).toBe(before);
  expect(await reader.done(unreadCount, {}, { headers: { 'x-fws-position': position } })).toBe(before + 1);
  await resume();
});

test('leaves a replica out that lags more than is allowed, and takes it back', async () => {
  await waitForReplica(strict.url);
  await pause();
  const { title } = await post(world, poster, { values: { title: 'Mend the fence' } });
  await waitUntilLeftOut(strict.url);
  expect(await listPublicJobs(strict.url)).toContain(title);
  expect(await usesReplica(world.url)).toBe(true);
  await resume();
  await waitForReplica(strict.url);
});

test('keeps using an idle replica of an idle primary', async () => {
  await world.drain();
  // The next record would be after the header of a segment, where no replica is before there is one.
  await sql`SELECT pg_switch_wal()`.execute(owner);
  await waitForReplica(strict.url);
  await sleep(2 * MAX_LAG_MS.strict);
  expect(await usesReplica(strict.url)).toBe(true);
  const { rows } = await sql<{ lsn: string }>`SELECT pg_current_wal_insert_lsn()::text AS lsn`.execute(owner);
  const headers = { 'x-fws-position': parsePosition(rows[0]?.lsn ?? '') };
  expect(await usesReplica(strict.url, headers)).toBe(true);
});

/** What readers notice while something happens to the replica. */
async function readDuring(work: () => Promise<void>) {
  const [jobId = 0] = jobIds;
  const writer = new Browser(await world.user(), strict.url);
  const over = new AbortController();
  let [reads, slowestMs, stale] = [0, 0, 0];
  const readAll = async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await listPublicJobs(strict.url);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      reads += 1;
    }
  };
  const write = async () => {
    while (!over.signal.aborted) {
      await writer.done(saveJob, { jobId: String(jobId) });
      if ((await listSaved(writer)).length !== 1) stale += 1;
      await writer.done(unsaveJob, { jobId: String(jobId) });
      if ((await listSaved(writer)).length !== 0) stale += 1;
    }
  };
  const running = [readAll(), readAll(), write()];
  await work().finally(() => over.abort());
  await Promise.all(running);
  expect(reads).toBeGreaterThan(0);
  return { stale, slowestMs };
}

test('answers from the primary while the replica is frozen', async () => {
  await waitForReplica(strict.url);
  const { stale, slowestMs } = await readDuring(async () => {
    await standby.freeze();
    await waitUntilLeftOut(strict.url);
  });
  expect(stale).toBe(0);
  // Much less than the ten seconds after which the watchdog of the primary would act.
  expect(slowestMs).toBeLessThan(4_000);
  await standby.thaw();
  await waitForReplica(strict.url);
});

test('answers from the primary when the replica cancels statements or ends connections', async () => {
  const { stale } = await readDuring(async () => {
    for (let round = 0; round < 20; round++) {
      const end = round % 2 === 0 ? 'pg_cancel_backend' : 'pg_terminate_backend';
      await standby.query(`SELECT ${end}(pid) FROM pg_stat_activity WHERE application_name = 'fws-reads'`);
    }
  });
  expect(stale).toBe(0);
});

test('answers from the primary while the replica is down, and uses it again', async () => {
  const { stale } = await readDuring(async () => {
    await standby.kill();
    await waitUntilLeftOut(strict.url);
  });
  expect(stale).toBe(0);
  await standby.start();
  await waitForReplica(strict.url);
});

test('never shows a session anything older than its last write, whatever the replica does', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 4 }, async () => ({
      user: new Browser(await world.user()),
      saved: new Set<number>(),
    })),
  );
  // Two seconds, and longer on a busy machine whose replica has answered nothing in that time.
  const [until, end] = [performance.now() + 2_000, performance.now() + 30_000];
  let isReplicaRead = false;
  const goesOn = () => performance.now() < until || (!isReplicaRead && performance.now() < end);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
  const before = await countReads('replica');
  const disturb = async () => {
    while (goesOn()) {
      await pick([pause, resume])();
      await sleep(Math.random() * 300);
      isReplicaRead ||= (await countReads('replica')) > before;
    }
    await resume();
  };
  const work = async ({ user, saved }: (typeof sessions)[number]) => {
    while (goesOn()) {
      const at = user.at(pick([world.url, strict.url]));
      const jobId = pick(jobIds);
      if (saved.has(jobId)) await at.done(unsaveJob, { jobId: String(jobId) });
      else await at.done(saveJob, { jobId: String(jobId) });
      if (!saved.delete(jobId)) saved.add(jobId);
      for (const pauseMs of pick([[], [0], [0, 100], [300]])) {
        await sleep(pauseMs);
        const found = await listSaved(user.at(pick([world.url, strict.url])));
        expect(new Set(found)).toEqual(saved);
      }
    }
  };
  await Promise.all([disturb(), ...sessions.map(work)]);
  expect(await countReads('replica')).toBeGreaterThan(before);
});

test('shows visitors public pages while the primary does not answer', async () => {
  await waitForReplica(strict.url);
  const titles = await listPublicJobs(strict.url);
  world.gate?.block();
  await sleep(2 * MAX_LAG_MS.strict);
  expect(await listPublicJobs(strict.url)).toEqual(titles);
  expect((await poster.call(savedJobs, {})).httpStatus).toBe(503);
  world.gate?.open();
  await waitFor('the primary to answer', async () => (await poster.call(savedJobs, {})).httpStatus === 200);
});

const settings = {
  poolSize: 1,
  namedStatements: false,
  silentAfterMs: 5_000,
  readWithinMs: 5_000,
  log: silentLog,
};

test('leaves a statement that takes too long at a replica to the primary', async () => {
  const primary = new PrimaryWatch(world.config.databaseUrl, { maxLagMs: 10_000, withinMs: 5_000 });
  await primary.ask();
  const replica = new Replica({ ...settings, readWithinMs: 500, url: standby.appUrl, primary });
  const startedAt = performance.now();
  expect(await replica.read(['SELECT pg_sleep(20)', []], NO_POSITION)).toBe(null);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect((await replica.read(['SELECT 1 AS one', []], NO_POSITION))?.rows).toEqual([{ one: 1 }]);
  await replica.close();
  primary.close();
});

test('leaves out a server of another cluster, a primary, and one that is ahead of its primary', async () => {
  const other = await createTestDatabase();
  const primary = new PrimaryWatch(world.config.databaseUrl, { maxLagMs: 10_000, withinMs: 5_000 });
  await primary.ask();
  const judge = async (url: string, watch: ReplicaSettings['primary']): Promise<LeftOut | null> => {
    const replica = new Replica({ ...settings, url, primary: watch });
    // Only a second answer shows that the primary was behind the first.
    for (let round = 0; round < 2; round++) await replica.watch();
    await replica.close();
    return replica.leftOut;
  };
  const ahead = {
    cluster: primary.cluster,
    findFreshPosition: () => primary.findFreshPosition(),
    calculateLagMs: () => 0,
    isBehind: () => true,
  };

  expect(await judge(other.appUrl, primary)).toBe('other_cluster');
  expect(await judge(world.config.databaseUrl, primary)).toBe('not_a_standby');
  expect(await judge(standby.appUrl, primary)).toBe(null);
  expect(await judge(standby.appUrl, ahead)).toBe('diverged');
  const { databaseUrl } = world.config;
  expect(await findReplicaFaults(standby.appUrl, databaseUrl)).toEqual([]);
  expect(await findReplicaFaults(other.appUrl, databaseUrl)).toEqual([
    `REPLICA_URL names ${new URL(other.appUrl).host}, which is not a replica of the database of DATABASE_URL`,
  ]);
  primary.close();
  await other.close();
});

test('commits a transaction that only reads on a server that is a standby', async () => {
  const db = createDb(createPool(standby.appUrl), { locatesCommits: true });
  onTestFinished(() => db.destroy());
  const { rows } = await inTx(db, (tx) => sql`SELECT pg_is_in_recovery() AS standby`.execute(tx));
  expect(rows).toEqual([{ standby: true }]);
});

test('leaves a promoted replica out', async () => {
  await waitForReplica(strict.url);
  const { stale } = await readDuring(async () => {
    await standby.query('SELECT pg_promote()');
    await waitUntilLeftOut(strict.url);
    await waitUntilLeftOut(world.url);
  });
  expect(stale).toBe(0);
});
