import { sql, type Selectable } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import type { UserAccountTable } from '../../../platform/db/tables.ts';

type UserAccount = Selectable<UserAccountTable>;
export type FoundUser = Pick<
  UserAccount,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'mobile'
  | 'location'
  | 'created_at'
  | 'identity_state'
  | 'suspended_at'
>;

const COLUMNS =
  'id, first_name, last_name, email, mobile, location, created_at, identity_state, suspended_at';
/** A search sorts at most this many matches. */
export const FOUND_MAX = 1000;

/** Chooses the index for a user search: text with an @ is an e-mail, digits are a mobile number, anything else is a name. */
export function buildPersonCondition(search: string, put: (value: unknown) => string): string | null {
  const text = search.trim();
  if (text === '') return null;
  if (text.includes('@')) return `email LIKE ${put(`${escapeLike(text.toLowerCase())}%`)}`;
  const digits = text.replaceAll(/[\s+-]/g, '').replace(/^0+/, '');
  if (/^\d{3,15}$/.test(digits)) {
    const e164 = digits.length <= 10 ? `+91${digits}` : `+${digits}`;
    return `mobile LIKE ${put(`${e164}%`)}`;
  }
  const query = toWordQuery(text);
  if (query === null) return 'false';
  return `person_words(first_name, last_name, '{}', '') @@ ${put(query)}::tsquery`;
}

/** A tsquery that matches all words by prefix. Null for a text without words. */
export function toWordQuery(text: string): string | null {
  const words = text
    .normalize()
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 5);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Newest first; reads one row more than `limit`. */
export function buildUsersStatement(
  search: string,
  { after, limit }: { after: CursorKey | null; limit: number },
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const condition = buildPersonCondition(search, put);
  const from =
    condition === null
      ? 'user_account'
      : `(SELECT * FROM user_account WHERE ${condition} LIMIT ${FOUND_MAX}) found`;
  const position = after ? `WHERE id < ${put(after[1])}::bigint` : '';
  return {
    text: `SELECT ${COLUMNS} FROM ${from} ${position} ORDER BY id DESC LIMIT ${limit + 1}`,
    values,
  };
}

export const findUsers = (
  db: Db,
  search: string,
  page: { after: CursorKey | null; limit: number },
): Promise<FoundUser[]> => read<FoundUser>(db, buildUsersStatement(search, page));

export const findUser = (db: Db, id: number) =>
  db
    .selectFrom('user_account')
    .selectAll()
    .select([
      sql<boolean>`(EXISTS (SELECT 1 FROM authenticator WHERE authenticator.user_id = ${id} AND set_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM passkey WHERE passkey.user_id = ${id}))`.as('has_second_factor'),
      sql<number>`(SELECT count(*)::int FROM session WHERE session.user_id = ${id})`.as('sessions'),
      sql<number>`(SELECT count(*)::int FROM job WHERE job.poster_id = ${id})`.as('jobs'),
      sql<number>`(SELECT count(*)::int FROM contract
        WHERE contract.poster_id = ${id} OR contract.worker_id = ${id})`.as('contracts'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** Newest first; reads one row more than `limit`. */
export function findSecurityEvents(
  db: Db,
  userId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
) {
  const events = db
    .selectFrom('security_event')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return (
    after
      ? events.where(sql<boolean>`(at, id) < (${new Date(after[0])}::timestamptz, ${after[1]}::bigint)`)
      : events
  ).execute();
}

export async function loadNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}
