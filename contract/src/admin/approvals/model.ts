import type * as z from 'zod/mini';
import type { approval } from './schemas.ts';

export type ApprovalCase = z.infer<typeof approval>;
