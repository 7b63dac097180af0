import type * as z from 'zod/mini';
import type { IdentityState } from './process.ts';
import type { submitIdentity } from './schemas.ts';

/** Kinds of identity number. Aadhaar is checked with its own steps. */
export const ID_KINDS = ['pan', 'gstin'] as const;
export type IdKind = (typeof ID_KINDS)[number];

export type SubmitIdentity = z.output<typeof submitIdentity>;

export interface IdentityStatus {
  state: IdentityState;
  /** The provider's reference of the latest request. */
  referenceId: string;
  reason: string | null;
}
