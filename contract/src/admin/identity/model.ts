import type * as z from 'zod/mini';
import type { identityCase } from './schemas.ts';

export type IdentityCase = z.infer<typeof identityCase>;
