import type * as z from 'zod/mini';
import type { decide, decision, MATTER_DECISIONS, MATTER_KINDS, matterCase, preview } from './schemas.ts';

export type MatterKind = (typeof MATTER_KINDS)[number];
export type MatterDecision = (typeof MATTER_DECISIONS)[number];
export type MatterCase = z.infer<typeof matterCase>;
export type MatterPreview = z.infer<typeof preview>;
export type MatterAsked = z.output<typeof decision>;
export type MatterCommand = z.output<typeof decide>;

/** These decisions change nothing by themselves, so they do not require a fresh second-factor code. */
export const movesNothing = (decision: MatterDecision): boolean =>
  decision === 'ask' || decision === 'resolve';
