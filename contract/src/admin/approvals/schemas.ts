import * as z from 'zod/mini';
import { idText, maybeText } from '../../platform/schemas.ts';

export const approvalDecision = z.object({
  approvalId: idText('admin.approval_unknown'),
  decision: z.enum(['approve', 'decline'], 'admin.decision_required'),
  reason: maybeText(2000),
});
