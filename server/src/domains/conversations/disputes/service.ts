import type { CaseMessage } from '@fws/contract/admin/disputes/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageById, type PageRequest } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import { loadAttachments } from '../attachments/service.ts';
import { listVersions } from '../changes/store.ts';
import { isSender } from '../policy.ts';
import { findConversation, listMessages, type Key } from '../store.ts';

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
      number: message.number,
      by: isSender(message, key.workerId) ? 'worker' : 'poster',
      at: message.sent_at.toISOString(),
      text: message.text,
      before: versions.get(message.number) ?? [],
      isTakenBack: message.taken_back_at !== null,
      isTakenDown: message.taken_down_at !== null,
      photos: attachments.photos.get(message.attachment_id ?? 0) ?? [],
      file: attachments.files.get(message.attachment_id ?? 0) ?? null,
    })),
    nextCursor,
  });
}
