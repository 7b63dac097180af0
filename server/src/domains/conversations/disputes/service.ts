import type { CaseMessage } from '@fws/contract/admin/disputes/schemas';
import type { KeptMessage } from '@fws/contract/admin/reports/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageById, type PageRequest } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { loadAttachments } from '../attachments/service.ts';
import { listVersions } from '../changes/store.ts';
import { isParty, isSender } from '../policy.ts';
import { findConversation, listMessages, type Key, type MessageRow } from '../store.ts';

/** What the two sides of a job wrote, for staff who decide between them: nothing is masked, taken back or taken down. */
export async function readWholeConversation(
  db: Db,
  key: Key,
  params: PageRequest,
): Promise<Outcome<Page<CaseMessage>>> {
  const conversation = await findConversation(db, key);
  const page = await loadPageById(
    params,
    async (after) =>
      conversation ? listMessages(db, conversation, { before: after?.[1] ?? null, limit: params.limit }) : [],
    (message) => message.number,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const attachments = await loadAttachments(db, rows);
  const versions = await listVersions(db, key, rows);
  return done({
    items: rows.map((message) => ({
      ...toWhole(message, versions),
      photos: attachments.photos.get(message.attachment_id ?? 0) ?? [],
      file: attachments.files.get(message.attachment_id ?? 0) ?? null,
    })),
    nextCursor,
  });
}

const toWhole = (message: MessageRow, versions: ReadonlyMap<number, string[]>): KeptMessage => ({
  number: message.number,
  by: isSender(message, message.worker_id) ? 'worker' : 'poster',
  at: message.sent_at.toISOString(),
  text: message.text,
  before: versions.get(message.number) ?? [],
  isTakenBack: message.taken_back_at !== null,
  isTakenDown: message.taken_down_at !== null,
});

/**
 * A copy of the newest words of a conversation, the oldest first, for a report by one of the two; null for anybody else, and where
 * nothing was written. Later changes do not reach it.
 */
export async function copyConversation(
  db: Db | Tx,
  key: Key,
  { reporterId, limit }: { reporterId: number; limit: number },
): Promise<KeptMessage[] | null> {
  const conversation = await findConversation(db, key);
  if (!conversation || !isParty(conversation, reporterId)) return null;
  const rows = (await listMessages(db, conversation, { before: null, limit })).slice(0, limit);
  const versions = await listVersions(db, key, rows);
  return rows.toReversed().map((message) => toWhole(message, versions));
}
