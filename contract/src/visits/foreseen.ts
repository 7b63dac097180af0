import * as z from 'zod/mini';

/** What a visit that has not started adds to a cancellation of its job. */
export const foreseenVisit = z.object({
  /** Whether it counts against who cancels. */
  counts: z.boolean(),
  /** So late that it counts as an absence. */
  isAbsence: z.boolean(),
  /** What the worker gets for the visit. */
  feePaise: z.number(),
});
