import * as z from 'zod/mini';
import { idText, requiredText } from '../../platform/schemas.ts';

export const impersonation = z.object({
  userId: idText('admin.user_unknown'),
  reason: requiredText('admin.reason_required', 500),
});
