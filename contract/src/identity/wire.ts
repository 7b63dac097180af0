import * as z from 'zod/mini';
import { commaList, wireForm } from '../platform/form.ts';
import { flag } from '../platform/wire.ts';
import { emailText, login, mobileText, otpText, registration, type CurrentUser } from './model.ts';

type LookingFor = CurrentUser['lookingFor'][number];

export const registrationForm = wireForm(registration, {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email_id',
  mobile: 'mobile_number',
  password: 'password',
  confirmPassword: 'confrm_password',
  registerFor: 'register_for',
  lookingFor: commaList('looking_for[]') as {
    name: string;
    toWire: (list: LookingFor[]) => string;
    fromWire: (text: string) => LookingFor[];
  },
  location: 'location',
  companyName: 'company_name',
  aadhaarNumber: 'aadhaar_number',
});

export const loginForm = wireForm(login, { identifier: 'user_name', password: 'password' });
export const noForm = wireForm(z.object({}), {});
export const mobileForm = wireForm(z.object({ mobile: mobileText }), { mobile: 'mobile_number' });
export const emailForm = wireForm(z.object({ email: emailText }), { email: 'email_id' });
export const mobileOtpForm = wireForm(z.object({ mobile: mobileText, otp: otpText }), {
  mobile: 'mobile_number',
  otp: 'otp',
});
export const emailOtpForm = wireForm(z.object({ email: emailText, otp: otpText }), {
  email: 'email_id',
  otp: 'otp',
});

const KYC_FLAG = { none: 0, verified: 1, refused: 2, pending: 3 } as const;
const KYC_STATE = ['none', 'verified', 'refused', 'pending'] as const;

export const userWire = z.object({
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
export type UserWire = z.infer<typeof userWire>;

export function userToWire(user: CurrentUser): UserWire {
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email_id: user.email,
    mobile_number: user.mobile,
    verify_mobile: flag(user.mobileVerified),
    verify_email: flag(user.emailVerified),
    profile_image: user.profileImage,
    location: user.location,
    register_for: user.registerFor,
    looking_for: user.lookingFor.join(','),
    skills: user.skills.join(','),
    is_kyc_updated: KYC_FLAG[user.identity],
    user_rating: user.rating,
    total_completed_project: user.completedProjects,
    ...(user.authToken === undefined ? {} : { auth_token: user.authToken }),
  };
}

export function userFromWire(wire: UserWire): CurrentUser {
  return {
    id: wire.id,
    firstName: wire.first_name,
    lastName: wire.last_name,
    email: wire.email_id,
    mobile: wire.mobile_number,
    mobileVerified: wire.verify_mobile === 1,
    emailVerified: wire.verify_email === 1,
    profileImage: wire.profile_image,
    location: wire.location,
    registerFor: wire.register_for as CurrentUser['registerFor'],
    lookingFor: wire.looking_for.split(',').filter(Boolean) as LookingFor[],
    skills: wire.skills.split(',').filter(Boolean),
    identity: KYC_STATE[wire.is_kyc_updated] ?? 'none',
    rating: wire.user_rating,
    completedProjects: wire.total_completed_project,
    ...(wire.auth_token === undefined ? {} : { authToken: wire.auth_token }),
  };
}
