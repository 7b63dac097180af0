import type * as z from 'zod/mini';
import type { decision, disputeCase, ledgerEntry, preview, settled } from './schemas.ts';

export type DisputeCase = z.infer<typeof disputeCase>;
export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type SettlementPreview = z.infer<typeof preview>;
export type Settled = z.infer<typeof settled>;
export type DisputeDecision = z.output<typeof decision>;
