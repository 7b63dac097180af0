import type { Insertable, Selectable } from 'kysely';
import type { Category } from '@fws/contract/jobs/schemas';
import type { Experience, Reference, ReferenceKind } from '@fws/contract/profile/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Database, ProfileTable } from '../../platform/db/tables.ts';
import { toFileLink } from '../../platform/files.ts';
import { indexPerson } from '../../platform/person-index.ts';
import type { FileLink } from '@fws/contract/platform/schemas';

export type ProfileRow = Selectable<ProfileTable>;

export async function loadProfiles(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ProfileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('profile')
    .selectAll()
    .where('user_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Users without experience have no entry. */
export async function loadExperience(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, Experience[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('work_experience')
    .selectAll()
    .where('user_id', 'in', [...ids])
    .orderBy('user_id')
    .orderBy('position')
    .execute();
  const byUser = new Map<number, Experience[]>();
  for (const row of rows) {
    const list = byUser.get(row.user_id) ?? [];
    list.push({ years: row.year_tenths / 10, company: row.company, from: row.from_date, to: row.to_date });
    byUser.set(row.user_id, list);
  }
  return byUser;
}

/** Counts jobs that were awarded to them and are not completed yet. */
export async function countProjectsInProgress(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contract')
    .select(['worker_id', (contract) => contract.fn.countAll<number>().as('projects')])
    .where('worker_id', 'in', [...ids])
    .where('completed_at', 'is', null)
    .groupBy('worker_id')
    .execute();
  return new Map(rows.map((row) => [row.worker_id, row.projects]));
}

export async function countConnects(db: Db | Tx, userId: number): Promise<number> {
  const { connects } = await db
    .selectFrom('connection')
    .innerJoin('user_account as person', 'person.id', 'connection.other_id')
    .select((row) => row.fn.countAll<number>().as('connects'))
    .where('connection.user_id', '=', userId)
    .where('person.suspended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return connects;
}

export async function listCategories(db: Db | Tx, userId: number): Promise<Category[]> {
  const rows = await db
    .selectFrom('profile_category')
    .innerJoin('category', 'category.id', 'profile_category.category_id')
    .select(['category.id', 'category.name', 'category.name_hi'])
    .where('profile_category.user_id', '=', userId)
    .orderBy('category.position')
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, nameHi: row.name_hi }));
}

export async function loadReferences(
  db: Db | Tx,
  userId: number,
): Promise<Record<ReferenceKind, Reference[]>> {
  const rows = await db
    .selectFrom('reference_person')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  const selectKind = (kind: ReferenceKind) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name, mobile, profession, username }) => ({ name, mobile, profession, username }));
  return { professional: selectKind('professional'), personal: selectKind('personal') };
}

/** In the order they were added. */
export async function listCertificates(db: Db | Tx, userId: number): Promise<FileLink[]> {
  const rows = await db
    .selectFrom('certificate')
    .innerJoin('file', 'file.id', 'certificate.file_id')
    .select(['file.id', 'file.name', 'file.bytes', 'file.content_type'])
    .where('certificate.user_id', '=', userId)
    .orderBy('certificate.id')
    .execute();
  return rows.map(toFileLink);
}

/** The first linked social login, or the password. */
export async function getSignUpMethod(
  db: Db | Tx,
  userId: number,
): Promise<'password' | 'google' | 'facebook'> {
  const row = await db
    .selectFrom('social_identity')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .executeTakeFirst();
  return row?.provider ?? 'password';
}

/** Creates the row if there is none and locks it, so that concurrent saves for this user wait. */
export async function lockProfile(tx: Tx, userId: number, now: Date): Promise<ProfileRow> {
  return tx
    .insertInto('profile')
    .values({ user_id: userId, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ changed_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type ProfileChange = Partial<Omit<Insertable<Database['profile']>, 'user_id' | 'changed_at'>>;

export async function updateProfileRow(tx: Tx, userId: number, change: ProfileChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.updateTable('profile').set(change).where('user_id', '=', userId).execute();
}

/** Updates the profile fields that are stored with the account. */
export async function updateUserAccount(
  tx: Tx,
  userId: number,
  change: { location?: string; skills?: string[]; photo_id?: string },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('user_account').set(change).where('id', '=', userId).execute();
  if (change.location !== undefined || change.skills) await indexPerson(tx, userId);
}

/** The profile fields that are stored with the account. */
export const getAccountFields = (tx: Tx, userId: number): Promise<{ location: string; skills: string[] }> =>
  tx
    .selectFrom('user_account')
    .select(['location', 'skills'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export async function findPhotoId(tx: Tx, userId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('user_account')
    .select('photo_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.photo_id;
}

export async function setCategories(tx: Tx, userId: number, ids: ReadonlySet<number>): Promise<void> {
  await tx.deleteFrom('profile_category').where('user_id', '=', userId).execute();
  if (ids.size > 0)
    await tx
      .insertInto('profile_category')
      .values([...ids].map((id) => ({ user_id: userId, category_id: id })))
      .execute();
}

export async function setExperience(tx: Tx, userId: number, rows: readonly Experience[]): Promise<void> {
  await tx.deleteFrom('work_experience').where('user_id', '=', userId).execute();
  if (rows.length > 0)
    await tx
      .insertInto('work_experience')
      .values(
        rows.map((row, index) => ({
          user_id: userId,
          position: index + 1,
          year_tenths: Math.round(row.years * 10),
          company: row.company,
          from_date: row.from,
          to_date: row.to,
        })),
      )
      .execute();
}

export async function setReferences(
  tx: Tx,
  userId: number,
  kind: ReferenceKind,
  rows: readonly Reference[],
): Promise<void> {
  await tx.deleteFrom('reference_person').where('user_id', '=', userId).where('kind', '=', kind).execute();
  if (rows.length > 0)
    await tx
      .insertInto('reference_person')
      .values(rows.map((row, index) => ({ user_id: userId, kind, position: index + 1, ...row })))
      .execute();
}

export async function countCertificates(tx: Tx, userId: number): Promise<number> {
  const { held: certificateCount } = await tx
    .selectFrom('certificate')
    .select((row) => row.fn.countAll<number>().as('held'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return certificateCount;
}

export async function insertCertificates(tx: Tx, userId: number, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await tx
      .insertInto('certificate')
      .values(fileIds.map((fileId) => ({ file_id: fileId, user_id: userId })))
      .execute();
}

/** False when this user has no such certificate. */
export async function deleteCertificate(tx: Tx, userId: number, fileId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('certificate')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .returning('file_id')
    .executeTakeFirst();
  return row !== undefined;
}
