import type * as z from 'zod/mini';
import type { jobCase } from './schemas.ts';

export type JobCase = z.infer<typeof jobCase>;
