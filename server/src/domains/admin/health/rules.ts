import type { Health, HealthLevel, HealthPart } from '@fws/contract/admin/health/model';

const MINUTE_MS = 60_000;

const level = (bad: boolean, look: boolean): HealthLevel => {
  if (bad) return 'bad';
  return look ? 'look' : 'ok';
};

/** Rates each part: 'look' needs attention, 'bad' needs it at once. A value that was not measured yet is not 'ok'. */
export function levelsOf(health: Omit<Health, 'levels'>): Record<HealthPart, HealthLevel> {
  const { workers, queue, webhooks, clearing, books, payouts, matters, requests, storage } = health;
  const oldestMs = Math.max(0, ...queue.tasks.map((task) => task.oldestMs ?? 0));
  const failing = queue.tasks.some((task) => task.failing > 0);
  const givenUp = queue.tasks.some((task) => task.givenUp > 0);
  const failed = requests.count === 0 ? 0 : requests.failed / requests.count;
  const free = storage.diskTotalBytes === 0 ? 1 : storage.diskFreeBytes / storage.diskTotalBytes;
  const lagMs = webhooks.lagMs ?? 0;
  return {
    worker: level(workers.alive === 0, false),
    queue: level(oldestMs > 10 * MINUTE_MS, oldestMs > MINUTE_MS),
    jobs: level(givenUp, failing),
    webhooks: level(lagMs > 10 * MINUTE_MS, lagMs > MINUTE_MS || webhooks.refusedToday > 0),
    clearing: level(false, clearing === null || clearing.overduePaise > 0),
    books: level((books.broken ?? 0) > 0, books.broken === null || books.differences !== 0),
    payouts: level(payouts.pausedSince !== null, false),
    matters: level(false, matters.length > 0),
    errors: level(failed > 0.05, failed > 0.01),
    storage: level(free < 0.05, free < 0.15),
  };
}
