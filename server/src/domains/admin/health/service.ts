import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { MeasuresResult } from '@fws/contract/admin/books/schemas';
import { CLEARING_DUE_DAYS } from '@fws/contract/admin/books/model';
import type { Health } from '@fws/contract/admin/health/schemas';
import { traffic } from '../../../platform/metrics.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { InvariantsResult, ReconciliationResult } from '@fws/contract/admin/books/schemas';
import { findOpenRestore } from '../../ledger/index.ts';
import { listNewestRuns } from '../books/store.ts';
import { calculateLevels } from './rules.ts';
import {
  COUNT_LIMIT,
  getDatabaseBytes,
  countWaitingCases,
  listQueueDepths,
  getWebhookActivity,
} from './store.ts';
import { getAliveWorkers } from '../../../platform/queue/worker-watch.ts';
import { waitAtMost } from '../../../platform/wait-at-most.ts';

/** Tasks that process webhooks: until they finish, our rows lag behind the provider. */
const WEBHOOK_TASKS = new Set([
  'check_order',
  'check_refund',
  'check_chargeback',
  'check_settlement',
  'advance_withdrawal',
]);

/** For each statement of a scrape, so that a busy database is not kept busy by scrapes. */
const STATEMENT_TIMEOUT_MS = 2_000;

export const loadHealthForScrape = (deps: Deps): Promise<Health> =>
  inTx(deps.db, async (db) => {
    await sql`SELECT set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(db);
    return loadHealth({ ...deps, db });
  });

/** One query after the other: a transaction has one connection. */
export async function loadHealth({
  db,
  config,
  ports,
}: Pick<Deps, 'db' | 'config' | 'ports'>): Promise<Health> {
  const tasks = await listQueueDepths(db);
  const workers = await getAliveWorkers(db, config.workerHeartbeatMs);
  const webhooks = await getWebhookActivity(db);
  const opsCases = await countWaitingCases(db);
  const bytes = await getDatabaseBytes(db);
  const runs = await listNewestRuns(db);
  const restore = await findOpenRestore(db);
  const disk = await getDiskSpace(config.dataDir);
  const finished = new Map(runs.filter(({ result }) => result !== null).map((run) => [run.kind, run]));
  const measures = finished.get('measures');
  const measured = measures?.result as MeasuresResult | undefined;
  const invariants = finished.get('invariants');
  const comparison = finished.get('reconciliation');
  const measuredAt = measures?.finished_at?.toISOString() ?? '';
  const health: Omit<Health, 'levels'> = {
    at: ports.clock.now().toISOString(),
    workers: { alive: workers.alive, seenAt: workers.seen_at?.toISOString() ?? null },
    queue: {
      countedTo: COUNT_LIMIT,
      tasks: tasks.map((task) => ({
        task: task.task,
        due: task.due,
        oldestMs: task.oldest_ms,
        failing: task.failing,
        givenUp: task.given_up,
      })),
    },
    webhooks: {
      lagMs: tasks.some(({ task, due }) => WEBHOOK_TASKS.has(task) && due > 0)
        ? Math.max(...tasks.filter(({ task }) => WEBHOOK_TASKS.has(task)).map(({ oldest_ms: ms }) => ms ?? 0))
        : null,
      refusedToday: webhooks.refused,
      providers: webhooks.newest.map((event) => ({
        provider: event.provider,
        lastAt: event.received_at.toISOString(),
      })),
    },
    clearing: measured
      ? {
          balancePaise: measured.clearingPaise,
          overduePaise: measured.overduePaise,
          dueDays: CLEARING_DUE_DAYS,
          measuredAt,
        }
      : null,
    books: {
      broken: invariants
        ? (invariants.result as InvariantsResult).filter(({ holds }) => !holds).length
        : null,
      checkedAt: invariants?.finished_at?.toISOString() ?? null,
      differences: comparison ? (comparison.result as ReconciliationResult).differences.length : null,
      comparedAt: comparison?.finished_at?.toISOString() ?? null,
    },
    payouts: { pausedSince: restore?.markedAt.toISOString() ?? null },
    opsCases: opsCases.map(({ kind, waiting, oldest }) => ({
      kind,
      waiting,
      oldestAt: oldest.toISOString(),
    })),
    requests: traffic.summarizeRecent(ports.clock.now()),
    storage: {
      databaseBytes: bytes,
      ...disk,
      files: measured ? { count: measured.files, bytes: measured.filesBytes, measuredAt } : null,
    },
  };
  return { ...health, levels: calculateLevels(health) };
}

/** The disk of the uploaded files and of an embedded database. */
async function getDiskSpace(folder: string): Promise<{ diskFreeBytes: number; diskTotalBytes: number }> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize };
}

const ANSWERS_WITHIN_MS = 3_000;

/** "ok" while some worker has a fresh heartbeat. */
export async function findWorkerState({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string> {
  const workers = await waitAtMost(
    ANSWERS_WITHIN_MS,
    getAliveWorkers(db, config.workerHeartbeatMs).catch(() => null),
  );
  if (workers === null) return 'unknown';
  return workers.alive > 0 ? 'ok' : 'no worker is alive: messages and money wait';
}
