import * as z from 'zod/mini';
import { isGstin, isPan } from '../platform/identifiers.ts';
import { requiredText } from '../platform/form.ts';
import type { IdentityState } from './process.ts';

/** Kinds of identity number. Aadhaar is checked with its own steps. */
export const ID_KINDS = ['pan', 'gstin'] as const;
export type IdKind = (typeof ID_KINDS)[number];

export const submitIdentity = z
  .object({ kind: z.enum(ID_KINDS, 'kyc.kind_required'), number: requiredText('kyc.number_required', 20) })
  .check(
    z.refine((form) => form.kind !== 'pan' || isPan(form.number.toUpperCase()), {
      path: ['number'],
      message: 'kyc.pan_invalid',
    }),
    z.refine((form) => form.kind !== 'gstin' || isGstin(form.number.toUpperCase()), {
      path: ['number'],
      message: 'kyc.gstin_invalid',
    }),
  );
export type SubmitIdentity = z.output<typeof submitIdentity>;

export interface IdentityStatus {
  state: IdentityState;
  /** The provider's reference of the latest request. */
  referenceId: string;
  reason: string | null;
}
