import { HEALTH_LEVELS } from '@fws/contract/admin/health/model';
import type { Health } from '@fws/contract/admin/health/schemas';
import { traffic, type Metric } from '../../../platform/metrics.ts';

/** Converts the health page to metrics. Omits a value that was not measured yet. */
export function toMetrics(health: Health): Metric[] {
  const { queue, workers, webhooks, clearing, books, payouts, opsCases, storage } = health;
  const toGauge = (name: string, help: string, value: number | null, unit?: Metric['unit']): Metric[] =>
    value === null ? [] : [{ name, help, type: 'gauge', ...(unit && { unit }), samples: [{ value }] }];
  const toTaskGauge = (
    name: string,
    help: string,
    getValue: (task: Health['queue']['tasks'][number]) => number,
  ): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: queue.tasks.map((task) => ({ labels: { task: task.task }, value: getValue(task) })),
  });
  return [
    {
      name: 'fws_health_level',
      help: 'By part: 0 ok, 1 needs attention, 2 bad',
      type: 'gauge',
      samples: Object.entries(health.levels).map(([part, level]) => ({
        labels: { part },
        value: HEALTH_LEVELS.indexOf(level),
      })),
    },
    ...toGauge('fws_workers_alive', 'Worker slots whose heartbeat is fresh', workers.alive),
    toTaskGauge('fws_queue_due_jobs', 'Tasks that could run now', ({ due }) => due),
    {
      ...toTaskGauge(
        'fws_queue_oldest_due_seconds',
        'Age of the oldest due task',
        ({ oldestMs }) => (oldestMs ?? 0) / 1000,
      ),
      unit: 'seconds',
    },
    toTaskGauge('fws_queue_failing_jobs', 'Tasks that failed and will be retried', ({ failing }) => failing),
    toTaskGauge(
      'fws_queue_given_up_jobs',
      'Tasks that failed and will not be retried',
      ({ givenUp }) => givenUp,
    ),
    ...toGauge(
      'fws_webhook_lag_seconds',
      'Age of the oldest unprocessed webhook',
      (webhooks.lagMs ?? 0) / 1000,
      'seconds',
    ),
    ...toGauge(
      'fws_webhooks_refused_today',
      'Forged or malformed webhooks received in the last day',
      webhooks.refusedToday,
    ),
    {
      name: 'fws_webhook_last_timestamp_seconds',
      help: 'Time of the last genuine webhook',
      type: 'gauge',
      unit: 'seconds',
      samples: webhooks.providers.map(({ provider, lastAt }) => ({
        labels: { provider },
        value: Date.parse(lastAt) / 1000,
      })),
    },
    ...toGauge(
      'fws_clearing_paise',
      'Money of ours that the payment provider holds',
      clearing?.balancePaise ?? null,
    ),
    ...toGauge(
      'fws_clearing_overdue_paise',
      'The part of it that should have been settled',
      clearing?.overduePaise ?? null,
    ),
    ...toGauge(
      'fws_invariants_broken',
      'Invariants of the books that did not hold when last checked',
      books.broken,
    ),
    ...toGauge(
      'fws_reconciliation_differences',
      'Differences from the providers’ records when last compared',
      books.differences,
    ),
    ...toGauge(
      'fws_payouts_paused',
      '1 while payouts are paused after a restore',
      payouts.pausedSince === null ? 0 : 1,
    ),
    {
      name: 'fws_cases_waiting',
      help: 'Open operations cases by kind',
      type: 'gauge',
      samples: opsCases.map(({ kind, waiting }) => ({ labels: { kind }, value: waiting })),
    },
    {
      name: 'fws_http_requests',
      help: 'Requests answered by this process',
      type: 'counter',
      samples: [...traffic.byStatus].map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'fws_http_request_duration_seconds',
      help: 'Response time of this process',
      type: 'histogram',
      unit: 'seconds',
      samples: traffic.listDurations(),
    },
    ...toGauge('fws_database_bytes', 'The size of the database', storage.databaseBytes, 'bytes'),
    ...toGauge('fws_files_bytes', 'Size of the uploaded files', storage.files?.bytes ?? null, 'bytes'),
    ...toGauge(
      'fws_disk_free_bytes',
      'Free space on the disk of the data folder',
      storage.diskFreeBytes,
      'bytes',
    ),
    ...toGauge(
      'fws_process_resident_memory_bytes',
      'Memory of this process',
      process.memoryUsage.rss(),
      'bytes',
    ),
    ...toGauge(
      'fws_process_uptime_seconds',
      'How long this process has run',
      Math.round(process.uptime()),
      'seconds',
    ),
  ];
}
