import type { ConversationFilter } from '@fws/contract/conversations/model';
import { formatJobNumber } from '@fws/contract/jobs/model';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { encodeCursor, loadPageByTime, type LoadedPage, type PageRequest } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import { listConversations } from '../inbox/store.ts';
import { loadFound, readOtherName, readTitle, type FoundConversation } from '../view.ts';
import { hasWords, readWords } from './rules.ts';

export const BATCH = 200;
/** So many conversations are read at most before a request answers with what it has found. */
const READ_MAX = 1_000;

/**
 * The conversations of one person that have the words of a search, the newest first. A page may have fewer than the limit,
 * or none, and a cursor all the same: the next one goes on where this one stopped.
 */
export async function searchConversations(
  db: Db,
  userId: number,
  { filter, search, limit, cursor }: PageRequest & { filter: ConversationFilter; search: string },
): Promise<Outcome<LoadedPage<FoundConversation>>> {
  const words = readWords(search);
  // Signs alone say nothing.
  if (words.length === 0) return done({ rows: [], nextCursor: null });
  const rows: FoundConversation[] = [];
  let nextCursor = cursor;
  for (let count = 0; count < READ_MAX && rows.length < limit; count += BATCH) {
    const batch = await loadPageByTime(
      { limit: BATCH, cursor: nextCursor },
      (after) => listConversations(db, userId, { filter, after, limit: BATCH }),
      (row) => [row.last_at, row.id],
    );
    if (!batch.ok) return batch;
    const found = await loadFound(db, userId, batch.value.rows);
    rows.push(...found.filter((conversation) => hasWords(words, listTexts(conversation, userId))));
    nextCursor = batch.value.nextCursor;
    if (nextCursor === null) break;
  }
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return done({ rows, nextCursor });
  const { last_at: lastAt, id } = last.row;
  return done({ rows: rows.slice(0, limit), nextCursor: encodeCursor([lastAt.toISOString(), id]) });
}

/** As the list shows them to the reader. */
const listTexts = (found: FoundConversation, readerId: number): string[] => [
  readTitle(found, readerId),
  readOtherName(found.person, found.row, readerId, found.state),
  // As the screens name it.
  formatJobNumber(found.job.number),
];
