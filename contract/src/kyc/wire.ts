import * as z from 'zod/mini';
import { optionalText, wireForm } from '../platform/form.ts';
import type { WireReply } from '../platform/call.ts';
import { optionField } from '../jobs/wire.ts';
import { submitIdentity, type IdentityStatus } from './model.ts';

export const submitIdentityForm = wireForm(submitIdentity, {
  kind: optionField('id_proof_type', { pan: '1', gstin: '2' }),
  number: 'id_proof_number',
});
export const referenceForm = wireForm(z.object({ referenceId: optionalText(80) }), {
  referenceId: 'reference_id',
});

const FLAG = { none: 0, verified: 1, refused: 2, pending: 3 } as const;
const STATE = ['none', 'verified', 'refused', 'pending'] as const;

const statusWire = z.object({
  data: z.null(),
  reference_id: z.string(),
  is_kyc_updated: z.number(),
  reason: z.nullable(z.string()),
});

export const identityStatusReply: WireReply<IdentityStatus, z.infer<typeof statusWire>> = {
  schema: statusWire,
  encode: (status) => ({
    data: null,
    reference_id: status.referenceId,
    is_kyc_updated: FLAG[status.state],
    reason: status.reason,
  }),
  decode: (wire) => ({
    state: STATE[wire.is_kyc_updated] ?? 'none',
    referenceId: wire.reference_id,
    reason: wire.reason,
  }),
};
