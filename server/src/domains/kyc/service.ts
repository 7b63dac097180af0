import { randomUUID } from 'node:crypto';
import type { IdentityStatus, SubmitIdentity } from '@fws/contract/kyc/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { setIdentity } from '../identity/index.ts';
import {
  ASK_AGAIN_AFTER_MS,
  CHECKS_A_DAY,
  CHECKS_WINDOW_MS,
  decide,
  FIRST_CHECK_AFTER_MS,
  nameAskedFor,
  nextCheckAfterMs,
  submitHindrance,
  UNANSWERED,
  type Decision,
} from './rules.ts';
import {
  applicantOf,
  checkById,
  claimAsking,
  countChecksSince,
  identityOf,
  insertCheck,
  latestCheck,
  lockApplicant,
  lockCheck,
  ownsReference,
  saveDecision,
  type CheckRow,
} from './store.ts';

/** The number goes to the vendor within this call and is kept nowhere: no table, no log, no job. */
export async function submitIdentity(
  deps: Deps,
  userId: number,
  command: SubmitIdentity,
): Promise<Outcome<IdentityStatus>> {
  const number = command.number.toUpperCase();
  const opened = await inTx(deps.db, (tx) => openCheck(deps, tx, userId, command.kind, number));
  if (!opened.ok) return opened;
  const { check, name } = opened.value;
  const verdict = await askVendor(deps, check, number, name);
  if (verdict === 'unknown') return done(statusOf(check));
  const decision = verdict === 'not_taken' ? UNANSWERED : decide(verdict, name);
  const decided = await conclude(deps, check.id, decision, referenceOf(verdict));
  if (decision.state !== 'refused') return done(statusOf(decided));
  return verdict === 'not_taken'
    ? refuse('unavailable', decision.reason)
    : refuseField('number', decision.reason);
}

async function openCheck(
  deps: Deps,
  tx: Tx,
  userId: number,
  kind: SubmitIdentity['kind'],
  number: string,
): Promise<Outcome<{ check: CheckRow; name: string }>> {
  const now = deps.ports.clock.now();
  const applicant = await lockApplicant(tx, userId);
  const hindrance = submitHindrance(applicant.identityState);
  if (hindrance) return refuse('conflict', hindrance);
  const lately = await countChecksSince(tx, userId, new Date(now.getTime() - CHECKS_WINDOW_MS));
  if (lately >= CHECKS_A_DAY) return refuse('too_many', 'kyc.too_many');
  const check = await insertCheck(tx, {
    referenceId: `kyc_${randomUUID()}`,
    userId,
    kind,
    numberLast4: number.slice(-4),
    now,
  });
  await setIdentity(tx, userId, 'pending');
  await checkLater(tx, check.id, new Date(now.getTime() + FIRST_CHECK_AFTER_MS));
  await publish(tx, { users: [userId], topic: 'identity', id: null });
  return done({ check, name: nameAskedFor(kind, applicant) });
}

const checkLater = (tx: Tx, checkId: number, runAt: Date) =>
  enqueue(tx, 'check_identity', { checkId }, { runAt, key: `identity:${checkId}` });

async function askVendor(
  deps: Deps,
  check: CheckRow,
  number: string,
  name: string,
): Promise<IdentityVerdict | 'unknown' | 'not_taken'> {
  const { identity } = deps.ports;
  const request = { referenceId: check.reference_id, name };
  try {
    return check.kind === 'pan'
      ? await identity.verifyPan({ ...request, pan: number })
      : await identity.verifyGstin({ ...request, gstin: number });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity check not answered', { checkId: check.id, code: error.code });
    return error.outcome === 'unknown' ? 'unknown' : 'not_taken';
  }
}

const referenceOf = (verdict: IdentityVerdict | 'not_taken'): string | null =>
  verdict === 'not_taken' ? null : verdict.providerReference;

/** Records a decision on a check that is still pending, and tells its owner. A later one changes nothing. */
function conclude(
  deps: Deps,
  checkId: number,
  decision: Decision,
  providerReference: string | null,
): Promise<CheckRow> {
  return inTx(deps.db, async (tx) => {
    const check = await lockCheck(tx, checkId);
    if (check.state !== 'pending') return check;
    await saveDecision(tx, checkId, decision, providerReference, deps.ports.clock.now());
    if (decision.state === 'pending') return check;
    const { user_id: userId } = check;
    await setIdentity(tx, userId, decision.state, decision.state === 'verified' ? decision.name : undefined);
    await tell(tx, {
      userId,
      type: `identity_${decision.state}`,
      values: decision.state === 'refused' ? { reason: decision.reason } : {},
      path: '/profile',
      dedupeKey: `identity:${checkId}:${decision.state}`,
    });
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return {
      ...check,
      state: decision.state,
      reason: decision.state === 'refused' ? decision.reason : null,
    };
  });
}

/** The present state; a pending one is asked about again, but not at every look. */
export async function identityStatus(
  deps: Deps,
  userId: number,
  referenceId: string,
): Promise<Outcome<IdentityStatus>> {
  if (referenceId !== '' && !(await ownsReference(deps.db, userId, referenceId)))
    return refuse('not_found', 'common.not_found');
  const now = deps.ports.clock.now();
  const check = await latestCheck(deps.db, userId);
  if (check?.state === 'pending' && check.provider_reference !== null) {
    const notSince = new Date(now.getTime() - ASK_AGAIN_AFTER_MS);
    if (await inTx(deps.db, (tx) => claimAsking(tx, check.id, notSince, now))) await askAgain(deps, check);
  }
  const [latest, { state }] = await Promise.all([latestCheck(deps.db, userId), identityOf(deps.db, userId)]);
  return done({
    state,
    referenceId: latest?.reference_id ?? '',
    reason: state === 'refused' ? (latest?.reason ?? null) : null,
  });
}

/** Task: looks after a check that was left pending until there is a decision. */
export async function checkIdentity(deps: Deps, checkId: number): Promise<void> {
  const check = await checkById(deps.db, checkId);
  if (check?.state !== 'pending') return;
  const decision = await askAgain(deps, check);
  if (decision.state !== 'pending') return;
  const now = deps.ports.clock.now();
  const waitMs = nextCheckAfterMs(now.getTime() - check.created_at.getTime());
  if (waitMs === null) await conclude(deps, checkId, UNANSWERED, null);
  else await inTx(deps.db, (tx) => checkLater(tx, checkId, new Date(now.getTime() + waitMs)));
}

/** Without the number only a reference of the vendor's can be asked about; without that the person tries again. */
async function askAgain(deps: Deps, check: CheckRow): Promise<Decision> {
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
    deps.log.warn('identity check not answered', { checkId: check.id, code: error.code });
    return { state: 'pending' };
  }
}

const statusOf = (check: CheckRow): IdentityStatus => ({
  state: check.state,
  referenceId: check.reference_id,
  reason: check.reason,
});
