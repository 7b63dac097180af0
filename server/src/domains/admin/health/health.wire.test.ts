import { auditLog } from '@fws/contract/admin/calls';
import { adminBooks, adminBooksRun } from '@fws/contract/admin/books/calls';
import { adminHealth } from '@fws/contract/admin/health/calls';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { award, fund, getMilestoneAt } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composeDeps, composeWeb } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { checkReadiness } from '../../../platform/readiness.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
let owner: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  boss = await createAdmin(world);
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const get = (path: string, headers: Record<string, string> = {}, url = world.url) =>
  fetch(`${url}${path}`, { headers });

test('/readyz names the part that is not ready', async () => {
  expect((await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ready: true, parts: { process: 'ok', database: 'ok', migrations: 'ok', files: 'ok', worker: 'ok' } },
  ]);
  await owner.query("UPDATE kysely_migration SET name = 'away' WHERE name LIKE '0019%'");
  const old = await get('/readyz');
  expect([old.status, await old.json()]).toMatchObject([
    503,
    { ready: false, parts: { migrations: 'missing: 0019_admin' } },
  ]);
  await owner.query("UPDATE kysely_migration SET name = '0019_admin' WHERE name = 'away'");
});

test('serves requests without a worker, and reports zero workers in metrics and on the health page', async () => {
  const noWorkerWorld = await startWorld({ worker: false });
  const ready = await get('/readyz', {}, noWorkerWorld.url);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { ready: true, parts: { worker: 'no worker is alive: messages and money wait' } },
  ]);
  expect(await (await get('/metrics', {}, noWorkerWorld.url)).text()).toMatch(/^fws_workers_alive 0$/m);
  const { user } = await createAdmin(noWorkerWorld);
  expect(await user.done(adminHealth, {})).toMatchObject({
    workers: { alive: 0 },
    levels: { worker: 'bad' },
  });
  await noWorkerWorld.close();
});

test('/readyz returns 503 during shutdown while other requests are still served', async () => {
  const { deps, line, close } = composeDeps(readConfig(world.config), { log: silentLog });
  const app = await composeWeb(deps, line, {});
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  void app.shutdown.run({ delayMs: 60_000, drainMs: 0 });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { ready: false, parts: { process: 'is shutting down' } },
  ]);
  for (const path of ['/healthz', '/api/docs']) expect((await app.inject(path)).statusCode, path).toBe(200);
  await app.close();
  await close();
});

test('is not ready without a database', async () => {
  const missingDatabaseUrl = new URL(world.config.databaseUrl);
  missingDatabaseUrl.pathname = '/there_is_no_such_database';
  const config = readConfig({ ...world.config, databaseUrl: missingDatabaseUrl.href });
  const { deps, close } = composeDeps(config, { log: silentLog });
  expect(await checkReadiness(deps.db, false)).toMatchObject({
    ready: false,
    parts: { database: 'unreachable' },
  });
  await close();
});

test('serves /metrics only to this machine, or to a caller with the token', async () => {
  const local = await get('/metrics');
  expect(local.status).toBe(200);
  expect(local.headers.get('content-type')).toContain('application/openmetrics-text');
  const text = await local.text();
  for (const name of [
    'fws_http_requests_total',
    'fws_workers_alive',
    'fws_database_bytes',
    'fws_health_level',
  ])
    expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
  expect(text.endsWith('# EOF\n')).toBe(true);
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await get('/metrics', { [name]: '127.0.0.1' })).status, name).toBe(403);

  const guarded = await startWorld({ worker: false, env: { METRICS_TOKEN: 'a-token-of-sixteen' } });
  const getStatus = async (headers: Record<string, string>) =>
    (await get('/metrics', headers, guarded.url)).status;
  expect(await getStatus({})).toBe(403);
  expect(await getStatus({ authorization: 'Bearer a-token-of-sixteem' })).toBe(403);
  expect(await getStatus({ authorization: 'Bearer a-token-of-sixteen', 'x-forwarded-for': '10.0.0.9' })).toBe(
    200,
  );
  await guarded.close();
});

test('shows waiting tasks, failures, webhooks and storage on the health page', async () => {
  await owner.query(
    `SELECT graphile_worker.add_job('never_heard_of', run_at => now() - interval '5 minutes')`,
  );
  await owner.query(`UPDATE graphile_worker._private_jobs SET attempts = 25, last_error = 'no such thing'
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'never_heard_of')`);
  await owner.query(`INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict)
    VALUES ('cashfree', 'one', 'x', '{}', 'x', 'valid'), ('razorpay', 'two', 'x', '{}', 'x', 'valid'),
      ('cashfree', 'three', 'x', '{}', 'x', 'forged')`);
  const health = await boss.user.done(adminHealth, {});
  expect(health.queue.tasks).toContainEqual({
    task: 'never_heard_of',
    due: 0,
    oldestMs: null,
    failing: 0,
    givenUp: 1,
  });
  expect(health.webhooks).toMatchObject({ refusedToday: 1 });
  expect(health.webhooks.providers.map(({ provider }) => provider)).toEqual(['cashfree', 'razorpay']);
  expect(health.levels).toMatchObject({ worker: 'ok', jobs: 'bad', webhooks: 'warning' });
  expect(health.storage.databaseBytes).toBeGreaterThan(1_000_000);
  expect(health.storage.diskTotalBytes).toBeGreaterThan(health.storage.diskFreeBytes);
});

const runCheck = async (kind: 'measures' | 'invariants' | 'trial_balance' | 'reconciliation') => {
  await boss.user.done(adminBooksRun, { kind });
  await waitFor(`the ${kind}`, async () => {
    const run = await world.db
      .selectFrom('books_run')
      .select('finished_at')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return run !== undefined && run.finished_at !== null;
  });
};

test('checks invariants, trial balance and the provider’s records by a task', async () => {
  const [poster, worker] = [await world.user(), await world.user({ identity: 'verified' })];
  const at = getMilestoneAt(await award(world, { poster, worker }));
  await fund(world, poster, at);
  for (const kind of ['invariants', 'trial_balance', 'reconciliation', 'measures'] as const)
    await runCheck(kind);

  const books = await boss.user.done(adminBooks, {});
  expect(books.invariants?.result?.filter(({ holds }) => !holds)).toEqual([]);
  expect(books.invariants).toMatchObject({ running: false });
  const lines = books.trialBalance?.result?.lines ?? [];
  const sum = (side: 'debitPaise' | 'creditPaise') => lines.reduce((total, line) => total + line[side], 0);
  expect(sum('debitPaise')).toBeGreaterThan(0);
  expect(sum('debitPaise')).toBe(sum('creditPaise'));
  expect(lines.find(({ account }) => account === 'escrow')).toMatchObject({ open: 1, debitPaise: 0 });
  expect(books.reconciliation?.result).toMatchObject({ orders: 1, differences: [] });

  const fresh = await boss.user.done(adminHealth, {});
  expect(fresh.clearing).toMatchObject({ overduePaise: 0 });
  expect(fresh.clearing?.balancePaise).toBeGreaterThan(0);
  expect(fresh.books).toMatchObject({ broken: 0, differences: 0 });
  const { items } = await boss.user.done(auditLog, { subject: 'books', subjectId: 'invariants' });
  expect(items.map(({ act }) => act)).toEqual(['books_checked']);
});

test('reports money as overdue when the provider has not settled it in time', async () => {
  world.clock.advance(5 * 24 * 3600_000);
  boss = await createAdmin(world);
  await runCheck('measures');
  const { clearing, levels } = await boss.user.done(adminHealth, {});
  expect(clearing?.overduePaise).toBe(clearing?.balancePaise);
  expect(levels.clearing).toBe('warning');
});
