import { expect, test } from 'vitest';
import { decodeForm } from '../platform/check.ts';
import { encodeForm } from '../platform/form.ts';
import type { IdentityStatus } from './model.ts';
import { identityStatusReply, submitIdentityForm } from './wire.ts';

test.each([
  ['none', 0],
  ['verified', 1],
  ['refused', 2],
  ['pending', 3],
] as const)('%s travels as %d', (state, flag) => {
  const status: IdentityStatus = { state, referenceId: 'kyc_1', reason: null };
  const wire = identityStatusReply.encode(status);
  expect(wire.is_kyc_updated).toBe(flag);
  expect(identityStatusReply.decode(wire)).toEqual(status);
});

test('the form under its legacy names', async () => {
  const form = { kind: 'gstin' as const, number: '27AAPFU0939F1ZV' };
  const body = encodeForm(submitIdentityForm, form);
  expect(body).toEqual({ id_proof_type: '2', id_proof_number: '27AAPFU0939F1ZV' });
  expect(await decodeForm(submitIdentityForm, body)).toEqual({ ok: true, value: form });
});

test.each([
  ['1', 'ABCXE1234F', 'kyc.pan_invalid'],
  ['2', 'ABCPE1234F', 'kyc.gstin_invalid'],
  ['2', '27AAPFU0939F1ZX', 'kyc.gstin_invalid'],
])('type %s with %s: %s', async (kind, number, code) => {
  expect(await decodeForm(submitIdentityForm, { id_proof_type: kind, id_proof_number: number })).toEqual({
    ok: false,
    errors: { number: { code } },
  });
});
