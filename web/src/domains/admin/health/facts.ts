import type { Health, HealthPart } from '@fws/contract/admin/health/model';
import { formatRupees, type Translate } from '../../../platform/i18n/index.ts';
import { matterName } from '../words.ts';
import { formatBytes, formatDuration, formatMoment, formatNumber } from './words.ts';

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** The facts of each part, as sentences. */
export function listHealthFacts(health: Health, t: Translate): Record<HealthPart, string[]> {
  const { queue, workers, webhooks, clearing, books, payouts, matters, requests, storage } = health;
  const due = sum(queue.tasks.map((task) => task.due));
  const oldest = Math.max(0, ...queue.tasks.map((task) => task.oldestMs ?? 0));
  return {
    worker: [
      t('web.office.health.workersAlive', { count: workers.alive }),
      ...(workers.seenAt === null
        ? []
        : [t('web.office.health.seen', { when: formatMoment(workers.seenAt) })]),
    ],
    queue: [
      t('web.office.health.due', { count: due }),
      ...(due === 0 ? [] : [t('web.office.health.longest', { time: formatDuration(oldest) })]),
    ],
    jobs: [
      t('web.office.health.failing', { count: sum(queue.tasks.map((task) => task.failing)) }),
      t('web.office.health.givenUp', { count: sum(queue.tasks.map((task) => task.givenUp)) }),
    ],
    webhooks: [
      webhooks.lagMs === null
        ? t('web.office.health.noLag')
        : t('web.office.health.lag', { time: formatDuration(webhooks.lagMs) }),
      ...webhooks.providers.map(({ provider, lastAt }) =>
        t('web.office.health.lastFrom', { provider, when: formatMoment(lastAt) }),
      ),
      ...(webhooks.refusedToday === 0
        ? []
        : [t('web.office.health.refused', { count: webhooks.refusedToday })]),
    ],
    clearing:
      clearing === null
        ? [t('web.office.health.notMeasured')]
        : [
            t('web.office.health.clearing', { amount: formatRupees(clearing.balancePaise) }),
            t('web.office.health.overdue', {
              amount: formatRupees(clearing.overduePaise),
              days: clearing.dueDays,
            }),
            t('web.office.health.measured', { when: formatMoment(clearing.measuredAt) }),
          ],
    books: [
      books.broken === null || books.checkedAt === null
        ? t('web.office.health.notChecked')
        : t('web.office.health.broken', { count: books.broken, when: formatMoment(books.checkedAt) }),
      books.differences === null || books.comparedAt === null
        ? t('web.office.health.notCompared')
        : t('web.office.health.differences', {
            count: books.differences,
            when: formatMoment(books.comparedAt),
          }),
    ],
    payouts: [
      payouts.pausedSince === null
        ? t('web.office.health.payoutsGo')
        : t('web.office.health.payoutsPaused', { when: formatMoment(payouts.pausedSince) }),
    ],
    matters:
      matters.length === 0
        ? [t('web.office.health.noMatters')]
        : matters.map(({ kind, waiting, oldestAt }) =>
            t('web.office.health.matter', {
              kind: matterName(kind),
              count: waiting,
              when: formatMoment(oldestAt),
            }),
          ),
    errors: [
      t('web.office.health.errors', {
        failed: formatNumber(requests.failed),
        count: formatNumber(requests.count),
        minutes: requests.minutes,
      }),
      ...(requests.meanMs === null
        ? []
        : [t('web.office.health.mean', { ms: formatNumber(requests.meanMs) })]),
    ],
    storage: [
      t('web.office.health.disk', {
        free: formatBytes(storage.diskFreeBytes),
        total: formatBytes(storage.diskTotalBytes),
      }),
      t('web.office.health.database', { size: formatBytes(storage.databaseBytes) }),
      ...(storage.files === null
        ? []
        : [
            t('web.office.health.files', {
              size: formatBytes(storage.files.bytes),
              count: formatNumber(storage.files.count),
              when: formatMoment(storage.files.measuredAt),
            }),
          ]),
    ],
  };
}
