import { sql } from 'kysely';
import { waitOrSkip } from '../../../platform/db/nodes.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { ConversationRow } from '../store.ts';

const DUE_COLUMNS = [
  'id',
  'job_id',
  'worker_id',
  'poster_id',
  'poster_read',
  'worker_read',
  'poster_unread',
  'worker_unread',
  'poster_muted',
  'worker_muted',
] as const;
export type DueConversation = Pick<ConversationRow, (typeof DUE_COLUMNS)[number]>;

export const buildDueQuery = (db: Db | Tx, now: Date, limit: number) =>
  db
    .selectFrom('conversation')
    .select(DUE_COLUMNS)
    .where('notify_at', '<=', now)
    .orderBy('notify_at')
    .limit(limit);

/** The conversations whose readers are to be notified now. Skips locked ones, on one server. */
export const lockDue = (tx: Tx, now: Date, limit: number): Promise<DueConversation[]> =>
  waitOrSkip(tx, buildDueQuery(tx, now, limit), 'no key update');

/** Whoever writes has read everything: so what follows the lower of the two numbers is what is unread. */
export const buildTakenDownQuery = (db: Db | Tx, jobIds: readonly number[]) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.job_id', '=', 'message.job_id')
        .onRef('conversation.worker_id', '=', 'message.worker_id'),
    )
    .select(({ fn }) => ['conversation.id', fn.countAll<number>().as('count')])
    .where(sql<boolean>`message.job_id = ANY(${[...jobIds]}::bigint[])`)
    .where('message.taken_down_at', 'is not', null)
    .where('message.taken_back_at', 'is', null)
    .where(sql<boolean>`message.number > least(conversation.poster_read, conversation.worker_read)`)
    .groupBy('conversation.id');

/** How many unread messages of conversations about these jobs are taken down, by the id of the conversation. */
export async function countTakenDown(
  tx: Tx,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await buildTakenDownQuery(tx, jobIds).execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Ends the waiting of these conversations. Returns the ids of those that still waited: it alone tells of them. */
export async function markNotified(
  tx: Tx,
  due: readonly DueConversation[],
  { notifiedIds, now }: { notifiedIds: readonly number[]; now: Date },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    UPDATE conversation
    SET notify_at = NULL, notified_at = CASE WHEN id = ANY(${[...notifiedIds]}::bigint[]) THEN ${now}::timestamptz END
    WHERE job_id = ANY(${due.map((row) => row.job_id)}::bigint[])
      AND id = ANY(${due.map(({ id }) => id)}::bigint[]) AND notify_at <= ${now}
    RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
