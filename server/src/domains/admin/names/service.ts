import type { NameChangeCase } from '@fws/contract/admin/names/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  compareNames,
  findNameChange,
  listNameChanges,
  reviewNameChange,
  type NameChangeReview,
} from '../../kyc/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';

const joinName = (first: string, last: string): string => `${first} ${last}`.trim();

const findPerson = (db: Db | Tx, id: number) =>
  db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name', 'location', 'identity_state', 'identity_name'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Writes the audit entry in the transaction that reads the names, so that no read goes unrecorded. */
export function readNameChange(
  deps: Deps,
  adminId: number,
  changeId: number,
): Promise<Outcome<NameChangeCase>> {
  return inTx(deps.db, async (tx): Promise<Outcome<NameChangeCase>> => {
    const change = await findNameChange(tx, changeId);
    if (!change) return refuse('not_found', 'admin.name_unknown');
    const act = { adminId, act: 'viewed', subject: 'name_change', subjectId: changeId };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    const person = await findPerson(tx, change.user_id);
    const decider = change.decided_by === null ? undefined : await findPerson(tx, change.decided_by);
    const formerName = joinName(change.former_first_name, change.former_last_name);
    const newName = joinName(change.first_name, change.last_name);
    const verifiedName = person?.identity_state === 'verified' ? person.identity_name : '';
    const withVerified = verifiedName === '' ? null : compareNames(newName, verifiedName);
    const changes = await listNameChanges(tx, change.user_id);
    return done({
      id: change.id,
      state: change.state,
      person: {
        id: change.user_id,
        name: joinName(person?.first_name ?? '', person?.last_name ?? ''),
        location: person?.location ?? '',
      },
      formerName,
      newName,
      explanation: change.explanation,
      requestedAt: change.requested_at.toISOString(),
      identity: person?.identity_state ?? 'none',
      verifiedName,
      withFormer: compareNames(newName, formerName),
      withVerified,
      endsVerification:
        change.state === 'waiting' ? withVerified?.match === 'other' : change.ended_verification,
      earlier: changes
        .filter(({ id }) => id < change.id)
        .map((earlier) => ({
          id: earlier.id,
          formerName: joinName(earlier.former_first_name, earlier.former_last_name),
          newName: joinName(earlier.first_name, earlier.last_name),
          state: earlier.state,
          requestedAt: earlier.requested_at.toISOString(),
          reason: earlier.reason,
        })),
      decided: change.decided_at && {
        by: joinName(decider?.first_name ?? '', decider?.last_name ?? ''),
        at: change.decided_at.toISOString(),
        reason: change.reason ?? '',
      },
      mayDecide: await readImpartiality(tx, adminId, 'name', changeId),
    });
  });
}

export function decideNameChange(deps: Deps, review: NameChangeReview): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const decided = await reviewNameChange(tx, review, now);
    if (!decided.ok) return decided;
    const { adminId, changeId, decision, reason } = review;
    const act = decision === 'approve' ? 'name_approved' : 'name_refused';
    const { former, name, endedVerification } = decided.value;
    const details = { former, name, endedVerification };
    await recordAuditEntry(
      tx,
      { adminId, act, subject: 'name_change', subjectId: changeId, reason, details },
      now,
    );
    return done(null);
  });
}
