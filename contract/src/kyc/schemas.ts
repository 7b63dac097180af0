import * as z from 'zod/mini';
import { isGstin, isPan } from '../platform/identifiers.ts';
import { optionalText, requiredText } from '../platform/schemas.ts';
import { ID_KINDS } from './model.ts';

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

export const statusWire = z.object({
  data: z.null(),
  reference_id: z.string(),
  is_kyc_updated: z.number(),
  reason: z.nullable(z.string()),
});

export const reference = z.object({ referenceId: optionalText(80) });
