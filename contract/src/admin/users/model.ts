import type * as z from 'zod/mini';
import type { userCase, userRow } from './schemas.ts';

export type UserRow = z.infer<typeof userRow>;
export type UserCase = z.infer<typeof userCase>;
