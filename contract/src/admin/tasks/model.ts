import type * as z from 'zod/mini';
import type { taskCase, taskDecision } from './schemas.ts';

export type TaskCase = z.infer<typeof taskCase>;
export type TaskDecision = z.output<typeof taskDecision>;
