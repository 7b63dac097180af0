import { toStoredLastName } from '@fws/contract/identity/model';
import { nameChangeLifecycle } from '@fws/contract/kyc/lifecycle';
import type { NameChange, NameStatus } from '@fws/contract/kyc/schemas';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { checkPersonName, hasSameWords } from '../../../platform/person-names.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import { getApplicant, getIdentity, lockApplicant } from '../applicants/store.ts';
import {
  findNameChange,
  insertNameChange,
  listNameChanges,
  transitionNameChanges,
  updateName,
} from './store.ts';
import { compareNames } from '../names/compare.ts';
import { revokeVerification } from '../reviews/service.ts';
import { LIMITS } from '../limits.ts';

/** Where the user sees their name. */
const NAME_PATH = '/name';

const joinName = (first: string, last: string): string => `${first} ${last}`.trim();

export async function getNameStatus(db: Db, userId: number): Promise<NameStatus> {
  const [applicant, identity, changes] = await Promise.all([
    getApplicant(db, userId),
    getIdentity(db, userId),
    listNameChanges(db, userId),
  ]);
  return {
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    verifiedName: identity.state === 'verified' ? identity.name : '',
    changes: changes.map((change) => ({
      firstName: change.first_name,
      lastName: change.last_name,
      explanation: change.explanation,
      state: change.state,
      requestedAt: change.requested_at.toISOString(),
      decidedAt: change.decided_at?.toISOString() ?? null,
      reason: change.reason,
    })),
  };
}

/** Runs before the user is asked for a code. */
export async function checkCanRequestName(
  db: Db | Tx,
  userId: number,
  { firstName, lastName: typedLastName }: NameChange,
): Promise<Outcome<null>> {
  const applicant = await getApplicant(db, userId);
  const lastName = toStoredLastName(typedLastName);
  if (applicant.firstName === firstName && applicant.lastName === lastName)
    return refuseField('firstName', 'kyc.name_same');
  const named = checkPersonName({ firstName, lastName });
  if (!named.ok && !(await isOnTheirId(db, userId, joinName(firstName, lastName)))) return named;
  const [latest] = await listNameChanges(db, userId);
  return latest?.state === 'waiting' ? refuse('conflict', 'kyc.name_change_waiting') : done(null);
}

/** Call it only after the user has confirmed with a code. Nothing changes before an admin decides. */
export async function requestNameChange(
  deps: Deps,
  userId: number,
  request: NameChange,
): Promise<Outcome<NameStatus>> {
  const now = deps.ports.clock.now();
  const { firstName, explanation } = request;
  const lastName = toStoredLastName(request.lastName);
  const requested = await inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const applicant = await lockApplicant(tx, userId);
    const allowed = await checkCanRequestName(tx, userId, request);
    if (!allowed.ok) return allowed;
    const counted = await countAttempt(
      tx,
      deps.config.limits.get(LIMITS.name_change_user),
      String(userId),
      now,
    );
    if (!counted.ok) return counted;
    const id = await insertNameChange(tx, {
      user_id: userId,
      former_first_name: applicant.firstName,
      former_last_name: applicant.lastName,
      first_name: firstName,
      last_name: lastName,
      explanation,
      requested_at: now,
    });
    await recordSecurityEvent(tx, { kind: 'name_change_requested', userId }, now);
    await notify(tx, {
      userId,
      type: 'name_change_requested',
      values: { name: joinName(firstName, lastName) },
      path: NAME_PATH,
      dedupeKey: `name_change:${id}:requested`,
    });
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return done(null);
  });
  return requested.ok ? done(await getNameStatus(deps.db, userId)) : requested;
}

export interface NameChangeReview {
  changeId: number;
  adminId: number;
  decision: 'approve' | 'refuse';
  /** Shown to the user. */
  reason: string;
}

/**
 * Records an admin's decision. An approved name that is clearly another one than the verified name ends the verification,
 * because a badge beside it would vouch for a name that no ID has shown. The caller checks the admin's permission.
 */
export async function reviewNameChange(
  tx: Tx,
  { changeId, adminId, decision, reason }: NameChangeReview,
  now: Date,
): Promise<Outcome<{ former: string; name: string; endedVerification: boolean }>> {
  const existing = await findNameChange(tx, changeId);
  if (!existing) return refuse('not_found', 'admin.name_unknown');
  if (reason === '') return refuseField('reason', 'admin.reason_required');
  const { user_id: userId } = existing;
  const applicant = await lockApplicant(tx, userId);
  const change = (await findNameChange(tx, changeId)) ?? existing;
  const former = joinName(change.former_first_name, change.former_last_name);
  if (change.state !== 'waiting' || joinName(applicant.firstName, applicant.lastName) !== former)
    return refuse('conflict', 'admin.name_other');
  const by: ChangedBy = { role: 'admin', userId: adminId };
  const name = joinName(change.first_name, change.last_name);
  const isApproved = decision === 'approve';
  const endedVerification = isApproved && (await isOtherThanVerified(tx, userId, name));
  await transitionNameChanges(tx, [change], decision, {
    by,
    at: now,
    change: { decided_at: now, decided_by: adminId, reason, ended_verification: endedVerification },
  });
  if (isApproved) {
    await updateName(tx, userId, { firstName: change.first_name, lastName: change.last_name });
    await recordSecurityEvent(tx, { kind: 'name_changed', userId, actorId: adminId }, now);
  }
  if (endedVerification) await revokeVerification(tx, userId, { by, now, reason: 'kyc.name_changed' });
  await notify(tx, {
    userId,
    type: getNoticeType(nameChangeLifecycle, decision, 'user'),
    values: isApproved ? { name } : { name: former, reason },
    path: NAME_PATH,
    dedupeKey: `name_change:${changeId}:${decision}`,
  });
  await publish(tx, { users: [userId], topic: 'identity', id: null });
  return done({ former, name, endedVerification });
}

/** Whatever a name looks like, its owner may have it once an ID has shown it. */
async function isOnTheirId(db: Db | Tx, userId: number, name: string): Promise<boolean> {
  const identity = await getIdentity(db, userId);
  return identity.state === 'verified' && hasSameWords(name, identity.name);
}

async function isOtherThanVerified(tx: Tx, userId: number, name: string): Promise<boolean> {
  const identity = await getIdentity(tx, userId);
  return identity.state === 'verified' && compareNames(name, identity.name).match === 'other';
}
