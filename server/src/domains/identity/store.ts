import type { Insertable, Selectable } from 'kysely';
import type { OtpChannel } from '@fws/contract/identity/model';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { UserAccountTable } from '../../platform/db/tables.ts';
import { indexPerson } from '../../platform/person-index.ts';
import { buildPhotoUrl } from '../../platform/files.ts';
import { calculateAverageRating } from './rules.ts';

export type UserRow = Selectable<UserAccountTable>;

/** Returns the new user, or null when the e-mail or the mobile number is taken. */
export async function insertUser(tx: Tx, user: Insertable<UserAccountTable>): Promise<UserRow | null> {
  const taken = await findTakenContacts(tx, user);
  if (taken.email || taken.mobile) return null;
  const row = await tx.insertInto('user_account').values(user).returningAll().executeTakeFirstOrThrow();
  await indexPerson(tx, row.id);
  return row;
}

export async function findTakenContacts(
  db: Db | Tx,
  contacts: { email: string; mobile: string },
): Promise<{ email: boolean; mobile: boolean }> {
  const rows = await db
    .selectFrom('user_account')
    .select(['email', 'mobile'])
    .where((row) => row.or([row('email', '=', contacts.email), row('mobile', '=', contacts.mobile)]))
    .execute();
  return {
    email: rows.some((row) => row.email === contacts.email),
    mobile: rows.some((row) => row.mobile === contacts.mobile),
  };
}

export function getUserById(db: Db | Tx, id: number): Promise<UserRow> {
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findUserByContact(
  db: Db | Tx,
  contact: { mobile: string } | { email: string },
): Promise<UserRow | null> {
  const query = db.selectFrom('user_account').selectAll();
  const matchingQuery =
    'mobile' in contact
      ? query.where('mobile', '=', contact.mobile)
      : query.where('email', '=', contact.email);
  return (await matchingQuery.executeTakeFirst()) ?? null;
}

export async function isContactTaken(tx: Tx, channel: OtpChannel, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('user_account')
    .select('id')
    .where(channel, '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a new contact that its code has verified. */
export async function setContact(
  tx: Tx,
  userId: number,
  channel: OtpChannel,
  address: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set(
      channel === 'mobile'
        ? { mobile: address, mobile_verified_at: now }
        : { email: address, email_verified_at: now },
    )
    .where('id', '=', userId)
    .execute();
}

/** Returns false when the stored hash is no longer `expectedHash`. */
export async function setPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  expectedHash?: string,
): Promise<boolean> {
  const query = tx.updateTable('user_account').set({ password_hash: passwordHash }).where('id', '=', userId);
  const changed = await (
    expectedHash === undefined ? query : query.where('password_hash', '=', expectedHash)
  ).executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

export async function setLocale(tx: Tx, userId: number, locale: Locale): Promise<void> {
  await tx.updateTable('user_account').set({ locale }).where('id', '=', userId).execute();
}

export async function setContactVerified(
  tx: Tx,
  userId: number,
  channel: 'mobile' | 'email',
  now: Date,
): Promise<void> {
  const column = channel === 'mobile' ? 'mobile_verified_at' : 'email_verified_at';
  await tx
    .updateTable('user_account')
    .set({ [column]: now })
    .where('id', '=', userId)
    .where(column, 'is', null)
    .execute();
}

export async function getCurrentUser(db: Db | Tx, id: number): Promise<CurrentUser> {
  return toCurrentUser(await getUserById(db, id));
}

export function toCurrentUser(row: UserRow): CurrentUser {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    mobileVerified: row.mobile_verified_at !== null,
    emailVerified: row.email_verified_at !== null,
    profileImage: buildPhotoUrl(row.photo_id),
    location: row.location,
    registerFor: row.register_for,
    lookingFor: row.looking_for,
    skills: row.skills,
    identity: row.identity_state,
    rating: calculateAverageRating(row.rating_sum, row.rating_count),
    completedProjects: row.completed_projects,
  };
}

/**
 * The user as a limited session sees them: whom to greet, and where the code goes. `mobileVerified` is false, so that a
 * client of the specification opens its dialog for that code.
 */
export const toLimitedUser = (row: UserRow): CurrentUser => ({
  id: row.id,
  firstName: row.first_name,
  lastName: '',
  email: '',
  mobile: row.mobile,
  mobileVerified: false,
  emailVerified: row.email_verified_at !== null,
  profileImage: '',
  location: '',
  registerFor: row.register_for,
  lookingFor: [],
  skills: [],
  identity: 'none',
  rating: null,
  completedProjects: 0,
  limited: true,
});
