import { ADMIN_CONFIRM_MS, ADMIN_IDLE_MS } from '@fws/contract/admin/model';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import { hasPermission, type Permission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { AdminCaller } from '../../platform/caller.ts';
import type { AdminSession } from './store.ts';

export const refuseNotAdmin = () => refuse('forbidden', 'admin.not_admin');

/** Only with a role, a second factor given in this session, recent activity and the permission. */
export function mayUse(
  permission: Permission,
  session: AdminSession | null,
  { hasFactor, now }: { hasFactor: boolean; now: Date },
): Outcome<VerifiedSession> {
  if (!session) return refuseNotAdmin();
  if (!hasFactor || !isMfaVerified(session, now))
    return refuse('forbidden', 'admin.enter_first', { stepUp: 'totp' });
  return hasPermission(session.role, permission) ? done(session) : refuse('forbidden', 'admin.not_permitted');
}

type VerifiedSession = AdminSession & { seen_at: Date; confirmed_at: Date };

/** True when the second factor or a recovery code was given in this session, and the session is not idle since. */
export const isMfaVerified = (session: AdminSession, now: Date): session is VerifiedSession =>
  session.seen_at !== null &&
  session.confirmed_at !== null &&
  now.getTime() - session.seen_at.getTime() <= ADMIN_IDLE_MS;

/** Calls that move money require a code given within the last ADMIN_CONFIRM_MS. */
export const requireRecentCode = (caller: AdminCaller, now: Date): Outcome<null> =>
  now.getTime() - caller.codeGivenAt.getTime() <= ADMIN_CONFIRM_MS
    ? done(null)
    : refuse('forbidden', 'admin.confirm_first', { stepUp: 'totp' });

/** The token of an impersonation is kept in a cookie next to the session cookie, so only a browser client may start one. */
export const mayImpersonate = (isBrowser: boolean): Ability => allowIf(isBrowser, 'common.csrf');

export const isRequester = (approval: { asked_by: number }, adminId: number): boolean =>
  approval.asked_by === adminId;

/** Only another admin may approve; anybody may decline, the requester too. */
export const mayAnswer = (
  approval: { asked_by: number },
  adminId: number,
  decision: 'approve' | 'decline',
): Ability => allowIf(decision === 'decline' || !isRequester(approval, adminId), 'admin.approval_own');

interface OwnCaseFacts {
  /** The people who gain or lose by the case. */
  parties: readonly number[];
  /** The accounts that share a device, a payout account or an identity with one of them. */
  linked: readonly number[];
  /** The staff whose role may decide it. */
  deciders: readonly number[];
}

/** Nobody decides a case of their own, or of somebody whose account is linked to theirs. */
export function mayDecide(staffId: number, { parties, linked, deciders }: OwnCaseFacts): Ability {
  const concerned = new Set([...parties, ...linked]);
  const hasOthers = deciders.some((id) => !concerned.has(id));
  return allowIf(!concerned.has(staffId), hasOthers ? 'admin.own_case' : 'admin.own_case_alone');
}
