import type * as z from 'zod/mini';
import type { auditAct, newFactor, status } from './schemas.ts';

/** Nothing done for so long: the second factor is asked for again. */
export const ADMIN_IDLE_MS = 30 * 60_000;
/** What moves money wants a code given no longer ago. */
export const ADMIN_CONFIRM_MS = 10 * 60_000;

export type AdminStatus = z.infer<typeof status>;
export type FactorState = AdminStatus['factor'];
export type NewFactor = z.infer<typeof newFactor>;
export type AuditAct = z.infer<typeof auditAct>;
