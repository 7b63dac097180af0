import * as z from 'zod/mini';
import * as calls from '@fws/contract/identity/calls';
import { passkeyRemove } from '@fws/contract/identity/factors/calls';
import type { LOOKING_FOR, SocialProvider } from '@fws/contract/identity/model';
import type { CurrentUser, Session, SocialLogin } from '@fws/contract/identity/schemas';
import { commaList, option } from './fields.ts';
import { IDENTITY_CODES, pageFields, toFlag } from './shared.ts';
import { replyWithData, replyWithItem, replyWithPage, translateCall } from './translation.ts';

const PROVIDERS: Record<SocialProvider, string> = { google: 'gmail_login', facebook: 'fb_login' };

export const userReply = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email_id: z.string(),
  mobile_number: z.string(),
  verify_mobile: z.number(),
  verify_email: z.number(),
  profile_image: z.string(),
  location: z.string(),
  register_for: z.string(),
  looking_for: z.string(),
  skills: z.string(),
  is_kyc_updated: z.number(),
  user_rating: z.nullable(z.number()),
  total_completed_project: z.number(),
  auth_token: z.optional(z.string()),
});

export const encodeUser = (user: CurrentUser): z.output<typeof userReply> => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email_id: user.email,
  mobile_number: user.mobile,
  verify_mobile: toFlag(user.mobileVerified),
  verify_email: toFlag(user.emailVerified),
  profile_image: user.profileImage,
  location: user.location,
  register_for: user.registerFor,
  looking_for: user.lookingFor.join(','),
  skills: user.skills.join(','),
  is_kyc_updated: IDENTITY_CODES[user.identity],
  user_rating: user.rating,
  total_completed_project: user.completedProjects,
  ...(user.authToken === undefined ? {} : { auth_token: user.authToken }),
});

/** For a new user only what the issuer returned. They have no id yet; their ticket is sent as the token. */
const socialLoginReply = z.object({
  is_first_time: z.enum(['Yes', 'No']),
  data: z.array(z.partial(userReply)),
});

function encodeSocialLogin(login: SocialLogin): z.output<typeof socialLoginReply> {
  if (!login.firstTime) return { is_first_time: 'No', data: [encodeUser(login.user)] };
  const { firstName, lastName, email, emailVerified, ticket } = login.profile;
  const person = {
    first_name: firstName,
    last_name: lastName,
    email_id: email,
    mobile_number: '',
    verify_email: toFlag(emailVerified),
    ...(ticket === undefined ? {} : { auth_token: ticket }),
  };
  return { is_first_time: 'Yes', data: [person] };
}

const sessionReply = z.object({
  session_id: z.number(),
  device: z.string(),
  created_at: z.string(),
  seen_at: z.string(),
  current: z.boolean(),
});

const encodeSession = (session: Session): z.output<typeof sessionReply> => ({
  session_id: session.id,
  device: session.device,
  created_at: session.createdAt,
  seen_at: session.seenAt,
  current: session.current,
});

const accountFields = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email_id',
  mobile: 'mobile_number',
  registerFor: 'register_for',
  lookingFor: commaList<(typeof LOOKING_FOR)[number]>('looking_for[]'),
  location: 'location',
  companyName: 'company_name',
  aadhaarNumber: 'aadhaar_number',
  termsAccepted: 'terms_accepted',
  isAdult: 'is_adult',
} as const;

const mobile = { mobile: 'mobile_number' } as const;
const email = { email: 'email_id' } as const;
const userInReply = replyWithItem(userReply, encodeUser);

export const identityTranslations = [
  translateCall(calls.userRegister, {
    fields: { ...accountFields, password: 'password', confirmPassword: 'confrm_password' },
    reply: userInReply,
  }),
  translateCall(calls.userLogin, {
    fields: { identifier: 'user_name', password: 'password', otp: 'otp' },
    reply: userInReply,
  }),
  translateCall(calls.loginConfirm, { reply: userInReply }),
  translateCall(calls.currentUser, { reply: userInReply }),
  translateCall(calls.sendOtpMobile, { fields: mobile }),
  translateCall(calls.sendOtpEmail, { fields: email }),
  translateCall(calls.verifyMobile, { fields: { ...mobile, otp: 'otp' } }),
  translateCall(calls.verifyEmail, { fields: { ...email, otp: 'otp' } }),
  translateCall(calls.updateMobile, { fields: { ...mobile, otp: 'otp' } }),
  translateCall(calls.updateEmail, { fields: { ...email, otp: 'otp' } }),
  translateCall(calls.forgotPassword, { fields: { identifier: 'user_name' } }),
  translateCall(calls.resetPassword, {
    fields: {
      identifier: 'user_name',
      otp: 'otp',
      password: 'password',
      confirmPassword: 'confirm_password',
    },
  }),
  translateCall(calls.changePassword, {
    fields: {
      oldPassword: 'old_password',
      password: 'new_password',
      confirmPassword: 'confrm_password',
      otp: 'otp',
    },
  }),
  translateCall(calls.socialProviders, {
    reply: replyWithData(z.array(z.string()), (providers: SocialProvider[]) =>
      providers.map((provider) => PROVIDERS[provider]),
    ),
  }),
  translateCall(calls.socialLogin, {
    fields: { provider: option('type', PROVIDERS), idToken: 'id_token', nonce: 'nonce', otp: 'otp' },
    reply: { schema: socialLoginReply, encode: encodeSocialLogin },
  }),
  translateCall(calls.socialRegister, {
    // Such a client sends what `social_login` gave it as its token.
    fields: { ...accountFields, ticket: 'auth_token' },
    reply: userInReply,
  }),
  translateCall(calls.sessionList, { fields: pageFields, reply: replyWithPage(sessionReply, encodeSession) }),
  translateCall(calls.sessionEnd, { fields: { sessionId: 'session_id' } }),
  translateCall(passkeyRemove, { fields: { passkeyId: 'passkey_id', otp: 'otp' } }),
];
