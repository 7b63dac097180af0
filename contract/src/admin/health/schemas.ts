import * as z from 'zod/mini';
import { HEALTH_LEVELS, HEALTH_PARTS } from './model.ts';

const at = z.nullable(z.string());

/** The health of the product. Durations are waiting times; a figure is null until it is known. */
export const health = z.object({
  at: z.string(),
  levels: z.record(z.enum(HEALTH_PARTS), z.enum(HEALTH_LEVELS)),
  workers: z.object({ alive: z.number(), seenAt: at }),
  queue: z.object({
    /** Counts are exact up to this number. */
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
    /** How far processing lags behind the received webhooks. */
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
    /** The number of violated invariants; null if they were never checked. */
    broken: z.nullable(z.number()),
    checkedAt: at,
    differences: z.nullable(z.number()),
    comparedAt: at,
  }),
  /** When payouts were paused because the database was restored; null while payouts are sent. */
  payouts: z.object({ pausedSince: at }),
  opsCases: z.array(z.object({ kind: z.string(), waiting: z.number(), oldestAt: z.string() })),
  /** Requests to this process in the last `minutes` minutes. */
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
export type Health = z.output<typeof health>;
