import type * as z from 'zod/mini';
import type { decide, decision, OPS_CASE_DECISIONS, OPS_CASE_KINDS, caseDetail, preview } from './schemas.ts';

export type OpsCaseKind = (typeof OPS_CASE_KINDS)[number];
export type OpsCaseDecision = (typeof OPS_CASE_DECISIONS)[number];
export type OpsCaseDetail = z.infer<typeof caseDetail>;
export type OpsCasePreview = z.infer<typeof preview>;
export type OpsCaseDecisionForm = z.output<typeof decision>;
export type OpsCaseCommand = z.output<typeof decide>;

/** These decisions change nothing by themselves, so they do not require a fresh second-factor code. */
export const movesNothing = (decision: OpsCaseDecision): boolean =>
  decision === 'ask' || decision === 'resolve';
