import { sql, type Selectable } from 'kysely';
import { PEOPLE_COUNTED_MAX } from '@fws/contract/connections/model';
import type { CursorKey } from '../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import type { Database } from '../../platform/db/tables.ts';

export interface PeoplePageQuery {
  words: readonly string[];
  after: CursorKey | null;
  limit: number;
  /** People who are left out: one of them and the reader has blocked the other. */
  hiddenIds?: readonly number[];
}

/** Words contain only letters and digits, so they need no escaping inside the quotes. */
const toPrefixQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/** Characters of a word that are in the index of beginnings; must match `list_beginnings` in migration 0009. */
const BEGINNING_MAX = 8;
const toBeginning = (word: string): string => Array.from(word).slice(0, BEGINNING_MAX).join('');

export interface FoundPerson {
  user_id: number;
  completed_projects: number;
}

/** So many people are looked at in the order of the directory before an index finds those who have the words. */
const FRONT = 3_000;
const DIRECTORY_ORDER = 'ORDER BY completed_projects DESC, user_id DESC';

/** Everybody except the reader, most completed projects first. Returns up to `limit` + 1 rows. */
export const findPeople = (db: Db, readerId: number, query: PeoplePageQuery): Promise<FoundPerson[]> =>
  read<FoundPerson>(db, buildPeopleQuery(readerId, query));

/**
 * Words that many people have fill a page with the first people of the directory. For others, an index finds everybody
 * who has them, who are then few enough to be sorted. The planner cannot know which words many people have, so the
 * statement finds out: the second part runs only when the first has not filled the page. The fence (OFFSET 0) keeps the
 * planner from reading the whole directory in its order.
 */
export function buildPeopleQuery(
  readerId: number,
  { words, after, limit, hiddenIds = [] }: PeoplePageQuery,
): { text: string; values: unknown[] } {
  const { values, addValue, match } = buildMatch(readerId, words, hiddenIds);
  const cursor = after
    ? `(completed_projects, user_id) < (${addValue(after[0])}::integer, ${addValue(after[1])}::bigint)`
    : 'true';
  const rows = limit + 1;
  const people = 'SELECT user_id, completed_projects FROM';
  if (words.length === 0)
    return {
      text: `${people} person_search WHERE ${match.inRow} AND ${cursor} ${DIRECTORY_ORDER} LIMIT ${rows}`,
      values,
    };
  return {
    text: `
WITH front AS MATERIALIZED (
  ${people} (SELECT * FROM person_search WHERE ${cursor} ${DIRECTORY_ORDER} LIMIT ${FRONT}) person
  WHERE ${match.inRow} ${DIRECTORY_ORDER} LIMIT ${rows})
SELECT * FROM (
  SELECT * FROM front WHERE (SELECT count(*) FROM front) = ${rows}
  UNION ALL (
    SELECT * FROM (${people} person_search WHERE ${match.byIndex} AND ${cursor} OFFSET 0) person
    WHERE (SELECT count(*) FROM front) < ${rows} ${DIRECTORY_ORDER} LIMIT ${rows})) found
${DIRECTORY_ORDER}`,
    values,
  };
}

/** How many people have the words, up to one more than are counted. The two parts are those of `buildPeopleQuery`. */
export function buildPeopleCountQuery(
  readerId: number,
  words: readonly string[],
  hiddenIds: readonly number[] = [],
) {
  const { values, match } = buildMatch(readerId, words, hiddenIds);
  const limit = PEOPLE_COUNTED_MAX + 1;
  const front = `SELECT FROM (SELECT * FROM person_search ${DIRECTORY_ORDER} LIMIT ${FRONT}) person
    WHERE ${match.inRow} LIMIT ${limit}`;
  return {
    text: `SELECT CASE WHEN (SELECT count(*) FROM (${front}) front) = ${limit} THEN ${limit}
      ELSE (SELECT count(*) FROM (SELECT FROM person_search WHERE ${match.byIndex} LIMIT ${limit}) found) END AS total`,
    values,
  };
}

export async function countPeople(
  db: Db,
  readerId: number,
  words: readonly string[],
  hiddenIds: readonly number[] = [],
): Promise<number> {
  const [row] = await read<{ total: number }>(db, buildPeopleCountQuery(readerId, words, hiddenIds));
  return row?.total ?? 0;
}

/** Conditions on a row of person_search: `byIndex` also names what the index of beginnings has. */
function buildMatch(readerId: number, words: readonly string[], hiddenIds: readonly number[]) {
  const values: unknown[] = [readerId];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const hasWords = words.length === 0 ? '' : ` AND words @@ ${addValue(toPrefixQuery(words))}::tsquery`;
  const isShown = hiddenIds.length === 0 ? '' : ` AND user_id <> ALL(${addValue(hiddenIds)}::bigint[])`;
  const inRow = `user_id <> $1${hasWords}${isShown}`;
  const hasBeginnings =
    words.length === 0 ? '' : ` AND list_beginnings(words) @> ${addValue(words.map(toBeginning))}::text[]`;
  return { values, addValue, match: { inRow, byIndex: inRow + hasBeginnings } };
}

/** Adds the next people after this id who are not in the directory yet. Returns the last id; null at the end. */
export async function indexPeople(tx: Tx, after: number, limit: number): Promise<number | null> {
  // Locked, so that nobody is suspended or renamed between the reading and the writing.
  const { rows } = await sql<{ last: number | null }>`
    WITH person AS MATERIALIZED (
      SELECT * FROM user_account WHERE id > ${after} ORDER BY id LIMIT ${limit} FOR SHARE),
    added AS (
      INSERT INTO person_search (user_id, completed_projects, words)
      SELECT id, completed_projects, person_words(first_name, last_name, skills, location)
      FROM person WHERE suspended_at IS NULL ORDER BY id ON CONFLICT DO NOTHING)
    SELECT max(id) AS last FROM person`.execute(tx);
  return rows[0]?.last ?? null;
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
  if (words.length > 0) where.push(`words @@ ${addValue(toPrefixQuery(words))}::tsquery`);
  // Without words, those are listed too who are not in the directory yet.
  const directory = words.length > 0 ? 'JOIN person_search ON person_search.user_id = other_id' : '';
  return read<ConnectionRow>(db, {
    text: `SELECT other_id, connected_at FROM connection JOIN user_account person ON person.id = other_id ${directory}
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

/** With which of these people the reader has ever agreed on a job, whoever posted it. */
export async function listPartnerIds(
  db: Db | Tx,
  userId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const [workers, posters] = await Promise.all([
    db
      .selectFrom('contract')
      .select('worker_id as id')
      .where('poster_id', '=', userId)
      .where('worker_id', 'in', [...ids])
      .execute(),
    db
      .selectFrom('contract')
      .select('poster_id as id')
      .where('worker_id', '=', userId)
      .where('poster_id', 'in', [...ids])
      .execute(),
  ]);
  return new Set([...workers, ...posters].map(({ id }) => id));
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
