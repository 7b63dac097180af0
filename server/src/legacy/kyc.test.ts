import { expect, test } from 'vitest';
import * as calls from '@fws/contract/kyc/calls';
import type { IdentityStatus, NameStatus } from '@fws/contract/kyc/schemas';
import { decodeLegacyForm, encodeLegacyReply, getPartName } from '../../test/legacy.ts';
import { findFormats } from './index.ts';

const aadhaar = {
  id_proof_type: '3',
  kyc_captcha_code: '7kq42m',
  captcha: 'X7R',
  session_id: 's',
};

test('reads a number by its names', async () => {
  const form = {
    id_proof_type: '2',
    id_proof_number: '27AAPFU0939F1ZV',
    kyc_captcha_code: '7KQ42M',
    captcha: 'X7R',
    session_id: 's',
    name_on_id: ' Asha R. Kale ',
  };
  expect(await decodeLegacyForm(calls.submitIdentity, form)).toEqual({
    ok: true,
    value: {
      kind: 'gstin',
      number: '27AAPFU0939F1ZV',
      code: '7KQ42M',
      captcha: 'X7R',
      sessionId: 's',
      nameOnId: 'Asha R. Kale',
    },
  });
});

test.each([
  ['1', 'ABCXE1234F', 'kyc.pan_invalid'],
  ['2', 'ABCPE1234F', 'kyc.gstin_invalid'],
  ['2', '27AAPFU0939F1ZX', 'kyc.gstin_invalid'],
])('rejects type %s with number %s: %s', async (kind, number, code) => {
  const body = { id_proof_type: kind, id_proof_number: number, kyc_captcha_code: '7KQ42M' };
  expect(await decodeLegacyForm(calls.submitIdentity, body)).toEqual({
    ok: false,
    errors: { number: { code } },
  });
});

test.each([
  ['2341 2341 2346', '234123412346'],
  ['२३४१-२३४१-२३४६', '234123412346'],
])('accepts the Aadhaar number as typed: %s', async (typed, plain) => {
  for (const number of [
    { uid_no: typed },
    { id_proof_number: '', uid_no: typed },
    { id_proof_number: typed },
  ])
    expect(await decodeLegacyForm(calls.submitIdentity, { ...aadhaar, ...number })).toEqual({
      ok: true,
      value: {
        kind: 'aadhaar',
        number: plain,
        code: '7KQ42M',
        captcha: 'X7R',
        sessionId: 's',
        nameOnId: '',
      },
    });
});

test.each(['234123412345', '222222222222', '134123412346', '23412341234'])(
  'rejects the Aadhaar number %s',
  async (typed) => {
    expect(await decodeLegacyForm(calls.submitIdentity, { ...aadhaar, uid_no: typed })).toMatchObject({
      ok: false,
      errors: { number: { code: 'identity.aadhaar_invalid' } },
    });
  },
);

test('reads a one-time password, a code and a reference', async () => {
  expect(await decodeLegacyForm(calls.submitAadhaarOtp, { session_id: 's', otp: '१२३४५६' })).toEqual({
    ok: true,
    value: { sessionId: 's', otp: '123456' },
  });
  expect(await decodeLegacyForm(calls.startDigilocker, { kyc_captcha_code: '7KQ42M' })).toEqual({
    ok: true,
    value: { code: '7KQ42M', nameOnId: '' },
  });
  const named = { kyc_captcha_code: '7KQ42M', name_on_id: 'Asha R. Kale' };
  expect(await decodeLegacyForm(calls.startDigilocker, named)).toEqual({
    ok: true,
    value: { code: '7KQ42M', nameOnId: 'Asha R. Kale' },
  });
  expect(await decodeLegacyForm(calls.identityStatus, { reference_id: 'kyc_1' })).toEqual({
    ok: true,
    value: { referenceId: 'kyc_1' },
  });
});

test('takes a video as file', () => {
  for (const call of [calls.submitIdentity, calls.startDigilocker])
    expect(getPartName(call, 'video')).toBe('file');
});

test('knows the other names of two calls', () => {
  expect(findFormats(calls.submitIdentity).aliases).toEqual(['kyc_verification', 'aadhar_verify']);
  expect(findFormats(calls.submitAadhaarOtp).aliases).toEqual(['aadhar_verify_otp']);
});

const status: IdentityStatus = {
  state: 'refused',
  referenceId: 'kyc_1',
  reason: 'The authority does not know this number',
  aadhaarWay: 'digilocker',
  code: '7KQ42M',
};

const statusReply = {
  reference_id: 'kyc_1',
  is_kyc_updated: 2,
  reason: 'The authority does not know this number',
  aadhaar_mode: 'digilocker',
  kyc_captcha_code: '7KQ42M',
};

test('writes every field of a status beside `data`', async () => {
  for (const call of [calls.identityStatus, calls.submitAadhaarOtp])
    expect(await encodeLegacyReply(call as typeof calls.identityStatus, status)).toEqual({
      data: null,
      ...statusReply,
    });
  const fresh: IdentityStatus = {
    state: 'none',
    referenceId: '',
    reason: null,
    aadhaarWay: 'number',
    code: '',
  };
  expect(await encodeLegacyReply(calls.identityStatus, fresh)).toEqual({
    data: null,
    reference_id: '',
    is_kyc_updated: 0,
    reason: null,
    aadhaar_mode: 'number',
    kyc_captcha_code: '',
  });
});

test('writes the session of a one-time password that was sent', async () => {
  expect(await encodeLegacyReply(calls.submitIdentity, { ...status, sessionId: 's' })).toEqual({
    data: { session_id: 's' },
    ...statusReply,
  });
  expect(await encodeLegacyReply(calls.submitIdentity, { ...status, sessionId: null })).toEqual({
    data: null,
    ...statusReply,
  });
});

test.each([
  ['none', 0],
  ['verified', 1],
  ['refused', 2],
  ['pending', 3],
] as const)('writes %s as %d', async (state, code) => {
  expect(await encodeLegacyReply(calls.identityStatus, { ...status, state })).toMatchObject({
    is_kyc_updated: code,
  });
});

test('writes the replies that have their values in `data`', async () => {
  const code = { code: '7KQ42M', expiresAt: '2026-12-01T10:00:00.000Z' };
  expect(await encodeLegacyReply(calls.videoCode, code)).toEqual({
    data: { kyc_captcha_code: '7KQ42M', expires_at: '2026-12-01T10:00:00.000Z' },
  });
  expect(await encodeLegacyReply(calls.aadhaarCaptcha, { sessionId: 's', image: 'iVBORw' })).toEqual({
    data: { session_id: 's', image_captcha: 'iVBORw' },
  });
  const start = { referenceId: 'kyc_1', url: 'https://digilocker.example/1' };
  expect(await encodeLegacyReply(calls.startDigilocker, start)).toEqual({
    data: { reference_id: 'kyc_1', redirect_url: 'https://digilocker.example/1' },
  });
  const videos = [{ id: 3, language: 'hi', url: '/api/files/3/hi.mp4' }];
  expect(await encodeLegacyReply(calls.sampleVideos, videos)).toEqual({
    data: [{ id: 3, language: 'hi', video_url: '/api/files/3/hi.mp4' }],
  });
});

test('reads and writes a name and the changes that were asked for', async () => {
  const form = { first_name: 'Asha', last_name: 'Rane', explanation: 'Married', otp: '123456' };
  expect(await decodeLegacyForm(calls.requestNameChange, form)).toEqual({
    ok: true,
    value: { firstName: 'Asha', lastName: 'Rane', explanation: 'Married', otp: '123456' },
  });
  const name: NameStatus = {
    firstName: 'Asha',
    lastName: 'Kale',
    verifiedName: 'ASHA KALE',
    changes: [
      {
        firstName: 'Asha',
        lastName: 'Rane',
        explanation: 'Married',
        state: 'refused',
        requestedAt: '2026-12-01T10:00:00.000Z',
        decidedAt: '2026-12-02T10:00:00.000Z',
        reason: 'Please send the certificate',
      },
    ],
  };
  const data = {
    first_name: 'Asha',
    last_name: 'Kale',
    verified_name: 'ASHA KALE',
    changes: [
      {
        first_name: 'Asha',
        last_name: 'Rane',
        explanation: 'Married',
        status: 'refused',
        requested_at: '2026-12-01T10:00:00.000Z',
        decided_at: '2026-12-02T10:00:00.000Z',
        reason: 'Please send the certificate',
      },
    ],
  };
  expect(await encodeLegacyReply(calls.nameStatus, name)).toEqual({ data });
  expect(await encodeLegacyReply(calls.requestNameChange, name)).toEqual({ data });
});
