import * as z from 'zod/mini';
import { idText, maybeText } from '../../platform/schemas.ts';

export const taskId = z.object({ taskId: idText('admin.task_unknown') });
export const taskDecision = z.object({
  ...taskId.shape,
  decision: z.enum(['retry', 'dismiss'], 'admin.decision_required'),
  reason: maybeText(500),
});
export type TaskDecision = z.output<typeof taskDecision>;

export const taskCase = z.object({
  id: z.number(),
  task: z.string(),
  attempts: z.number(),
  error: z.string(),
  /** Only the ids from the task's payload. */
  about: z.array(z.object({ name: z.string(), value: z.string() })),
  createdAt: z.string(),
  failedAt: z.string(),
});
export type TaskCase = z.output<typeof taskCase>;
