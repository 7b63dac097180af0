import * as z from 'zod/mini';
import { HEALTH_LEVELS, HEALTH_PARTS } from './model.ts';

const at = z.nullable(z.string());

/** How the product is. Times are how long something has waited; a figure that is not known yet is null. */
export const health = z.object({
  at: z.string(),
  levels: z.record(z.enum(HEALTH_PARTS), z.enum(HEALTH_LEVELS)),
  workers: z.object({ alive: z.number(), seenAt: at }),
  queue: z.object({
    /** Counted one by one up to here. */
    countedTo: z.number(),
    tasks: z.array(
      z.object({
        task: z.string(),
        due: z.number(),
        oldestMs: z.nullable(z.number()),
        failing: z.number(),
        givenUp: z.number(),
      }),
    ),
  }),
  webhooks: z.object({
    /** What came and is not worked off yet. */
    lagMs: z.nullable(z.number()),
    refusedToday: z.number(),
    providers: z.array(z.object({ provider: z.string(), lastAt: z.string() })),
  }),
  clearing: z.nullable(
    z.object({
      balancePaise: z.number(),
      overduePaise: z.number(),
      dueDays: z.number(),
      measuredAt: z.string(),
    }),
  ),
  books: z.object({
    /** Invariants that do not hold; null: never asked. */
    broken: z.nullable(z.number()),
    checkedAt: at,
    differences: z.nullable(z.number()),
    comparedAt: at,
  }),
  /** Since when nothing is paid out, because the database was restored; null: payouts go out. */
  payouts: z.object({ pausedSince: at }),
  matters: z.array(z.object({ kind: z.string(), waiting: z.number(), oldestAt: z.string() })),
  /** Of this process, in the last minutes. */
  requests: z.object({
    minutes: z.number(),
    count: z.number(),
    failed: z.number(),
    meanMs: z.nullable(z.number()),
  }),
  storage: z.object({
    databaseBytes: z.number(),
    diskFreeBytes: z.number(),
    diskTotalBytes: z.number(),
    files: z.nullable(z.object({ count: z.number(), bytes: z.number(), measuredAt: z.string() })),
  }),
});
