import type { ConversationFilter } from '@fws/contract/conversations/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';
import { getReaderId, getUserId, type Side } from '../policy.ts';
import type { ConversationRow } from '../store.ts';

/** Nobody is notified of what waits already: neither who mutes, nor who was muted until now. */
export async function storeMuted(
  tx: Tx,
  conversation: ConversationRow,
  side: Side,
  muted: boolean,
): Promise<void> {
  const isReader = getReaderId(conversation) === getUserId(conversation, side);
  await tx
    .updateTable('conversation')
    .set({
      ...(side === 'poster' ? { poster_muted: muted } : { worker_muted: muted }),
      ...(isReader && { notify_at: null }),
    })
    .where('job_id', '=', conversation.job_id)
    .where('worker_id', '=', conversation.worker_id)
    .execute();
}

export async function storeArchived(
  tx: Tx,
  { job_id: jobId, worker_id: workerId }: ConversationRow,
  side: Side,
  archived: boolean,
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set(side === 'poster' ? { poster_archived: archived } : { worker_archived: archived })
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .execute();
}

const SIDES: Record<ConversationFilter, readonly Side[]> = {
  all: ['poster', 'worker'],
  unread: ['poster', 'worker'],
  posted: ['poster'],
  doing: ['worker'],
  archived: ['poster', 'worker'],
};

/** As the predicate of an index has it. */
function buildPredicate(filter: ConversationFilter, side: Side): string {
  if (filter === 'archived') return `${side}_archived`;
  return `NOT ${side}_archived${filter === 'unread' ? ` AND ${side}_unread > 0` : ''}`;
}

/** Those of one person on both sides, the newest first. Each side reads its index from the cursor on. */
export function buildConversationsQuery(
  userId: number,
  { filter, after, limit }: { filter: ConversationFilter; after: CursorKey | null; limit: number },
) {
  const rows = limit + 1;
  const beyond = after ? 'AND (last_at, id) < ($2::timestamptz, $3::bigint)' : '';
  const readSide = (side: Side) => `
    (SELECT * FROM conversation WHERE ${side}_id = $1 AND ${buildPredicate(filter, side)} AND last_number > 0
      ${beyond}
    ORDER BY last_at DESC, id DESC LIMIT ${rows})`;
  return {
    text: `SELECT * FROM (${SIDES[filter].map(readSide).join(' UNION ALL ')}) own
      ORDER BY last_at DESC, id DESC LIMIT ${rows}`,
    values: [userId, ...(after ?? [])],
  };
}

export const listConversations = (
  db: Db,
  ...query: Parameters<typeof buildConversationsQuery>
): Promise<ConversationRow[]> => read<ConversationRow>(db, buildConversationsQuery(...query));

/** Each side counts in an index of unread conversations, which has few entries. */
export const buildUnreadCountQuery = (userId: number) => ({
  name: 'conversation_counts',
  text: `SELECT
    (SELECT count(*) FROM conversation WHERE poster_id = $1 AND ${buildPredicate('unread', 'poster')})
    + (SELECT count(*) FROM conversation WHERE worker_id = $1 AND ${buildPredicate('unread', 'worker')}) AS unread`,
  values: [userId],
});

/** The conversations in which somebody has not seen everything, without those in their archive. */
export const countUnread = async (db: Db, userId: number): Promise<number> =>
  (await read<{ unread: number }>(db, buildUnreadCountQuery(userId)))[0]?.unread ?? 0;
