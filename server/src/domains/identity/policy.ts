import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import { isTrustedContact } from './alerts/rules.ts';
import type { parseLoginIdentifier } from './rules.ts';
import type { UserRow } from './store.ts';

export const isAlertOwner = (alert: { user_id: number }, userId: number | null): boolean =>
  alert.user_id === userId;

/** A code alone never moves a contact from the account that has verified it. */
export const mayProve = (holder: { id: number } | null, userId: number): boolean =>
  holder === null || holder.id === userId;

/**
 * A mistyped number receives no code, so its account would stay unusable. The number may be corrected while it protects
 * nothing.
 */
export const mayCorrectMobile = ({ identity_state: identity }: UserRow): boolean => identity === 'none';

/** Whether the contact was verified, and not while somebody else may have had access. */
export const mayReset = (user: UserRow, contact: ReturnType<typeof parseLoginIdentifier>): boolean =>
  isTrustedContact(
    'mobile' in contact ? user.mobile_verified_at : user.email_verified_at,
    user.contacts_trusted_before,
  );

/** A code proves who somebody is only where the number was verified before. */
export const mayConfirmByOtp = ({ mobile_verified_at: verifiedAt }: UserRow): Ability =>
  allowIf(verifiedAt !== null, 'identity.mobile_not_verified');
