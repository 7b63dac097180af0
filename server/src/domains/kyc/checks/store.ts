import { checkLifecycle } from '@fws/contract/kyc/lifecycle';
import type { IdKind } from '@fws/contract/kyc/model';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { IdentityCheckTable } from '../../../platform/db/tables.ts';
import { createTransition } from '../../../platform/transition.ts';

export type CheckRow = Selectable<IdentityCheckTable>;

export async function countChecksSince(tx: Tx, userId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('identity_check')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCheck(
  tx: Tx,
  check: {
    referenceId: string;
    userId: number;
    kind: IdKind;
    numberLast4: string | null;
    videoId: number | null;
    providerReference: string | null;
    nameOnId: string;
    fingerprints: readonly string[];
    now: Date;
  },
): Promise<CheckRow> {
  return tx
    .insertInto('identity_check')
    .values({
      reference_id: check.referenceId,
      user_id: check.userId,
      kind: check.kind,
      number_last4: check.numberLast4,
      video_id: check.videoId,
      provider_reference: check.providerReference,
      name_on_id: check.nameOnId,
      fingerprints: [...check.fingerprints],
      state: 'pending',
      created_at: check.now,
      checked_at: check.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findCheckById(db: Db | Tx, id: number): Promise<CheckRow | null> {
  const row = await db.selectFrom('identity_check').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findLatestCheck(db: Db, userId: number): Promise<CheckRow | null> {
  const row = await db
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function ownsReference(db: Db, userId: number, referenceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_check')
    .select('id')
    .where('reference_id', '=', referenceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockCheck(tx: Tx, id: number): Promise<CheckRow> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The check that verified this user. */
export async function lockVerifiedCheck(tx: Tx, userId: number): Promise<CheckRow | null> {
  const row = await tx
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'verified')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The caller must hold the lock of the check. */
export const transitionChecks = createTransition({
  lifecycle: checkLifecycle,
  table: 'identity_check',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<CheckRow, 'id' | 'state'>) => ({
    subject: 'identity_check',
    subjectId: id,
    jobId: null,
  }),
});

/** Of an Aadhaar check, which the vendor's answer alone tells. */
export async function setFingerprints(tx: Tx, id: number, fingerprints: readonly string[]): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({ fingerprints: [...fingerprints] })
    .where('id', '=', id)
    .execute();
}

/** The vendor was asked and has not decided yet. */
export async function markChecked(
  tx: Tx,
  id: number,
  providerReference: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({
      checked_at: now,
      ...(providerReference === null ? {} : { provider_reference: providerReference }),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the holder's name for a check that an admin must review first, and what the user is told meanwhile. */
export async function saveForReview(
  tx: Tx,
  id: number,
  review: { name: string; reason: string | null; providerReference: string | null },
): Promise<void> {
  const { name, reason, providerReference } = review;
  await tx
    .updateTable('identity_check')
    .set({
      provider_name: name,
      reason,
      ...(providerReference ? { provider_reference: providerReference } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function markReviewed(tx: Tx, id: number, adminId: number, now: Date): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({ reviewed_at: now, reviewed_by: adminId })
    .where('id', '=', id)
    .execute();
}

/** Returns true to one of several parallel callers, which may then poll the vendor about a pending check. */
export async function claimCheckPoll(tx: Tx, id: number, checkedBefore: Date, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('identity_check')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('checked_at', '<', checkedBefore)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
