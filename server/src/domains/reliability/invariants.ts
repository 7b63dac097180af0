import type { Invariant } from '../ledger/index.ts';

export const invariants: readonly Invariant[] = [
  {
    id: 30,
    name: 'every ended contract has the outcome of each of its sides, and nobody is at fault for what the other side did',
    sql: (since) => `SELECT c.job_id, o.user_id, o.side, o.outcome, o.reason, e.side AS cancelled_by
      FROM contract c
      CROSS JOIN LATERAL (VALUES (c.poster_id, 'poster'), (c.worker_id, 'worker')) party (user_id, side)
      LEFT JOIN job_outcome o ON o.job_id = c.job_id AND o.user_id = party.user_id
      LEFT JOIN job_ending e ON e.job_id = c.job_id
      WHERE ${since ? `coalesce(c.completed_at, c.cancelled_at) >= '${since.day}'::date` : 'coalesce(c.completed_at, c.cancelled_at) IS NOT NULL'}
        AND (o.outcome IS NULL OR o.side <> party.side OR o.awarded_at <> date_trunc('milliseconds', c.awarded_at)
          OR o.state = 'open' AND o.outcome IN ('kept', 'late') AND c.completed_at IS NULL
          OR o.state = 'open' AND o.outcome = 'cancelled' AND c.completed_at IS NOT NULL
          OR o.reason = 'cancelled' AND e.side IS DISTINCT FROM o.side
          OR o.reason = 'cancelled' AND e.waiver IS NOT NULL)`,
  },
];
