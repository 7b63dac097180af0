import * as z from 'zod/mini';
import { ability, idText, maybeText } from '../../platform/schemas.ts';

export const approvalDecision = z.object({
  approvalId: idText('admin.approval_unknown'),
  decision: z.enum(['approve', 'decline'], 'admin.decision_required'),
  reason: maybeText(2000),
});

export const approvalId = z.object({ approvalId: approvalDecision.shape.approvalId });
export const approval = z.object({
  id: z.number(),
  state: z.enum(['waiting', 'approved', 'declined']),
  /** The kind of subject that the decision is about; `subjectId` is its id. */
  about: z.enum(['dispute', 'case', 'restore']),
  subjectId: z.number(),
  amountPaise: z.number(),
  decision: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** The caller made the decision, so another admin must approve it. */
  own: z.boolean(),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type ApprovalCase = z.output<typeof approval>;
