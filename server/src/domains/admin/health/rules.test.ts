import type { Health } from '@fws/contract/admin/health/schemas';
import { expect, test } from 'vitest';
import { calculateLevels } from './rules.ts';

const healthy: Omit<Health, 'levels'> = {
  at: '2026-11-22T10:00:00.000Z',
  workers: { alive: 4, seenAt: '2026-11-22T10:00:00.000Z' },
  queue: { countedTo: 10_000, tasks: [{ task: 'notify', due: 3, oldestMs: 900, failing: 0, givenUp: 0 }] },
  webhooks: { lagMs: null, refusedToday: 0, providers: [] },
  clearing: { balancePaise: 9, overduePaise: 0, dueDays: 4, measuredAt: '2026-11-22T09:23:00.000Z' },
  books: { broken: 0, checkedAt: null, differences: 0, comparedAt: null },
  payouts: { pausedSince: null },
  opsCases: [],
  requests: { minutes: 15, count: 1000, failed: 1, meanMs: 9 },
  storage: { databaseBytes: 1, diskFreeBytes: 50, diskTotalBytes: 100, files: null },
};
const buildQueue = (change: object) => ({
  queue: {
    countedTo: 10_000,
    tasks: [{ task: 'notify', due: 1, oldestMs: 0, failing: 0, givenUp: 0, ...change }],
  },
});

test('returns ok for a healthy state, and for no requests', () => {
  expect(new Set(Object.values(calculateLevels(healthy)))).toEqual(new Set(['ok']));
  const untouched = { ...healthy.requests, count: 0, failed: 0 };
  expect(calculateLevels({ ...healthy, requests: untouched }).errors).toBe('ok');
});

test.each<[string, Partial<typeof healthy>, object]>([
  ['no worker', { workers: { alive: 0, seenAt: null } }, { worker: 'bad' }],
  ['a task waits two minutes', buildQueue({ oldestMs: 120_000 }), { queue: 'warning' }],
  ['a task waits eleven minutes', buildQueue({ oldestMs: 660_000 }), { queue: 'bad' }],
  ['a task fails and will be retried', buildQueue({ failing: 1 }), { jobs: 'warning' }],
  ['a task was given up', buildQueue({ failing: 1, givenUp: 1 }), { jobs: 'bad' }],
  ['a webhook waits', { webhooks: { ...healthy.webhooks, lagMs: 61_000 } }, { webhooks: 'warning' }],
  ['a webhook was refused', { webhooks: { ...healthy.webhooks, refusedToday: 1 } }, { webhooks: 'warning' }],
  [
    'money was not settled in time',
    { clearing: { balancePaise: 9, overduePaise: 1, dueDays: 4, measuredAt: healthy.at } },
    { clearing: 'warning' },
  ],
  ['nothing was measured', { clearing: null }, { clearing: 'warning' }],
  ['nothing was checked', { books: { ...healthy.books, broken: null } }, { books: 'warning' }],
  ['nothing was compared', { books: { ...healthy.books, differences: null } }, { books: 'warning' }],
  ['an invariant is broken', { books: { ...healthy.books, broken: 1 } }, { books: 'bad' }],
  [
    'the provider’s records differ',
    { books: { ...healthy.books, broken: 0, differences: 2 } },
    { books: 'warning' },
  ],
  [
    'an operations case is open',
    { opsCases: [{ kind: 'refund_failed', waiting: 1, oldestAt: healthy.at }] },
    { cases: 'warning' },
  ],
  [
    'two in a hundred requests fail',
    { requests: { ...healthy.requests, failed: 20 } },
    { errors: 'warning' },
  ],
  ['six in a hundred requests fail', { requests: { ...healthy.requests, failed: 60 } }, { errors: 'bad' }],
  ['the disk fills', { storage: { ...healthy.storage, diskFreeBytes: 14 } }, { storage: 'warning' }],
  ['the disk is full', { storage: { ...healthy.storage, diskFreeBytes: 4 } }, { storage: 'bad' }],
])('%s', (_, change, expected) => {
  expect(calculateLevels({ ...healthy, ...change })).toEqual({ ...calculateLevels(healthy), ...expected });
});
