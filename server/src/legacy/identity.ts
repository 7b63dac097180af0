import * as z from 'zod/mini';
import * as calls from '@fws/contract/identity/calls';
import { passkeyRemove } from '@fws/contract/identity/factors/calls';
import type { LOOKING_FOR, SocialProvider } from '@fws/contract/identity/model';
import type { CurrentUser, Session, SocialLogin, SocialProfile } from '@fws/contract/identity/schemas';
import type { Profile } from '@fws/contract/profile/schemas';
import type { Reader } from '../platform/http/format.ts';
import { commaList, option } from './fields.ts';
import { pageFields } from './shared.ts';
import {
  replyWithData,
  replyWithItem,
  replyWithPage,
  translateCall,
  type EncodeContext,
  type LegacyReply,
} from './translation.ts';
import { encodeUser, loadUser, userReply } from './user.ts';

const PROVIDERS: Record<SocialProvider, string> = { google: 'gmail_login', facebook: 'fb_login' };

/** A limited session has only what the value holds: the rest of the profile is for the proven owner. */
const loadSessionUser = async (user: CurrentUser, reader: Pick<Reader, 'deps'>): Promise<Profile> =>
  user.limited ? { ...EMPTY_PROFILE, id: user.id } : loadUser(user, reader);

/** For a new user only what the issuer returned. They have no id yet; their ticket is sent as the token. */
const socialLoginReply: LegacyReply<SocialLogin> = {
  schema: z.object({
    is_first_time: z.enum(['Yes', 'No']),
    data: z.array(z.extend(userReply, { id: z.nullable(z.number()) })),
  }),
  load: async (login, reader) => (login.firstTime ? null : loadSessionUser(login.user, reader)),
  encode: (login, { extra }) =>
    login.firstTime
      ? { is_first_time: 'Yes', data: [encodeNewUser(login.profile)] }
      : { is_first_time: 'No', data: [encodeUser({ ...(extra as Profile), ...login.user })] },
};

/** What a new user has not chosen yet is empty. */
const encodeNewUser = (profile: SocialProfile) => ({
  ...encodeUser(toNewUser(profile)),
  id: null,
  register_for: '',
  login_type: '',
});

const toNewUser = (profile: SocialProfile): Profile => ({
  ...EMPTY_PROFILE,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  emailVerified: profile.emailVerified,
  ...(profile.ticket === undefined ? {} : { authToken: profile.ticket }),
});

const EMPTY_PROFILE: Profile = {
  id: 0,
  version: '',
  firstName: '',
  lastName: '',
  email: '',
  emailVerified: false,
  mobile: '',
  mobileVerified: false,
  profileImage: '',
  location: '',
  registerFor: 'individual',
  lookingFor: [],
  skills: [],
  identity: 'none',
  rating: null,
  completedProjects: 0,
  suspension: null,
  qualification: null,
  age: null,
  gender: null,
  nativeLocation: '',
  webLink: '',
  about: '',
  categories: [],
  experience: [],
  inexperienced: false,
  readiness: null,
  ratePaise: null,
  rateType: null,
  additionalCondition: '',
  radius: null,
  references: { professional: [], personal: [] },
  certificates: [],
  resume: null,
  projectsInProgress: 0,
  hides: [],
  availability: null,
  connects: 0,
  signUp: 'password',
};

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
const userInReply = replyWithItem(
  userReply,
  (user: CurrentUser, { extra }: EncodeContext<Profile>) => encodeUser({ ...extra, ...user }),
  loadSessionUser,
);

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
    reply: socialLoginReply,
  }),
  translateCall(calls.socialRegister, {
    // Such a client sends what `social_login` gave it as its token.
    fields: { ...accountFields, ticket: 'auth_token' },
    reply: userInReply,
  }),
  translateCall(calls.sessionList, { fields: pageFields, reply: replyWithPage(sessionReply, encodeSession) }),
  translateCall(calls.sessionEnd, {
    fields: { sessionId: 'session_id', password: 'password', otp: 'otp' },
  }),
  translateCall(passkeyRemove, { fields: { passkeyId: 'passkey_id', otp: 'otp' } }),
];
