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
] as const)('sends %s as %d', (state, flag) => {
  const status: IdentityStatus = {
    state,
    referenceId: 'kyc_1',
    reason: null,
    aadhaarWay: 'number',
    code: '',
  };
  const wire = identityStatusReply.encode(status);
  expect(wire.is_kyc_updated).toBe(flag);
  expect(identityStatusReply.decode(wire)).toEqual(status);
});

test('encodes the form with its legacy names', async () => {
  const form = {
    kind: 'gstin' as const,
    number: '27AAPFU0939F1ZV',
    code: '7KQ42M',
    captcha: '',
    sessionId: '',
  };
  const body = encodeForm(submitIdentityForm, form);
  expect(body).toMatchObject({
    id_proof_type: '2',
    id_proof_number: '27AAPFU0939F1ZV',
    kyc_captcha_code: '7KQ42M',
  });
  expect(await decodeForm(submitIdentityForm, body)).toEqual({ ok: true, value: form });
});

test.each([
  ['1', 'ABCXE1234F', 'kyc.pan_invalid'],
  ['2', 'ABCPE1234F', 'kyc.gstin_invalid'],
  ['2', '27AAPFU0939F1ZX', 'kyc.gstin_invalid'],
])('rejects type %s with number %s: %s', async (kind, number, code) => {
  const body = { id_proof_type: kind, id_proof_number: number, kyc_captcha_code: '7KQ42M' };
  expect(await decodeForm(submitIdentityForm, body)).toEqual({
    ok: false,
    errors: { number: { code } },
  });
});

test.each([
  ['2341 2341 2346', '234123412346'],
  ['२३४१-२३४१-२३४६', '234123412346'],
])('accepts the Aadhaar number as typed: %s', async (typed, plain) => {
  const body = {
    id_proof_type: '3',
    uid_no: typed,
    kyc_captcha_code: '7kq42m',
    captcha: 'X7R',
    session_id: 's',
  };
  expect(await decodeForm(submitIdentityForm, body)).toMatchObject({
    ok: true,
    value: { kind: 'aadhaar', number: plain, code: '7KQ42M' },
  });
});

test.each(['234123412345', '222222222222', '134123412346', '23412341234'])(
  'rejects the Aadhaar number %s',
  async (typed) => {
    const body = {
      id_proof_type: '3',
      uid_no: typed,
      kyc_captcha_code: '7KQ42M',
      captcha: 'X7R',
      session_id: 's',
    };
    expect(await decodeForm(submitIdentityForm, body)).toMatchObject({
      ok: false,
      errors: { number: { code: 'identity.aadhaar_invalid' } },
    });
  },
);
