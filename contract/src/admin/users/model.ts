import type * as z from 'zod/mini';
import type { securityLine, userCase, userRow } from './schemas.ts';

export type SecurityLine = z.infer<typeof securityLine>;
export type UserRow = z.infer<typeof userRow>;
export type UserCase = z.infer<typeof userCase>;
