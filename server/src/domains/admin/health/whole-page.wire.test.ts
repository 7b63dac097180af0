import { statfs } from 'node:fs/promises';
import { adminHealth } from '@fws/contract/admin/health/calls';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { traffic } from '../../../platform/metrics.ts';

// Every field of the health page. No worker runs: the test writes what one would have written.

const MINUTE_MS = 60_000;
const GIB = 2 ** 30;

let world: World;
let boss: TestAdmin;
let owner: pg.Client;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, worker: false });
  boss = await createAdmin(world);
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const insertRun = (kind: string, finishedAt: string, result: object) =>
  owner.query('INSERT INTO books_run (kind, asked_at, finished_at, result) VALUES ($1, $2, $2, $3)', [
    kind,
    finishedAt,
    JSON.stringify(result),
  ]);
const insertCase = (kind: string, subject: string, raisedAt: string, resolvedAt: string | null = null) =>
  owner.query(
    `INSERT INTO ops_case (kind, subject, amount_paise, detail, raised_at, due_at, resolved_at)
      VALUES ($1, $2, 1, '', $3, $3, $4)`,
    [kind, subject, raisedAt, resolvedAt],
  );
const insertEvent = (provider: string, key: string, receivedAt: string) =>
  owner.query(
    `INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, received_at)
      VALUES ($1, $2, 'x', '{}', 'x', 'valid', $3)`,
    [provider, key, receivedAt],
  );

test('shows workers, tasks, webhooks, money, books, cases, requests and storage with their times', async () => {
  const at = (minutesAgo: number) => world.clock.format(-minutesAgo * MINUTE_MS);
  const { rows: beats } = await owner.query<{ at: Date }>(
    `INSERT INTO worker_heartbeat (worker_id, seen_at) VALUES ('one', now()) RETURNING seen_at AS at`,
  );
  const waitsSince = performance.now();
  await owner.query(`SELECT graphile_worker.add_job('check_order', run_at => now() - interval '5 minutes')`);
  await insertEvent('cashfree', 'one', at(9));
  await insertEvent('cashfree', 'two', at(8));
  await insertEvent('razorpay', 'three', at(7));
  const measures = { clearingPaise: 900_00, overduePaise: 200_00, files: 3, filesBytes: 4096 };
  await insertRun('measures', at(20), measures);
  const invariant = { name: 'x', tookMs: 1, rows: [] };
  await insertRun('invariants', at(40), [
    { id: 1, holds: true, ...invariant },
    { id: 2, holds: false, ...invariant },
  ]);
  await insertRun('reconciliation', at(60), { differences: [{ what: 'x', ours: 'y', theirs: 'z' }] });
  await insertCase('refund_failed', 'ref_1', at(30));
  await insertCase('refund_failed', 'ref_2', at(50));
  await insertCase('refund_failed', 'ref_3', at(70), at(60));
  await insertCase('settlement_odd', 'cashfree:1', at(10));
  const before = traffic.summarizeRecent(world.clock.now());
  // Many, so that failures in other tests of this process do not matter.
  for (let request = 0; request < 50_000; request++) traffic.record('/jobs', 200, 100, world.clock.now());
  for (let request = 0; request < 25; request++) traffic.record('/jobs', 503, 100, world.clock.now());
  const disk = await statfs(world.dataDir);

  const { queue, webhooks, requests, storage, ...health } = await boss.user.done(adminHealth, {});
  const waitedMs = performance.now() - waitsSince;
  expect(health).toEqual({
    at: world.clock.format(),
    levels: {
      worker: 'ok',
      queue: 'warning',
      jobs: 'ok',
      webhooks: 'warning',
      clearing: 'warning',
      books: 'bad',
      payouts: 'ok',
      cases: 'warning',
      errors: 'ok',
      storage: rateStorage(disk.bavail / disk.blocks),
    },
    workers: { alive: 1, seenAt: beats[0]?.at.toISOString() },
    clearing: { balancePaise: 900_00, overduePaise: 200_00, dueDays: 4, measuredAt: at(20) },
    books: { broken: 1, checkedAt: at(40), differences: 1, comparedAt: at(60) },
    payouts: { pausedSince: null },
    opsCases: [
      { kind: 'refund_failed', waiting: 2, oldestAt: at(50) },
      { kind: 'settlement_odd', waiting: 1, oldestAt: at(10) },
    ],
  });
  const { lagMs, ...otherWebhooks } = webhooks;
  expect(lagMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(lagMs).toBeLessThanOrEqual(5 * MINUTE_MS + waitedMs);
  expect(otherWebhooks).toEqual({
    refusedToday: 0,
    providers: [
      { provider: 'cashfree', lastAt: at(8) },
      { provider: 'razorpay', lastAt: at(7) },
    ],
  });
  expect(queue).toEqual({
    countedTo: 10_000,
    tasks: [{ task: 'check_order', due: 1, oldestMs: lagMs, failing: 0, givenUp: 0 }],
  });
  const { meanMs, ...counts } = requests;
  expect(counts).toEqual({ minutes: 15, count: before.count + 50_025, failed: before.failed + 25 });
  const expectedMs = (before.count * (before.meanMs ?? 0) + 50_025 * 100) / counts.count;
  expect(meanMs).toBeGreaterThan(expectedMs - 1);
  expect(meanMs).toBeLessThan(expectedMs + 1);
  expect(storage).toMatchObject({
    diskTotalBytes: disk.blocks * disk.bsize,
    files: { count: 3, bytes: 4096, measuredAt: at(20) },
  });
  // Other programs write to the disk meanwhile.
  expect(storage.diskFreeBytes).toBeGreaterThan(disk.bavail * disk.bsize - 4 * GIB);
  expect(storage.diskFreeBytes).toBeLessThan(disk.bavail * disk.bsize + 4 * GIB);
});

function rateStorage(freeShare: number): string {
  if (freeShare < 0.05) return 'bad';
  return freeShare < 0.15 ? 'warning' : 'ok';
}
