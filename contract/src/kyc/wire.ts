import type * as z from 'zod/mini';
import { schemasOf, wireForm } from '../platform/form.ts';
import type { WireReply } from '../platform/call.ts';
import { optionField } from '../jobs/wire.ts';
import type { IdentityStatus } from './model.ts';
import type { statusWire } from './schemas.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const submitIdentityForm = wireForm(schema('submitIdentity'), {
  kind: optionField('id_proof_type', { pan: '1', gstin: '2' }),
  number: 'id_proof_number',
});
export const referenceForm = wireForm(schema('reference'), {
  referenceId: 'reference_id',
});

const FLAG = { none: 0, verified: 1, refused: 2, pending: 3 } as const;
const STATE = ['none', 'verified', 'refused', 'pending'] as const;

export const identityStatusReply: WireReply<IdentityStatus, z.infer<typeof statusWire>> = {
  schema: schema('statusWire'),
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
