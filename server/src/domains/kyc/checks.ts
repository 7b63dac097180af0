import { randomUUID } from 'node:crypto';
import { checkLifecycle, type IdentityState } from '@fws/contract/kyc/lifecycle';
import type { IdKind } from '@fws/contract/kyc/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { loadSettings } from '../../platform/settings.ts';
import { BY_PROVIDER, BY_SYSTEM, type ChangedBy } from '../../platform/transition.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { transitionIdentities } from '../identity/index.ts';
import {
  buildClaim,
  decide,
  FIRST_CHECK_AFTER_MS,
  calculateCheckDelayMs,
  spendsVideo,
  UNANSWERED,
  type FinalDecision,
  type Decision,
} from './rules.ts';
import { spendVideo } from './videos-store.ts';
import {
  findCheckById,
  insertCheck,
  lockCheck,
  markChecked,
  saveForReview,
  transitionChecks,
  type CheckRow,
} from './checks-store.ts';
import { getApplicant } from './applicants-store.ts';

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

export function conclude(
  deps: Deps,
  checkId: number,
  decision: Decision,
  providerReference: string | null,
): Promise<CheckRow> {
  return inTx(deps.db, async (tx) =>
    concludeInTx(deps, tx, await lockCheck(tx, checkId), decision, providerReference),
  );
}

/**
 * Records a decision on a check that is still pending and notifies its owner. A later decision changes nothing. Names that
 * only a person can compare, and with `identity_review_first` every verified name, leave the check pending for an admin.
 */
export async function concludeInTx(
  deps: Deps,
  tx: Tx,
  check: CheckRow,
  decision: Decision,
  providerReference: string | null,
): Promise<CheckRow> {
  const now = deps.ports.clock.now();
  if (check.state !== 'pending') return check;
  const { identity_review_first: reviewFirst } = await loadSettings(tx, deps.config, now);
  if (decision.state === 'review') {
    const reason = 'kyc.name_review' satisfies SharedMessageId;
    await saveForReview(tx, check.id, { name: decision.name, reason, providerReference });
    await publish(tx, { users: [check.user_id], topic: 'identity', id: null });
    return check;
  }
  if (decision.state === 'verified' && reviewFirst === 1 && check.video_id !== null) {
    await saveForReview(tx, check.id, { name: decision.name, reason: null, providerReference });
    return check;
  }
  if (decision.state === 'pending') {
    await markChecked(tx, check.id, providerReference, now);
    return check;
  }
  const by = decision === UNANSWERED ? BY_SYSTEM : BY_PROVIDER;
  return finalizeCheck(tx, check, decision, { providerReference, by, now });
}

/**
 * Applies the decision of the provider or an admin to a pending check: updates the identity of the user, which is pending
 * too, and notifies them.
 */
export async function finalizeCheck(
  tx: Tx,
  check: CheckRow,
  decision: FinalDecision,
  { providerReference, by, now }: { providerReference: string | null; by: ChangedBy; now: Date },
): Promise<CheckRow> {
  const { user_id: userId } = check;
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
  if (waitMs === null) await conclude(deps, checkId, UNANSWERED, null);
  else await inTx(deps.db, (tx) => scheduleCheck(tx, checkId, new Date(now.getTime() + waitMs)));
}

/**
 * The number is not stored, so only a reference of the vendor can be polled. Without one the check is refused, and the
 * user may try again.
 */
export async function pollCheck(deps: Deps, check: CheckRow): Promise<Decision> {
  const decision = await fetchDecision(deps, check);
  await conclude(deps, check.id, decision, null);
  return decision;
}

async function fetchDecision(deps: Deps, check: CheckRow): Promise<Decision> {
  if (check.provider_reference === null) return UNANSWERED;
  try {
    const verdict = await deps.ports.identity.getVerdict(check.provider_reference);
    if (verdict === null) return UNANSWERED;
    return decide(
      verdict,
      buildClaim(check.kind, await getApplicant(deps.db, check.user_id), check.name_on_id),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { checkId: check.id, code: error.code });
    return { state: 'pending' };
  }
}
