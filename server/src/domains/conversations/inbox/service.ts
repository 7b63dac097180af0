import type { ConversationFilter } from '@fws/contract/conversations/model';
import type { Conversation } from '@fws/contract/conversations/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type LoadedPage, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { getSearchTurns } from '../../search/index.ts';
import { isArchived, isMuted, type Side } from '../policy.ts';
import { searchConversations } from '../search/service.ts';
import { findForCaller, type Names } from '../service.ts';
import { lockConversation, type ConversationRow } from '../store.ts';
import { loadFound, presentConversations, type FoundConversation } from '../view.ts';
import { listConversations, storeArchived, storeMuted } from './store.ts';

type ListRequest = PageRequest & { filter: ConversationFilter };

/** All of a filter, or those that a search finds. */
export async function listOwnConversations(
  { db, ports }: Deps,
  userId: number,
  { search, ...params }: ListRequest & { search: string },
): Promise<Outcome<Page<Conversation>>> {
  const page =
    search === ''
      ? await loadPage(db, userId, params)
      : await getSearchTurns(db).run(`user ${userId}`, () =>
          searchConversations(db, userId, { ...params, search }),
        );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: await presentConversations(db, userId, rows, ports.clock.now()), nextCursor });
}

async function loadPage(
  db: Db,
  userId: number,
  { filter, ...params }: ListRequest,
): Promise<Outcome<LoadedPage<FoundConversation>>> {
  const page = await loadPageByTime(
    params,
    (after) => listConversations(db, userId, { filter, after, limit: params.limit }),
    (row) => [row.last_at, row.id],
  );
  if (!page.ok) return page;
  return done({ ...page.value, rows: await loadFound(db, userId, page.value.rows) });
}

/** One side mutes a conversation for itself, or ends that. */
export const setMuted = (deps: Deps, userId: number, names: Names, muted: boolean): Promise<Outcome<null>> =>
  changeOwn(deps, userId, names, {
    isSo: (conversation) => isMuted(conversation, userId) === muted,
    store: (tx, conversation, side) => storeMuted(tx, conversation, side, muted),
  });

/** One side moves a conversation to its archive, or back. */
export const setArchived = (
  deps: Deps,
  userId: number,
  names: Names,
  archived: boolean,
): Promise<Outcome<null>> =>
  changeOwn(deps, userId, names, {
    isSo: (conversation) => isArchived(conversation, userId) === archived,
    store: (tx, conversation, side) => storeArchived(tx, conversation, side, archived),
  });

interface Change {
  /** Whether there is nothing to change. */
  isSo: (conversation: ConversationRow) => boolean;
  store: (tx: Tx, conversation: ConversationRow, side: Side) => Promise<void>;
}

/** Changes how one side keeps a conversation, also where nobody may write any more. */
function changeOwn(
  { db, ports }: Deps,
  userId: number,
  names: Names,
  { isSo, store }: Change,
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    const found = await findForCaller(tx, userId, names);
    if (!found?.row) return refuse('not_found', 'conversations.unknown');
    const { key, job, side } = found;
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    if (isSo(conversation)) return done(null);
    await store(tx, conversation, side);
    // The other side does not learn of it.
    await publish(tx, { users: [userId], topic: 'conversations', id: names.jobId });
    return done(null);
  });
}
