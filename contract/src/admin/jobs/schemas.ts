import * as z from 'zod/mini';
import { ability, fileLink, idText, maybeText } from '../../platform/schemas.ts';

export const jobId = z.object({ jobId: idText('jobs.not_found') });
export const verification = z.object({
  ...jobId.shape,
  decision: z.enum(['verify', 'decline'], 'admin.decision_required'),
  reason: maybeText(500),
});

export const jobCase = z.object({
  id: z.number(),
  number: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  category: z.string(),
  skills: z.array(z.string()),
  budgetFromPaise: z.number(),
  budgetToPaise: z.number(),
  state: z.string(),
  postedAt: z.string(),
  closesOn: z.string(),
  attachment: z.nullable(fileLink),
  poster: z.object({ id: z.number(), name: z.string(), verified: z.boolean(), jobsPosted: z.number() }),
  verified: z.boolean(),
  reviewed: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type JobCase = z.output<typeof jobCase>;
