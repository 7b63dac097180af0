import type { Insertable, Selectable } from 'kysely';
import type { OtpChannel } from '@fws/contract/identity/model';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import { identityLifecycle, type IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { UserAccountTable } from '../../platform/db/tables.ts';
import { indexPerson } from '../../platform/person-index.ts';
import { buildPhotoUrl } from '../../platform/files.ts';
import { createTransition } from '../../platform/transition.ts';
import { calculateAverageRating } from './rules.ts';

export type UserRow = Selectable<UserAccountTable>;

/** An unverified contact reserves nothing, so others may have the same e-mail and mobile number. */
export async function insertUser(tx: Tx, user: Insertable<UserAccountTable>): Promise<UserRow> {
  const row = await tx.insertInto('user_account').values(user).returningAll().executeTakeFirstOrThrow();
  await indexPerson(tx, row.id);
  return row;
}

export function getUserById(db: Db | Tx, id: number): Promise<UserRow> {
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** False for people who registered with Google or Facebook and have set none, and after "This was not me". */
export async function hasPassword(db: Db | Tx, id: number): Promise<boolean> {
  const { password_hash: hash } = await getUserById(db, id);
  return hash !== null;
}

type LoginContact = { mobile: string } | { email: string };
type AnyContact = { channel: OtpChannel; address: string };

/** The account that has verified a contact: at most one has. */
export async function findVerifiedHolder(db: Db | Tx, contact: LoginContact): Promise<UserRow | null> {
  const query = db.selectFrom('user_account').selectAll();
  const matchingQuery =
    'mobile' in contact
      ? query.where('mobile', '=', contact.mobile).where('mobile_verified_at', 'is not', null)
      : query.where('email', '=', contact.email).where('email_verified_at', 'is not', null);
  return (await matchingQuery.executeTakeFirst()) ?? null;
}

/** As many as a login tries its password on. */
const CANDIDATES_MAX = 3;

/**
 * The accounts that a login by a contact may mean: the one that has verified it, or else the newest that have it
 * unverified. Whoever is not among them registers again.
 */
export async function listLoginCandidates(db: Db, contact: LoginContact): Promise<UserRow[]> {
  const holder = await findVerifiedHolder(db, contact);
  if (holder) return [holder];
  const query = db.selectFrom('user_account').selectAll().orderBy('id', 'desc').limit(CANDIDATES_MAX);
  return (
    'mobile' in contact
      ? query.where('mobile', '=', contact.mobile)
      : query.where('email', '=', contact.email)
  ).execute();
}

/** Locks the accounts that have a contact, and the user's own, in one order for all. */
export async function lockHolders(tx: Tx, userId: number, { channel, address }: AnyContact): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where((row) => row.or([row(channel, '=', address), row('id', '=', userId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Other accounts that have a contact unverified, newest first. */
export function listOtherHolders(
  db: Db,
  userId: number,
  { channel, address }: AnyContact,
  limit: number,
): Promise<UserRow[]> {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where(channel, '=', address)
    .where('id', '<>', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Codes for a contact that another account has proven would prove nothing. */
export async function deleteVerifyCodesOfOthers(
  tx: Tx,
  userId: number,
  { channel, address }: AnyContact,
): Promise<void> {
  await tx
    .deleteFrom('otp')
    .where('purpose', '=', 'verify')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('user_id', '<>', userId)
    .execute();
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
    suspension: row.suspended_at && {
      at: row.suspended_at.toISOString(),
      reason: row.suspended_reason ?? '',
    },
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
  suspension: null,
  limited: true,
});

/** Whether it is known who these users are. The caller must hold their locks. */
export const transitionIdentities = createTransition({
  lifecycle: identityLifecycle,
  table: 'user_account',
  key: ['id'],
  column: 'identity_state',
  toSubject: ({ id }: { id: number; identity_state: IdentityState }) => ({
    subject: 'user',
    subjectId: id,
    jobId: null,
  }),
});
