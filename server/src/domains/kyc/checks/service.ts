import { randomUUID } from 'node:crypto';
import { checkLifecycle, type IdentityState } from '@fws/contract/kyc/lifecycle';
import type { IdKind } from '@fws/contract/kyc/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { loadSettings } from '../../../platform/settings.ts';
import { BY_PROVIDER, BY_SYSTEM, type ChangedBy } from '../../../platform/transition.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { transitionIdentities } from '../../identity/index.ts';
import {
  buildClaim,
  decide,
  FIRST_CHECK_AFTER_MS,
  calculateCheckDelayMs,
  spendsVideo,
  UNANSWERED,
  type FinalDecision,
  type Decision,
} from '../rules.ts';
import { spendVideo } from '../videos/store.ts';
import {
  findCheckById,
  insertCheck,
  lockCheck,
  markChecked,
  saveForReview,
  setFingerprints,
  transitionChecks,
  type CheckRow,
} from './store.ts';
import { getApplicant, lockApplicant } from '../applicants/store.ts';
import { fingerprintAadhaar } from '../fingerprints/rules.ts';
import type { SignalDeps } from '../../links/index.ts';
import { lockOtherUses, recordIdentitySignal, takeIdentity } from '../uses/service.ts';

/** Inserts a pending check and schedules its first poll. The caller sends the request to the vendor. */
export async function openCheck(
  tx: Tx,
  check: {
    userId: number;
    identityState: IdentityState;
    kind: IdKind;
    numberLast4: string | null;
    videoId: number | null;
    providerReference: string | null;
    nameOnId: string;
    fingerprints: readonly string[];
    now: Date;
  },
): Promise<CheckRow> {
  const opened = await insertCheck(tx, { ...check, referenceId: `kyc_${randomUUID()}` });
  const identity = { id: check.userId, identity_state: check.identityState };
  await transitionIdentities(tx, [identity], 'submit', {
    by: { role: 'user', userId: check.userId },
    at: check.now,
  });
  await scheduleCheck(tx, opened.id, new Date(check.now.getTime() + FIRST_CHECK_AFTER_MS));
  await publish(tx, { users: [check.userId], topic: 'identity', id: null });
  return opened;
}

const scheduleCheck = (tx: Tx, checkId: number, runAt: Date) =>
  enqueue(tx, 'check_identity', { checkId }, { runAt, key: `identity:${checkId}` });

/** What came of a check. */
export interface Conclusion {
  decision: Decision;
  providerReference: string | null;
  /** Those that only the answer tells; empty when the check has them already. */
  fingerprints: readonly string[];
}

export function conclude(
  deps: Deps,
  { id, user_id: userId }: Pick<CheckRow, 'id' | 'user_id'>,
  conclusion: Conclusion,
): Promise<CheckRow> {
  return inTx(deps.db, async (tx) => {
    // Before the check, as everybody else who decides one.
    await lockApplicant(tx, userId);
    return concludeInTx(deps, tx, await lockCheck(tx, id), conclusion);
  });
}

/**
 * Records a decision on a check that is still pending and notifies its owner. A later decision changes nothing. Names that
 * only a person can compare, an identity that another account uses, and with `identity_review_first` every verified name,
 * leave the check pending for an admin.
 */
export async function concludeInTx(
  deps: Deps,
  tx: Tx,
  pendingCheck: CheckRow,
  { decision, providerReference, fingerprints }: Conclusion,
): Promise<CheckRow> {
  const now = deps.ports.clock.now();
  if (pendingCheck.state !== 'pending') return pendingCheck;
  const check =
    fingerprints.length === 0 ? pendingCheck : { ...pendingCheck, fingerprints: [...fingerprints] };
  if (check !== pendingCheck) await setFingerprints(tx, check.id, fingerprints);
  const { identity_review_first: reviewFirst } = await loadSettings(tx, deps.config, now);
  const leaveForReview = async (name: string, reason: SharedMessageId | null) => {
    await saveForReview(tx, check.id, { name, reason, providerReference });
    await publish(tx, { users: [check.user_id], topic: 'identity', id: null });
    return check;
  };
  if (decision.state === 'review') return leaveForReview(decision.name, 'kyc.name_review');
  if (decision.state === 'verified') {
    const reason = await findUseReason(deps, tx, check, decision.name);
    if (reason !== null) return leaveForReview(decision.name, reason);
    if (reviewFirst === 1 && check.video_id !== null) return leaveForReview(decision.name, null);
  }
  if (decision.state === 'pending') {
    await markChecked(tx, check.id, providerReference, now);
    return check;
  }
  const by = decision === UNANSWERED ? BY_SYSTEM : BY_PROVIDER;
  return finalizeCheck(deps, tx, check, decision, { providerReference, by, now });
}

/** Why a person must decide about a verified name: another account uses this identity, or nobody can tell. */
async function findUseReason(
  deps: Deps,
  tx: Tx,
  check: CheckRow,
  name: string,
): Promise<SharedMessageId | null> {
  if (check.fingerprints.length === 0) return 'kyc.use_unknown';
  if ((await lockOtherUses(tx, check, name)).length === 0) return null;
  await recordIdentitySignal(deps, tx, check);
  return 'kyc.use_review';
}

/**
 * Applies the decision of the provider or an admin to a pending check: updates the identity of the user, which is pending
 * too, and notifies them. The caller has asked whether another account uses the identity. `isShared`: an admin allows it.
 */
export async function finalizeCheck(
  deps: SignalDeps,
  tx: Tx,
  check: CheckRow,
  decision: FinalDecision,
  {
    providerReference,
    by,
    now,
    isShared = false,
  }: { providerReference: string | null; by: ChangedBy; now: Date; isShared?: boolean },
): Promise<CheckRow> {
  const { user_id: userId } = check;
  if (decision.state === 'verified') {
    await takeIdentity(tx, check, { isShared, now });
    await recordIdentitySignal(deps, tx, check);
  }
  const event = decision.state === 'verified' ? 'verify' : 'refuse';
  const [decided = check] = await transitionChecks(tx, [check], event, {
    by,
    at: now,
    change: {
      checked_at: now,
      decided_at: now,
      provider_reference: providerReference ?? check.provider_reference,
      reason: decision.state === 'refused' ? decision.reason : check.reason,
      // An admin who refuses it later still sees whom the provider verified.
      ...(decision.state === 'verified' && { provider_name: decision.name }),
    },
  });
  if (check.video_id !== null && spendsVideo(decision)) await spendVideo(tx, check.video_id, now);
  const identity = { id: userId, identity_state: 'pending' as const };
  const change = decision.state === 'verified' ? { identity_name: decision.name } : {};
  await transitionIdentities(tx, [identity], event, { by, at: now, change });
  // Payout accounts that were added before can now be compared with the verified name.
  if (decision.state === 'verified') await enqueue(tx, 'decide_account_waits', { userId });
  await notify(tx, {
    userId,
    type: getNoticeType(checkLifecycle, event, 'user'),
    values: decision.state === 'refused' ? { reason: decision.reason } : {},
    path: '/profile',
    dedupeKey: `identity:${check.id}:${decision.state}`,
  });
  await publish(tx, { users: [userId], topic: 'identity', id: null });
  return decided;
}

/** Task: polls a pending check until there is a decision. */
export async function checkIdentity(deps: Deps, checkId: number): Promise<void> {
  const check = await findCheckById(deps.db, checkId);
  if (check?.state !== 'pending' || check.provider_name !== null) return;
  const decision = await pollCheck(deps, check);
  if (decision.state !== 'pending') return;
  const now = deps.ports.clock.now();
  const waitMs = calculateCheckDelayMs(now.getTime() - check.created_at.getTime());
  if (waitMs === null)
    await conclude(deps, check, { decision: UNANSWERED, providerReference: null, fingerprints: [] });
  else await inTx(deps.db, (tx) => scheduleCheck(tx, checkId, new Date(now.getTime() + waitMs)));
}

/**
 * The number is not stored, so only a reference of the vendor can be polled. Without one the check is refused, and the
 * user may try again.
 */
export async function pollCheck(deps: Deps, check: CheckRow): Promise<Decision> {
  const conclusion = await fetchConclusion(deps, check);
  await conclude(deps, check, conclusion);
  return conclusion.decision;
}

async function fetchConclusion(deps: Deps, check: CheckRow): Promise<Conclusion> {
  const unanswered = { decision: UNANSWERED, providerReference: null, fingerprints: [] };
  if (check.provider_reference === null) return unanswered;
  try {
    const verdict = await deps.ports.identity.getVerdict(check.provider_reference);
    if (verdict === null) return unanswered;
    const applicant = await getApplicant(deps.db, check.user_id);
    const last4 = check.number_last4 ?? verdict.numberLast4;
    return {
      decision: decide(verdict, buildClaim(check.kind, applicant, check.name_on_id)),
      providerReference: null,
      fingerprints:
        check.kind === 'aadhaar' ? fingerprintAadhaar(deps.identityKeys, last4, verdict.birthDate) : [],
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { checkId: check.id, code: error.code });
    return { decision: { state: 'pending' }, providerReference: null, fingerprints: [] };
  }
}
