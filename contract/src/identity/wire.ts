import type * as z from 'zod/mini';
import { commaList, createSchemaLoader, wireForm } from '../platform/form.ts';
import { pageReply, pageWire, plainReply, type WireReply } from '../platform/call.ts';
import { toFlag } from '../platform/wire.ts';
import type {
  CurrentUser,
  LoginChallenge,
  NewAuthenticator,
  OwnerAlert,
  SecondFactors,
  SecurityEvent,
  Session,
  SocialLogin,
  SocialProvider,
} from './model.ts';
import type { providersWire, sessionWire, socialLoginWire } from './schemas.ts';
import { userFromWire, userToWire, type UserWire } from './session/wire.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

type LookingFor = CurrentUser['lookingFor'][number];

const accountFields = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email_id',
  mobile: 'mobile_number',
  registerFor: 'register_for',
  lookingFor: commaList('looking_for[]') as {
    name: string;
    toWire: (list: LookingFor[]) => string;
    fromWire: (text: string) => LookingFor[];
  },
  location: 'location',
  companyName: 'company_name',
  aadhaarNumber: 'aadhaar_number',
  termsAccepted: 'terms_accepted',
  isAdult: 'is_adult',
} as const;

export const registrationForm = wireForm(schema('registration'), {
  ...accountFields,
  password: 'password',
  confirmPassword: 'confrm_password',
});

/** Clients that follow the specification send what `social_login` gave them as their token. */
export const socialRegistrationForm = wireForm(schema('socialRegistration'), {
  ...accountFields,
  ticket: 'auth_token',
});

const PROVIDER_TYPE = { google: 'gmail_login', facebook: 'fb_login' } as const;

export const socialLoginForm = wireForm(schema('socialLogin'), {
  provider: {
    name: 'type',
    toWire: (provider: SocialProvider) => PROVIDER_TYPE[provider],
    fromWire: (text) =>
      (text === 'gmail_login' ? 'google' : text === 'fb_login' ? 'facebook' : text) as SocialProvider,
  },
  idToken: 'id_token',
  nonce: 'nonce',
  otp: 'otp',
});

export const loginForm = wireForm(schema('login'), {
  identifier: 'user_name',
  password: 'password',
  otp: 'otp',
});
export const mobileForm = wireForm(schema('mobile'), { mobile: 'mobile_number' });
export const emailForm = wireForm(schema('email'), { email: 'email_id' });
export const mobileOtpForm = wireForm(schema('mobileOtp'), {
  mobile: 'mobile_number',
  otp: 'otp',
});
export const emailOtpForm = wireForm(schema('emailOtp'), {
  email: 'email_id',
  otp: 'otp',
});
export const newMobileForm = wireForm(schema('newMobile'), { mobile: 'mobile_number', otp: 'otp' });
export const newEmailForm = wireForm(schema('newEmail'), { email: 'email_id', otp: 'otp' });

export const forgotPasswordForm = wireForm(schema('forgotPassword'), { identifier: 'user_name' });
export const resetPasswordForm = wireForm(schema('resetPassword'), {
  identifier: 'user_name',
  otp: 'otp',
  password: 'password',
  confirmPassword: 'confirm_password',
});
export const changePasswordForm = wireForm(schema('changePassword'), {
  oldPassword: 'old_password',
  password: 'new_password',
  confirmPassword: 'confrm_password',
  otp: 'otp',
});

export const loginConfirmForm = wireForm(schema('loginConfirm'), {
  method: 'method',
  code: 'code',
  passkey: 'passkey',
});
export const stepUpForm = wireForm(schema('stepUpOnly'), { otp: 'otp' });
export const authenticatorCodeForm = wireForm(schema('authenticatorCode'), { code: 'code' });
export const newPasskeyForm = wireForm(schema('newPasskey'), { name: 'name', passkey: 'passkey' });
export const passkeyToRemoveForm = wireForm(schema('passkeyToRemove'), {
  passkeyId: 'passkey_id',
  otp: 'otp',
});

export const alertForm = wireForm(schema('alertToAnswer'), { alert: 'alert' });
export const alertReply = plainReply<OwnerAlert>(schema('ownerAlert'));

export const sessionsForm = wireForm(schema('page'), pageWire);
export const sessionForm = wireForm(schema('sessionToEnd'), { sessionId: 'session_id' });

/** A new user has no id yet; their ticket is sent as the token. */
export const socialLoginReply: WireReply<SocialLogin, z.infer<typeof socialLoginWire>> = {
  schema: schema('socialLoginWire'),
  encode: (login) => {
    if (!login.firstTime) return { is_first_time: 'No', data: [userToWire(login.user)] };
    const { firstName, lastName, email, emailVerified, ticket } = login.profile;
    const profileWire = {
      first_name: firstName,
      last_name: lastName,
      email_id: email,
      mobile_number: '',
      verify_email: toFlag(emailVerified),
      ...(ticket === undefined ? {} : { auth_token: ticket }),
    };
    return { is_first_time: 'Yes', data: [profileWire] };
  },
  decode: (wire) => {
    const userWire = wire.data[0] ?? {};
    if (wire.is_first_time === 'No') return { firstTime: false, user: userFromWire(userWire as UserWire) };
    const profile = {
      firstName: userWire.first_name ?? '',
      lastName: userWire.last_name ?? '',
      email: userWire.email_id ?? '',
      emailVerified: userWire.verify_email === 1,
      ...(userWire.auth_token === undefined ? {} : { ticket: userWire.auth_token }),
    };
    return { firstTime: true, profile };
  },
};

export const providersReply: WireReply<SocialProvider[], z.infer<typeof providersWire>> = {
  schema: schema('providersWire'),
  encode: (providers) => ({ data: providers.map((provider) => PROVIDER_TYPE[provider]) }),
  decode: ({ data }) =>
    (Object.keys(PROVIDER_TYPE) as SocialProvider[]).filter((provider) =>
      data.includes(PROVIDER_TYPE[provider]),
    ),
};

export const loginChallengeReply = plainReply<LoginChallenge>(schema('loginChallengeWire'));
export const secondFactorsReply = plainReply<SecondFactors>(schema('secondFactorsWire'));
export const newAuthenticatorReply = plainReply<NewAuthenticator>(schema('newAuthenticatorWire'));
export const recoveryCodesReply = plainReply<string[]>(schema('recoveryCodesWire'));
export const passkeyOptionsReply = plainReply<string>(schema('passkeyOptionsWire'));
export const securityEventsReply = plainReply<SecurityEvent[]>(schema('securityEventsWire'));

type SessionWire = z.infer<typeof sessionWire>;

export const sessionsReply = pageReply(
  schema('sessionWire'),
  (session: Session): SessionWire => ({
    session_id: session.id,
    device: session.device,
    created_at: session.createdAt,
    seen_at: session.seenAt,
    current: session.current,
  }),
  (wire): Session => ({
    id: wire.session_id,
    device: wire.device,
    createdAt: wire.created_at,
    seenAt: wire.seen_at,
    current: wire.current,
  }),
);
