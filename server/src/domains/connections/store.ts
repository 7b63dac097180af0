import { sql, type Selectable } from 'kysely';
import type { CursorKey } from '../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import type { Database, SharedJobTable } from '../../platform/db/tables.ts';

export interface PeoplePageQuery {
  words: readonly string[];
  after: CursorKey | null;
  limit: number;
}

/** Words contain only letters and digits, so they need no escaping inside the quotes. */
const toPrefixQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/** Must match the index in migration 0015. */
const buildPersonWordsSql = (table: string): string =>
  `person_words(${['first_name', 'last_name', 'skills', 'location'].map((column) => `${table}.${column}`).join(', ')})`;

export interface FoundPerson {
  id: number;
  completed_projects: number;
}

/** Everybody except the reader, most completed projects first. Returns up to `limit` + 1 rows. */
export function findPeople(
  db: Db,
  readerId: number,
  { words, after, limit }: PeoplePageQuery,
): Promise<FoundPerson[]> {
  return read<FoundPerson>(db, buildPeopleQuery(readerId, { words, after, limit }));
}

/**
 * A search first matches the words, then sorts and pages. The fence (OFFSET 0) keeps the planner from scanning the
 * directory index and checking each person's words, which takes seconds when few match.
 */
export function buildPeopleQuery(
  readerId: number,
  { words, after, limit }: PeoplePageQuery,
): { text: string; values: unknown[] } {
  const values: unknown[] = [readerId];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const visiblePeople = 'SELECT id, completed_projects FROM user_account WHERE suspended_at IS NULL';
  const selection =
    words.length > 0
      ? `SELECT * FROM (${visiblePeople} AND ${buildPersonWordsSql('user_account')} @@ ${addValue(toPrefixQuery(words))}::tsquery OFFSET 0) found WHERE`
      : `${visiblePeople} AND`;
  const cursorCondition = after
    ? `AND (completed_projects, id) < (${addValue(after[0])}::integer, ${addValue(after[1])}::bigint)`
    : '';
  return {
    text: `${selection} id <> $1 ${cursorCondition} ORDER BY completed_projects DESC, id DESC LIMIT ${limit + 1}`,
    values,
  };
}

export type ConnectionRow = Pick<Selectable<Database['connection']>, 'other_id' | 'connected_at'>;

/** The connections of one person, newest first, without suspended people. Returns up to `limit` + 1 rows. */
export function listConnections(
  db: Db,
  userId: number,
  { words, after, limit }: PeoplePageQuery,
): Promise<ConnectionRow[]> {
  const values: unknown[] = [userId];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const where = ['connection.user_id = $1', 'person.suspended_at IS NULL'];
  if (after)
    where.push(
      `(connected_at, other_id) < (${addValue(after[0])}::timestamptz, ${addValue(after[1])}::bigint)`,
    );
  if (words.length > 0)
    where.push(`${buildPersonWordsSql('person')} @@ ${addValue(toPrefixQuery(words))}::tsquery`);
  return read<ConnectionRow>(db, {
    text: `SELECT other_id, connected_at FROM connection JOIN user_account person ON person.id = other_id
      WHERE ${where.join(' AND ')} ORDER BY connected_at DESC, other_id DESC LIMIT ${limit + 1}`,
    values,
  });
}

/** Which of these people the reader is connected with. */
export async function listConnectedIds(
  db: Db | Tx,
  userId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('connection')
    .select('other_id')
    .where('user_id', '=', userId)
    .where('other_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.other_id));
}

export async function countConnections(db: Db | Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('connection')
    .innerJoin('user_account as person', 'person.id', 'connection.other_id')
    .select(['connection.user_id', (row) => row.fn.countAll<number>().as('connects')])
    .where('connection.user_id', 'in', [...ids])
    .where('person.suspended_at', 'is', null)
    .groupBy('connection.user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.connects]));
}

/** True when the account exists and is not suspended. */
export async function isVisible(db: Db | Tx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Insert and delete the row of the lower id first, so that both directions lock in the same order. */
const orderPair = (userId: number, otherId: number) => {
  const [low, high] = userId < otherId ? [userId, otherId] : [otherId, userId];
  return { low, high };
};

/** False when they were connected already. */
export async function insertConnection(tx: Tx, userId: number, otherId: number, now: Date): Promise<boolean> {
  const { low, high } = orderPair(userId, otherId);
  const inserted = await tx
    .insertInto('connection')
    .values({ user_id: low, other_id: high, connected_at: now })
    .onConflict((pair) => pair.columns(['user_id', 'other_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!inserted) return false;
  await tx.insertInto('connection').values({ user_id: high, other_id: low, connected_at: now }).execute();
  return true;
}

/** False when they were not connected. */
export async function deleteConnection(tx: Tx, userId: number, otherId: number): Promise<boolean> {
  const { low, high } = orderPair(userId, otherId);
  const deleted = await tx
    .deleteFrom('connection')
    .where('user_id', '=', low)
    .where('other_id', '=', high)
    .returning('user_id')
    .executeTakeFirst();
  if (!deleted) return false;
  await tx.deleteFrom('connection').where('user_id', '=', high).where('other_id', '=', low).execute();
  return true;
}

export type ShareRow = Omit<Selectable<SharedJobTable>, 'to_id'>;

/** Returns the new share's id, or null when `fromId` has already shared this job with `toId`. */
export async function insertShare(
  tx: Tx,
  share: { jobId: number; fromId: number; toId: number; now: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('shared_job')
    .values({
      job_id: share.jobId,
      from_id: share.fromId,
      to_id: share.toId,
      shared_at: share.now,
      thumbs_up_at: null,
    })
    .onConflict((conflict) => conflict.columns(['from_id', 'to_id', 'job_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Shares of open jobs with this person, newest first. Returns up to `limit` + 1 rows. */
export function listShares(
  db: Db,
  toId: number,
  page: { after: CursorKey | null; limit: number },
): Promise<ShareRow[]> {
  const shares = db
    .selectFrom('shared_job')
    .innerJoin('job', 'job.id', 'shared_job.job_id')
    .innerJoin('user_account as sharer', 'sharer.id', 'shared_job.from_id')
    .select([
      'shared_job.id',
      'shared_job.job_id',
      'shared_job.from_id',
      'shared_job.shared_at',
      'shared_job.thumbs_up_at',
    ])
    .where('shared_job.to_id', '=', toId)
    .where('job.state', '=', 'open')
    .where('sharer.suspended_at', 'is', null);
  const { after, limit } = page;
  const pageQuery = after
    ? shares.where(
        sql<boolean>`(shared_job.shared_at, shared_job.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
      )
    : shares;
  return pageQuery
    .orderBy('shared_job.shared_at', 'desc')
    .orderBy('shared_job.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Null when this person has no such share. `isNew` is true when it had no thumbs-up before. */
export async function giveThumbsUp(
  tx: Tx,
  shareId: number,
  toId: number,
  now: Date,
): Promise<{ share: ShareRow; isNew: boolean } | null> {
  const share = await tx
    .selectFrom('shared_job')
    .select(['id', 'job_id', 'from_id', 'shared_at', 'thumbs_up_at'])
    .where('id', '=', shareId)
    .where('to_id', '=', toId)
    .forUpdate()
    .executeTakeFirst();
  if (!share) return null;
  if (share.thumbs_up_at !== null) return { share, isNew: false };
  await tx.updateTable('shared_job').set({ thumbs_up_at: now }).where('id', '=', shareId).execute();
  return { share, isNew: true };
}
