import { randomUUID } from 'node:crypto';
import type { IdKind } from '@fws/contract/kyc/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { settingsAt } from '../../platform/settings.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { setIdentity } from '../identity/index.ts';
import {
  decide,
  FIRST_CHECK_AFTER_MS,
  nameAskedFor,
  nextCheckAfterMs,
  spendsVideo,
  UNANSWERED,
  type Decided,
  type Decision,
} from './rules.ts';
import {
  applicantOf,
  checkById,
  insertCheck,
  lockCheck,
  saveDecision,
  saveProviderName,
  spendVideo,
  type CheckRow,
} from './store.ts';

/** Inserts a pending check and schedules its first poll. The caller sends the request to the vendor. */
export async function openCheck(
  tx: Tx,
  check: {
    userId: number;
    kind: IdKind;
    numberLast4: string | null;
    videoId: number | null;
    providerReference: string | null;
    now: Date;
  },
): Promise<CheckRow> {
  const opened = await insertCheck(tx, { ...check, referenceId: `kyc_${randomUUID()}` });
  await setIdentity(tx, check.userId, 'pending');
  await checkLater(tx, opened.id, new Date(check.now.getTime() + FIRST_CHECK_AFTER_MS));
  await publish(tx, { users: [check.userId], topic: 'identity', id: null });
  return opened;
}

const checkLater = (tx: Tx, checkId: number, runAt: Date) =>
  enqueue(tx, 'check_identity', { checkId }, { runAt, key: `identity:${checkId}` });

export function conclude(
  deps: Deps,
  checkId: number,
  decision: Decision,
  providerReference: string | null,
): Promise<CheckRow> {
  return inTx(deps.db, async (tx) =>
    concludeIn(deps, tx, await lockCheck(tx, checkId), decision, providerReference),
  );
}

/**
 * Records a decision on a check that is still pending and notifies its owner. A later decision changes nothing. With
 * `identity_review_first`, it stores the name that the provider verified and leaves the check pending for an admin.
 */
export async function concludeIn(
  deps: Deps,
  tx: Tx,
  check: CheckRow,
  decision: Decision,
  providerReference: string | null,
): Promise<CheckRow> {
  const now = deps.ports.clock.now();
  if (check.state !== 'pending') return check;
  const { identity_review_first: reviewFirst } = await settingsAt(tx, deps.config, now);
  if (decision.state === 'verified' && reviewFirst === 1 && check.video_id !== null) {
    await saveProviderName(tx, check.id, decision.name, providerReference);
    return check;
  }
  return settleCheck(tx, check, decision, providerReference, now);
}

/** Applies the decision of the provider or an admin: updates the identity of the user and notifies them. */
export async function settleCheck(
  tx: Tx,
  check: CheckRow,
  decision: Decided,
  providerReference: string | null,
  now: Date,
): Promise<CheckRow> {
  await saveDecision(tx, check.id, decision, providerReference, now);
  if (decision.state === 'pending') return check;
  const { user_id: userId } = check;
  if (check.video_id !== null && spendsVideo(decision)) await spendVideo(tx, check.video_id, now);
  await setIdentity(tx, userId, decision.state, decision.state === 'verified' ? decision.name : undefined);
  // Payout accounts that were added before can now be compared with the verified name.
  if (decision.state === 'verified') await enqueue(tx, 'decide_account_waits', { userId });
  await tell(tx, {
    userId,
    type: `identity_${decision.state}`,
    values: decision.state === 'refused' ? { reason: decision.reason } : {},
    path: '/profile',
    dedupeKey: `identity:${check.id}:${decision.state}`,
  });
  await publish(tx, { users: [userId], topic: 'identity', id: null });
  return {
    ...check,
    state: decision.state,
    reason: decision.state === 'refused' ? decision.reason : null,
  };
}

/** Task: polls a pending check until there is a decision. */
export async function checkIdentity(deps: Deps, checkId: number): Promise<void> {
  const check = await checkById(deps.db, checkId);
  if (check?.state !== 'pending' || check.provider_name !== null) return;
  const decision = await askAgain(deps, check);
  if (decision.state !== 'pending') return;
  const now = deps.ports.clock.now();
  const waitMs = nextCheckAfterMs(now.getTime() - check.created_at.getTime());
  if (waitMs === null) await conclude(deps, checkId, UNANSWERED, null);
  else await inTx(deps.db, (tx) => checkLater(tx, checkId, new Date(now.getTime() + waitMs)));
}

/**
 * The number is not stored, so only a reference of the vendor can be polled. Without one the check is refused, and the
 * user may try again.
 */
export async function askAgain(deps: Deps, check: CheckRow): Promise<Decision> {
  const decision = await currentDecision(deps, check);
  await conclude(deps, check.id, decision, null);
  return decision;
}

async function currentDecision(deps: Deps, check: CheckRow): Promise<Decision> {
  if (check.provider_reference === null) return UNANSWERED;
  try {
    const verdict = await deps.ports.identity.getVerdict(check.provider_reference);
    if (verdict === null) return UNANSWERED;
    return decide(verdict, nameAskedFor(check.kind, await applicantOf(deps.db, check.user_id)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { checkId: check.id, code: error.code });
    return { state: 'pending' };
  }
}
