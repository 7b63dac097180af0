import type * as z from 'zod/mini';
import { firstItemReply } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/form.ts';
import { toFlag } from '../../platform/wire.ts';
import type { CurrentUser } from '../model.ts';
import type { userWire } from '../schemas.ts';

const schema = createSchemaLoader(() => import('../schemas.ts'));

type LookingFor = CurrentUser['lookingFor'][number];

const KYC_FLAG = { none: 0, verified: 1, refused: 2, pending: 3 } as const;
const KYC_STATE = ['none', 'verified', 'refused', 'pending'] as const;

export type UserWire = z.infer<typeof userWire>;

export function userToWire(user: CurrentUser): UserWire {
  return {
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

export const userReply = firstItemReply(schema('userWire'), userToWire, userFromWire);
