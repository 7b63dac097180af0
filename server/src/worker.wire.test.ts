import { createServer } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startGate } from '../test/network/gate.ts';
import { enqueueAnyTask } from '../test/queued-task.ts';
import { findFreePort } from '../test/network/port.ts';
import { waitFor } from '../test/wait.ts';
import { startWorld, type World } from '../test/world.ts';
import { startServer } from './main.ts';
import { inTx } from './platform/db/index.ts';
import { notify } from './platform/queue/index.ts';
import { silentLog } from './platform/log.ts';
import { startWorkerProcess } from './worker.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: false });
});
afterAll(() => world.close());

async function startWorker({ queueUrl = world.config.queueUrl } = {}) {
  const port = await findFreePort();
  const env = { ...world.config.env, WORKER_HEALTH_PORT: String(port), WORKER_HEARTBEAT_MS: '200' };
  const worker = await startWorkerProcess({ ...world.config, queueUrl, env, log: silentLog });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= worker.close());
  onTestFinished(close);
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.json()];
  };
  return { worker, port, close, get };
}

const OK = { process: 'ok', database: 'ok', migrations: 'ok', heartbeat: 'ok', files: 'ok' };

test('reports that it is alive and ready', async () => {
  const { worker, port, get } = await startWorker();
  expect(worker.healthAddress).toBe(`127.0.0.1:${port}`);
  expect(await get('/healthz')).toEqual([200, { ok: true }]);
  expect(await get('/readyz?by=probe')).toEqual([200, { ready: true, parts: OK }]);
  expect((await get('/api/current_user'))[0]).toBe(404);
});

test('reports metrics at its health port to this machine, and says when the database does not answer', async () => {
  const gate = await startGate(world.config.databaseUrl);
  onTestFinished(() => gate.close());
  const port = await findFreePort();
  const worker = await startWorkerProcess({
    ...world.config,
    databaseUrl: gate.url,
    env: { ...world.config.env, WORKER_HEALTH_PORT: String(port) },
    log: silentLog,
  });
  onTestFinished(() => worker.close());
  const scrape = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    return [response.status, await response.text()] as const;
  };
  const [status, text] = await scrape();
  expect(status).toBe(200);
  expect(text).toMatch(/^fws_database_up 1$/m);
  expect(text).toMatch(/^fws_workers_alive \d+$/m);
  expect(text).toMatch(/^# TYPE fws_tasks counter$/m);
  expect((await scrape({ 'x-forwarded-for': '203.0.113.9' }))[0]).toBe(403);

  gate.block();
  // Figures that were read just before are reported for some seconds.
  await waitFor('the metrics to say so', async () => /^fws_database_up 0$/m.test((await scrape())[1]));
  const [statusWithout, textWithout] = await scrape();
  expect(statusWithout).toBe(200);
  expect(textWithout).not.toMatch(/^fws_workers_alive/m);
  expect(textWithout).toMatch(/^fws_process_uptime_seconds \d+$/m);
});

test('stays alive but not ready during shutdown until its last task is done, and leaves no heartbeat', async () => {
  const { close, get } = await startWorker();
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  const user = await world.user();
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE notification');
  await inTx(world.db, (tx) =>
    notify(tx, { userId: user.id, type: 'quote_lapsed', values: {}, path: null, dedupeKey: 'last' }),
  );
  const countLockedTasks = async () =>
    (await owner.query('SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL')).rowCount;
  await waitFor('the job to begin', async () => (await countLockedTasks()) === 1);
  const closed = close();
  expect(await get('/readyz')).toEqual([503, { ready: false, parts: { process: 'is shutting down' } }]);
  expect(await get('/healthz')).toEqual([200, { ok: true }]);
  await owner.query('COMMIT');
  await closed;
  await expect(get('/healthz')).rejects.toThrow('fetch failed');
  expect((await owner.query('SELECT FROM worker_heartbeat')).rowCount).toBe(0);
  expect(await countLockedTasks()).toBe(0);
});

test('runs tasks that a former version queued under their former names', async () => {
  const user = await world.user();
  const payload = { userId: user.id, what: 'suspended', reason: 'Asked for money outside' };
  await enqueueAnyTask(world.db, 'tell_suspension', payload);
  const names = ['look_at_payments', 'forget_unattached_files', 'forget_old_sign_ins'];
  for (const name of names) await enqueueAnyTask(world.db, name);
  const { close } = await startWorker();
  const outbox = `${world.sandboxUrl}/outbox.json?to=${encodeURIComponent(user.email)}`;
  await waitFor('the mail about the suspension', async () =>
    (await (await fetch(outbox)).text()).includes('Asked for money outside'),
  );
  await world.drain();
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  // Tasks that are due by the clock may have met the outages of other tests.
  const { rows: left } = await owner.query(
    'SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE task_identifier = ANY($1)',
    [['tell_suspension', ...names]],
  );
  expect(left).toEqual([]);
  await close();
});

test('is not ready when its heartbeat cannot be written', async () => {
  const gate = await startGate(world.config.queueUrl);
  onTestFinished(() => gate.close());
  const { get } = await startWorker({ queueUrl: gate.url });
  gate.block();
  await waitFor('it to say so', async () => (await get('/readyz'))[0] === 503);
  expect(await get('/readyz')).toEqual([503, { ready: false, parts: { ...OK, heartbeat: 'is late' } }]);
  gate.open();
  await waitFor('it to be ready again', async () => (await get('/readyz'))[0] === 200);
});

test('reports in one sentence which port or host cannot be listened on', async () => {
  const other = createServer();
  const port = await findFreePort();
  await once(other.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const buildSettings = (env: Record<string, string>) => ({
    ...world.config,
    port,
    env: { ...world.config.env, ...env },
    log: silentLog,
  });
  const startWeb = (env: Record<string, string>) => startServer({ ...buildSettings(env), worker: false });
  await expect(startWeb({})).rejects.toThrow(`PORT is ${port}, which is in use on 127.0.0.1`);
  await expect(startWeb({ HOST: '192.0.2.1' })).rejects.toThrow(
    'HOST is 192.0.2.1, which is not an address of this machine',
  );
  await expect(startWorkerProcess(buildSettings({ WORKER_HEALTH_PORT: String(port) }))).rejects.toThrow(
    `WORKER_HEALTH_PORT is ${port}, which is in use on 127.0.0.1`,
  );
});
