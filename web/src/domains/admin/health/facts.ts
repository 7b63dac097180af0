import type { HealthPart } from '@fws/contract/admin/health/model';
import type { Health } from '@fws/contract/admin/health/schemas';
import { formatRupees, type Translate } from '../../../platform/i18n/index.ts';
import { getCaseName } from '../cases/labels.ts';
import { formatBytes, formatDuration, formatMoment, formatNumber } from '../shared/format.ts';

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** The facts of each part, as sentences. */
export function listHealthFacts(health: Health, t: Translate): Record<HealthPart, string[]> {
  const { queue, workers, webhooks, clearing, books, payouts, opsCases, requests, storage } = health;
  const due = sum(queue.tasks.map((task) => task.due));
  const oldest = Math.max(0, ...queue.tasks.map((task) => task.oldestMs ?? 0));
  return {
    worker: [
      t('web.backoffice.health.workersAlive', { count: workers.alive }),
      ...(workers.seenAt === null
        ? []
        : [t('web.backoffice.health.seen', { when: formatMoment(workers.seenAt) })]),
    ],
    queue: [
      t('web.backoffice.health.due', { count: due }),
      ...(due === 0 ? [] : [t('web.backoffice.health.longest', { time: formatDuration(oldest) })]),
    ],
    jobs: [
      t('web.backoffice.health.failing', { count: sum(queue.tasks.map((task) => task.failing)) }),
      t('web.backoffice.health.givenUp', { count: sum(queue.tasks.map((task) => task.givenUp)) }),
    ],
    webhooks: [
      webhooks.lagMs === null
        ? t('web.backoffice.health.noLag')
        : t('web.backoffice.health.lag', { time: formatDuration(webhooks.lagMs) }),
      ...webhooks.providers.map(({ provider, lastAt }) =>
        t('web.backoffice.health.lastFrom', { provider, when: formatMoment(lastAt) }),
      ),
      ...(webhooks.refusedToday === 0
        ? []
        : [t('web.backoffice.health.refused', { count: webhooks.refusedToday })]),
    ],
    clearing:
      clearing === null
        ? [t('web.backoffice.health.notMeasured')]
        : [
            t('web.backoffice.health.clearing', { amount: formatRupees(clearing.balancePaise) }),
            t('web.backoffice.health.overdue', {
              amount: formatRupees(clearing.overduePaise),
              days: clearing.dueDays,
            }),
            t('web.backoffice.health.measured', { when: formatMoment(clearing.measuredAt) }),
          ],
    books: [
      books.broken === null || books.checkedAt === null
        ? t('web.backoffice.health.notChecked')
        : t('web.backoffice.health.broken', { count: books.broken, when: formatMoment(books.checkedAt) }),
      books.differences === null || books.comparedAt === null
        ? t('web.backoffice.health.notCompared')
        : t('web.backoffice.health.differences', {
            count: books.differences,
            when: formatMoment(books.comparedAt),
          }),
    ],
    payouts: [
      payouts.pausedSince === null
        ? t('web.backoffice.health.payoutsGo')
        : t('web.backoffice.health.payoutsPaused', { when: formatMoment(payouts.pausedSince) }),
    ],
    cases:
      opsCases.length === 0
        ? [t('web.backoffice.health.noCases')]
        : opsCases.map(({ kind, waiting, oldestAt }) =>
            t('web.backoffice.health.case', {
              kind: getCaseName(kind),
              count: waiting,
              when: formatMoment(oldestAt),
            }),
          ),
    errors: [
      t('web.backoffice.health.errors', {
        failed: formatNumber(requests.failed),
        count: formatNumber(requests.count),
        minutes: requests.minutes,
      }),
      ...(requests.meanMs === null
        ? []
        : [t('web.backoffice.health.mean', { ms: formatNumber(requests.meanMs) })]),
    ],
    storage: [
      t('web.backoffice.health.disk', {
        free: formatBytes(storage.diskFreeBytes),
        total: formatBytes(storage.diskTotalBytes),
      }),
      t('web.backoffice.health.database', { size: formatBytes(storage.databaseBytes) }),
      ...(storage.files === null
        ? []
        : [
            t('web.backoffice.health.files', {
              size: formatBytes(storage.files.bytes),
              count: formatNumber(storage.files.count),
              when: formatMoment(storage.files.measuredAt),
            }),
          ]),
    ],
  };
}
