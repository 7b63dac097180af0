import type { HealthLevel, HealthPart } from '@fws/contract/admin/health/model';
import type { Health } from '@fws/contract/admin/health/schemas';

const MINUTE_MS = 60_000;

const toLevel = (isBad: boolean, needsAttention: boolean): HealthLevel => {
  if (isBad) return 'bad';
  return needsAttention ? 'warning' : 'ok';
};

/** Rates each part: 'warning' needs attention, 'bad' needs it at once. A value that was not measured yet is not 'ok'. */
export function calculateLevels(health: Omit<Health, 'levels'>): Record<HealthPart, HealthLevel> {
  const { workers, queue, webhooks, clearing, books, payouts, opsCases, requests, storage } = health;
  const oldestMs = Math.max(0, ...queue.tasks.map((task) => task.oldestMs ?? 0));
  const hasFailing = queue.tasks.some((task) => task.failing > 0);
  const hasGivenUp = queue.tasks.some((task) => task.givenUp > 0);
  const failedShare = requests.count === 0 ? 0 : requests.failed / requests.count;
  const freeShare = storage.diskTotalBytes === 0 ? 1 : storage.diskFreeBytes / storage.diskTotalBytes;
  const lagMs = webhooks.lagMs ?? 0;
  return {
    worker: toLevel(workers.alive === 0, false),
    queue: toLevel(oldestMs > 10 * MINUTE_MS, oldestMs > MINUTE_MS),
    jobs: toLevel(hasGivenUp, hasFailing),
    webhooks: toLevel(lagMs > 10 * MINUTE_MS, lagMs > MINUTE_MS || webhooks.refusedToday > 0),
    clearing: toLevel(false, clearing === null || clearing.overduePaise > 0),
    books: toLevel((books.broken ?? 0) > 0, books.broken === null || books.differences !== 0),
    payouts: toLevel(payouts.pausedSince !== null, false),
    cases: toLevel(false, opsCases.length > 0),
    errors: toLevel(failedShare > 0.05, failedShare > 0.01),
    storage: toLevel(freeShare < 0.05, freeShare < 0.15),
  };
}
