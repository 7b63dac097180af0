import { expect, test } from 'vitest';
import {
  changePassword,
  currentUser,
  loginConfirm,
  resetPassword,
  sendOtpMobile,
  sessionList,
  socialLogin,
  socialProviders,
  socialRegister,
  userLogin,
  userRegister,
} from '@fws/contract/identity/calls';
import { SOCIAL_PROVIDERS } from '@fws/contract/identity/model';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { sampleProfile, sampleUserReply } from '../../test/legacy-samples.ts';

const user: CurrentUser = {
  id: 7,
  firstName: 'Asha',
  lastName: 'Kumar',
  email: 'asha@mail.example',
  mobile: '+919000000001',
  mobileVerified: false,
  emailVerified: true,
  profileImage: '',
  location: 'Pune',
  registerFor: 'company',
  lookingFor: ['services'],
  skills: ['Tiling', 'Masonry'],
  identity: 'refused',
  rating: null,
  completedProjects: 0,
  suspension: null,
  authToken: 'secret',
};
/** The rest of the user is loaded; what the value has is newer. */
const userReply = {
  ...sampleUserReply,
  verify_mobile: 0,
  verify_email: 1,
  profile_image: '',
  location: 'Pune',
  register_for: 'company',
  looking_for: 'services',
  is_kyc_updated: 2,
  user_rating: null,
  total_completed_project: 0,
  profile_percentage: 80,
  auth_token: 'secret',
};

test('writes every field of a user', async () => {
  const replies = await Promise.all([
    encodeLegacyReply(userRegister, user, sampleProfile),
    encodeLegacyReply(userLogin, user, sampleProfile),
    encodeLegacyReply(currentUser, user, sampleProfile),
    encodeLegacyReply(socialRegister, user, sampleProfile),
    encodeLegacyReply(loginConfirm, user, sampleProfile),
  ]);
  for (const reply of replies) expect(reply).toEqual({ data: [userReply] });
});

test.each([
  ['none', 0],
  ['verified', 1],
  ['refused', 2],
  ['pending', 3],
] as const)('writes the state %s of an identity as %d', async (identity, code) => {
  const reply = await encodeLegacyReply(currentUser, { ...user, identity }, sampleProfile);
  expect(reply).toMatchObject({ data: [{ is_kyc_updated: code }] });
});

const registration = {
  first_name: 'Asha',
  last_name: 'Kumar',
  email_id: 'Asha@mail.example',
  mobile_number: '98765 43210',
  register_for: 'individual',
  'looking_for[]': 'projects, services',
  location: 'Pune',
  company_name: '',
  aadhaar_number: '',
  terms_accepted: '1',
  is_adult: '1',
};

test('reads a registration', async () => {
  const form = { ...registration, password: 'correct horse 7', confrm_password: 'correct horse 7' };
  expect(await decodeLegacyForm(userRegister, form)).toMatchObject({
    ok: true,
    value: {
      firstName: 'Asha',
      lastName: 'Kumar',
      email: 'asha@mail.example',
      mobile: '+919876543210',
      registerFor: 'individual',
      lookingFor: ['projects', 'services'],
      location: 'Pune',
      password: 'correct horse 7',
    },
  });
  expect(await decodeLegacyForm(socialRegister, { ...registration, auth_token: 'ticket' })).toMatchObject({
    ok: true,
    value: { firstName: 'Asha', ticket: 'ticket' },
  });
});

test('reads logins and changes of a password', async () => {
  const login = { user_name: 'asha@mail.example', password: 'correct horse 7', otp: '123456' };
  expect(await decodeLegacyForm(userLogin, login)).toMatchObject({
    ok: true,
    value: { password: 'correct horse 7', otp: '123456' },
  });
  const change = { old_password: 'old horse 7', new_password: 'new horse 7', confrm_password: 'new horse 7' };
  expect(await decodeLegacyForm(changePassword, change)).toMatchObject({
    ok: true,
    value: { oldPassword: 'old horse 7', password: 'new horse 7' },
  });
  const reset = {
    user_name: 'asha@mail.example',
    otp: '123456',
    password: 'a1a1a1a1',
    confirm_password: 'x',
  };
  expect(await decodeLegacyForm(resetPassword, reset)).toMatchObject({
    ok: false,
    errors: { confirmPassword: { code: 'identity.passwords_differ' } },
  });
});

test('writes what an issuer says about a new user, and the user who has an account', async () => {
  const profile = {
    firstName: 'Asha',
    lastName: 'Kumar',
    email: 'asha@mail.example',
    emailVerified: true,
    ticket: 'ticket',
  };
  expect(await encodeLegacyReply(socialLogin, { firstTime: true, profile })).toEqual({
    is_first_time: 'Yes',
    data: [
      {
        ...Object.fromEntries(Object.keys(sampleUserReply).map((name) => [name, ''])),
        id: null,
        first_name: 'Asha',
        last_name: 'Kumar',
        email_id: 'asha@mail.example',
        verify_mobile: 0,
        verify_email: 1,
        is_kyc_updated: 0,
        user_rating: null,
        age: null,
        categories: [],
        certificates_upload: [],
        resume_bytes: 0,
        resume_is_image: false,
        total_completed_project: 0,
        total_inprogress_project: 0,
        total_connects: 0,
        profile_percentage: 0,
        auth_token: 'ticket',
      },
    ],
  });
  expect(await encodeLegacyReply(socialLogin, { firstTime: false, user }, sampleProfile)).toEqual({
    is_first_time: 'No',
    data: [userReply],
  });
});

test('writes the issuers and the sessions', async () => {
  expect(await encodeLegacyReply(socialProviders, [...SOCIAL_PROVIDERS])).toEqual({
    data: ['gmail_login', 'fb_login'],
  });
  const session = { id: 3, device: 'Chrome', createdAt: 'a', seenAt: 'b', current: true };
  expect(await encodeLegacyReply(sessionList, { items: [session], nextCursor: null })).toEqual({
    data: [{ session_id: 3, device: 'Chrome', created_at: 'a', seen_at: 'b', current: true }],
    next_cursor: null,
  });
});

test.each([
  '9800000001',
  '09800000001',
  '919800000001',
  '+91 98000-00001',
  '+91 (98000) 00001',
  '0091 9800000001',
])('reads the mobile number %s', async (typed) => {
  expect(await decodeLegacyForm(sendOtpMobile, { mobile_number: typed })).toEqual({
    ok: true,
    value: { mobile: '+919800000001' },
  });
});

test.each(['98000000012', '449800000001', '980000000', '5800000001'])(
  'refuses the mobile number %s, which is not an Indian one',
  async (typed) => {
    expect(await decodeLegacyForm(sendOtpMobile, { mobile_number: typed })).toEqual({
      ok: false,
      errors: { mobile: { code: 'identity.mobile_invalid' } },
    });
  },
);
