import type { IdKind } from '@fws/contract/kyc/model';
import { checkLifecycle, type IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type {
  IdentityCheckTable,
  IdentitySessionTable,
  IdentityVideoTable,
} from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';
import type { Applicant } from './rules.ts';

export type CheckRow = Selectable<IdentityCheckTable>;
export type VideoRow = Selectable<IdentityVideoTable>;
export type SessionRow = Selectable<IdentitySessionTable>;

/** The state of a user's identity and the verified name. */
export async function getIdentity(
  db: Db | Tx,
  userId: number,
): Promise<{ state: IdentityState; name: string }> {
  const person = await db
    .selectFrom('user_account')
    .select(['identity_state', 'identity_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { state: person.identity_state, name: person.identity_name };
}

const applicantColumns = ['first_name', 'last_name', 'company_name', 'mobile', 'identity_state'] as const;

/** Locks the user until the transaction ends, so that they submit one number at a time. */
export async function lockApplicant(
  tx: Tx,
  userId: number,
): Promise<Applicant & { identityState: IdentityState }> {
  const person = await tx
    .selectFrom('user_account')
    .select(applicantColumns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { ...toApplicant(person), identityState: person.identity_state };
}

const toApplicant = (person: {
  first_name: string;
  last_name: string;
  company_name: string;
  mobile: string | null;
}): Applicant => ({
  firstName: person.first_name,
  lastName: person.last_name,
  companyName: person.company_name,
  mobile: person.mobile ?? '',
});

export async function getApplicant(db: Db, userId: number): Promise<Applicant> {
  const person = await db
    .selectFrom('user_account')
    .select(applicantColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return toApplicant(person);
}

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

/** Stores the name that the provider verified, for a check that an admin must review first. */
export async function saveProviderName(
  tx: Tx,
  id: number,
  name: string,
  providerReference: string | null,
): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({ provider_name: name, ...(providerReference ? { provider_reference: providerReference } : {}) })
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

/** Replaces the codes that no video was uploaded for. */
export async function insertVideoCode(tx: Tx, userId: number, code: string, now: Date): Promise<void> {
  await tx.deleteFrom('identity_video').where('user_id', '=', userId).where('file_id', 'is', null).execute();
  await tx.insertInto('identity_video').values({ user_id: userId, code, made_at: now }).execute();
}

export async function findVideoByCode(db: Db | Tx, userId: number, code: string): Promise<VideoRow | null> {
  const row = await db
    .selectFrom('identity_video')
    .selectAll()
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns null when another video was bound to the code first, or a newer code replaced it. */
export async function bindVideo(
  tx: Tx,
  videoId: number,
  file: { id: string; sha256: string },
): Promise<number | null> {
  const bound = await tx
    .updateTable('identity_video')
    .set({ file_id: file.id, sha256: file.sha256 })
    .where('id', '=', videoId)
    .where('file_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return bound?.id ?? null;
}

export async function spendVideo(tx: Tx, videoId: number, now: Date): Promise<void> {
  await tx.updateTable('identity_video').set({ spent_at: now }).where('id', '=', videoId).execute();
}

/** Returns the code of a video that may still be used; empty when there is none. */
export async function findReusableCode(db: Db, userId: number, notBefore: Date): Promise<string> {
  const row = await db
    .selectFrom('identity_video')
    .select('code')
    .where('user_id', '=', userId)
    .where('file_id', 'is not', null)
    .where('spent_at', 'is', null)
    .where('made_at', '>', notBefore)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? '';
}

export async function ownsVideo(db: Db, userId: number, videoId: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity_video')
    .select('id')
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(
  tx: Tx,
  session: {
    userId: number;
    way: SessionRow['way'];
    providerReference: string;
    videoId: number | null;
    now: Date;
  },
): Promise<SessionRow> {
  return tx
    .insertInto('identity_session')
    .values({
      user_id: session.userId,
      way: session.way,
      provider_reference: session.providerReference,
      video_id: session.videoId,
      created_at: session.now,
      asked_at: session.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds only sessions of this user. */
export async function findOwnSession(db: Db, userId: number, id: string): Promise<SessionRow | null> {
  if (!UUID.test(id)) return null;
  const row = await db
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findSessionById(db: Db, id: string): Promise<SessionRow | null> {
  const row = await db.selectFrom('identity_session').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow> {
  return tx
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSession(
  tx: Tx,
  id: string,
  changes: Partial<Pick<SessionRow, 'number_last4' | 'otp_sent_at' | 'video_id' | 'tries' | 'check_id'>>,
): Promise<void> {
  await tx.updateTable('identity_session').set(changes).where('id', '=', id).execute();
}

/** Returns true to one of several parallel callers, which may then poll the vendor about this session. */
export async function claimSessionPoll(tx: Tx, id: string, askedBefore: Date, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('identity_session')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('check_id', 'is', null)
    .where('asked_at', '<', askedBefore)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function listSampleVideoRows(db: Db): Promise<{ id: number; language: string; url: string }[]> {
  return db.selectFrom('kyc_sample_video').select(['id', 'language', 'url']).orderBy('position').execute();
}
