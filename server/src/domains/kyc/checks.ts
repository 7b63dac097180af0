import { randomUUID } from 'node:crypto';
import type { IdKind } from '@fws/contract/kyc/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { loadSettings } from '../../platform/settings.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { setIdentity } from '../identity/index.ts';
import {
  decide,
  FIRST_CHECK_AFTER_MS,
  getExpectedName,
  calculateCheckDelayMs,
  spendsVideo,
  UNANSWERED,
  type FinalDecision,
  type Decision,
} from './rules.ts';
import {
  getApplicant,
  findCheckById,
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
 * Records a decision on a check that is still pending and notifies its owner. A later decision changes nothing. With
 * `identity_review_first`, it stores the name that the provider verified and leaves the check pending for an admin.
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
  if (decision.state === 'verified' && reviewFirst === 1 && check.video_id !== null) {
    await saveProviderName(tx, check.id, decision.name, providerReference);
    return check;
  }
  return finalizeCheck(tx, check, decision, providerReference, now);
}

/** Applies the decision of the provider or an admin: updates the identity of the user and notifies them. */
export async function finalizeCheck(
  tx: Tx,
  check: CheckRow,
  decision: FinalDecision,
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
  await notify(tx, {
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
    return decide(verdict, getExpectedName(check.kind, await getApplicant(deps.db, check.user_id)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { checkId: check.id, code: error.code });
    return { state: 'pending' };
  }
}
