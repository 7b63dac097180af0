import { checkLifecycle } from '@fws/contract/kyc/lifecycle';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { IdentityDecision } from '@fws/contract/kyc/model';
import type { Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import { transitionIdentities } from '../../identity/index.ts';
import { finalizeCheck } from '../checks/service.ts';
import {
  findCheckById,
  lockCheck,
  lockVerifiedCheck,
  markReviewed,
  transitionChecks,
  type CheckRow,
} from '../checks/store.ts';
import { getIdentity, lockApplicant } from '../applicants/store.ts';
import type { SignalDeps } from '../../links/index.ts';
import { freeIdentity, lockOtherUses } from '../uses/service.ts';

export interface Review {
  checkId: number;
  adminId: number;
  /**
   * Of an identity that another account uses, `move`: it verifies this account, and the other's verification ends;
   * `share`: it verifies both, as accounts of one firm.
   */
  decision: IdentityDecision;
  /** Shown to the user when the decision is 'refuse'. */
  reason: string;
}

/**
 * Records the decision of an admin who has seen the video, the code and the provider's verdict. Confirming a verified
 * check changes nothing else; refusing it revokes the verification. The caller checks the admin's permission.
 */
export async function reviewCheck(deps: SignalDeps, tx: Tx, review: Review): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const { checkId, adminId, decision, reason } = review;
  const existing = await findCheckById(tx, checkId);
  if (!existing) return refuse('not_found', 'admin.identity_unknown');
  await lockApplicant(tx, existing.user_id);
  const check = await lockCheck(tx, checkId);
  if (decision !== 'confirm' && reason === '') return refuseField('reason', 'admin.reason_required');
  if (check.state === 'refused') return refuse('conflict', 'admin.identity_other');
  const by: ChangedBy = { role: 'admin', userId: adminId };
  if (check.state === 'pending') {
    const settled =
      decision === 'refuse' ? done({ isShared: false }) : await settleUses(tx, check, decision, { by, now });
    if (!settled.ok) return settled;
    const checkDecision =
      decision === 'refuse'
        ? { state: 'refused' as const, reason }
        : { state: 'verified' as const, name: check.provider_name ?? '' };
    const { isShared } = settled.value;
    await finalizeCheck(deps, tx, check, checkDecision, { providerReference: null, by, now, isShared });
  } else if (decision === 'refuse') {
    const { state } = await getIdentity(tx, check.user_id);
    if (state !== 'verified') return refuse('conflict', 'admin.identity_other');
    await revokeCheck(tx, check, { by, now, reason });
  } else if (decision !== 'confirm') return refuse('conflict', 'admin.identity_not_used');
  await markReviewed(tx, checkId, adminId, now);
  return done(null);
}

/** Decides about the other accounts that use the identity of a pending check, before this one is verified. */
async function settleUses(
  tx: Tx,
  check: CheckRow,
  decision: Exclude<IdentityDecision, 'refuse'>,
  { by, now }: { by: ChangedBy; now: Date },
): Promise<Outcome<{ isShared: boolean }>> {
  if (check.provider_name === null) return refuse('conflict', 'admin.identity_waits');
  const others = await lockOtherUses(tx, check, check.provider_name);
  if (decision === 'confirm')
    return others.length === 0 ? done({ isShared: false }) : refuse('conflict', 'admin.identity_used');
  if (others.length === 0) return refuse('conflict', 'admin.identity_not_used');
  if (decision === 'share')
    return check.kind === 'gstin'
      ? done({ isShared: true })
      : refuse('conflict', 'admin.identity_not_shared');
  for (const { userId } of others) {
    await lockApplicant(tx, userId);
    const { state } = await getIdentity(tx, userId);
    if (state === 'verified') await revokeVerification(tx, userId, { by, now, reason: 'kyc.identity_moved' });
  }
  await freeIdentity(tx, check, others);
  return done({ isShared: false });
}

interface Revocation {
  by: ChangedBy;
  now: Date;
  /** A message id, or text that an admin wrote. */
  reason: string;
}

/** Ends the verification of a verified user. The caller must hold their lock. */
export async function revokeVerification(tx: Tx, userId: number, revocation: Revocation): Promise<void> {
  const check = await lockVerifiedCheck(tx, userId);
  if (!check) throw new Error(`user ${userId} is verified by no check`);
  await revokeCheck(tx, check, revocation);
}

async function revokeCheck(tx: Tx, check: CheckRow, { by, now, reason }: Revocation): Promise<void> {
  const { user_id: userId } = check;
  await transitionChecks(tx, [check], 'revoke', { by, at: now, change: { reason } });
  await transitionIdentities(tx, [{ id: userId, identity_state: 'verified' }], 'revoke', { by, at: now });
  await notify(tx, {
    userId,
    type: getNoticeType(checkLifecycle, 'revoke', 'user'),
    values: { reason },
    path: '/profile',
    dedupeKey: `identity:${check.id}:revoked`,
  });
  await publish(tx, { users: [userId], topic: 'identity', id: null });
}
