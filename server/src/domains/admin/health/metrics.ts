import { HEALTH_LEVELS } from '@fws/contract/admin/health/model';
import type { Health } from '@fws/contract/admin/health/schemas';
import { Gauge } from 'prom-client';
import { createRegistry, type MetricsRegistry } from '../../../platform/metrics.ts';

/** Converts the health page to metrics. A value that was not measured yet is omitted, and all without a database. */
export function collectHealthMetrics(health: Health | null): MetricsRegistry {
  // Built anew for each scrape: values of tasks or kinds that are gone do not stay.
  const registry = createRegistry();
  new Gauge({
    name: 'fws_database_up',
    help: '1 when the database answered this process in time',
    registers: [registry],
  }).set(health === null ? 0 : 1);
  if (health !== null) addHealth(registry, health);
  return registry;
}

function addHealth(registry: MetricsRegistry, health: Health): void {
  const { queue, workers, webhooks, clearing, books, payouts, opsCases, storage } = health;
  const setGauge = (name: string, help: string, value: number | null): void => {
    const gauge = new Gauge({ name, help, registers: [registry] });
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
  const setGaugeBy = (
    label: string,
    name: string,
    help: string,
    values: readonly (readonly [labelValue: string, value: number])[],
  ): void => {
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] });
    for (const [labelValue, value] of values) gauge.set({ [label]: labelValue }, value);
  };
  const setTaskGauge = (
    name: string,
    help: string,
    getValue: (task: Health['queue']['tasks'][number]) => number,
  ): void =>
    setGaugeBy(
      'task',
      name,
      help,
      queue.tasks.map((task) => [task.task, getValue(task)]),
    );

  setGaugeBy(
    'part',
    'fws_health_level',
    'By part: 0 ok, 1 needs attention, 2 bad',
    Object.entries(health.levels).map(([part, level]) => [part, HEALTH_LEVELS.indexOf(level)]),
  );
  setGauge('fws_workers_alive', 'Worker slots whose heartbeat is fresh', workers.alive);
  setTaskGauge('fws_queue_due_jobs', 'Tasks that could run now', ({ due }) => due);
  setTaskGauge(
    'fws_queue_oldest_due_seconds',
    'Age of the oldest due task',
    ({ oldestMs }) => (oldestMs ?? 0) / 1000,
  );
  setTaskGauge('fws_queue_failing_jobs', 'Tasks that failed and will be retried', ({ failing }) => failing);
  setTaskGauge(
    'fws_queue_given_up_jobs',
    'Tasks that failed and will not be retried',
    ({ givenUp }) => givenUp,
  );
  setGauge('fws_webhook_lag_seconds', 'Age of the oldest unprocessed webhook', (webhooks.lagMs ?? 0) / 1000);
  setGauge(
    'fws_webhooks_refused_today',
    'Forged or malformed webhooks received in the last day',
    webhooks.refusedToday,
  );
  setGaugeBy(
    'provider',
    'fws_webhook_last_timestamp_seconds',
    'Time of the last genuine webhook',
    webhooks.providers.map(({ provider, lastAt }) => [provider, Date.parse(lastAt) / 1000]),
  );
  setGauge(
    'fws_clearing_paise',
    'Money of ours that the payment provider holds',
    clearing?.balancePaise ?? null,
  );
  setGauge(
    'fws_clearing_overdue_paise',
    'The part of it that should have been settled',
    clearing?.overduePaise ?? null,
  );
  setGauge(
    'fws_invariants_broken',
    'Invariants of the books that did not hold when last checked',
    books.broken,
  );
  setGauge(
    'fws_reconciliation_differences',
    'Differences from the providers’ records when last compared',
    books.differences,
  );
  setGauge(
    'fws_payouts_paused',
    '1 while payouts are paused after a restore',
    payouts.pausedSince === null ? 0 : 1,
  );
  setGaugeBy(
    'kind',
    'fws_cases_waiting',
    'Open operations cases by kind',
    opsCases.map(({ kind, waiting }) => [kind, waiting]),
  );
  setGauge('fws_database_bytes', 'The size of the database', storage.databaseBytes);
  setGauge('fws_files_bytes', 'Size of the uploaded files', storage.files?.bytes ?? null);
  setGauge('fws_disk_free_bytes', 'Free space on the disk of the data folder', storage.diskFreeBytes);
  setGauge('fws_disk_total_bytes', 'Size of the disk of the data folder', storage.diskTotalBytes);
}
