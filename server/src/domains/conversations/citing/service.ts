import type { Citation } from '@fws/contract/conversations/schemas';
import { refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addCommentInTx, findDispute, getOtherPartyId, isDisputeParty } from '../../disputes/index.ts';
import { loadAttachments } from '../attachments/service.ts';
import { isSender, mayRead } from '../policy.ts';
import { findForCaller } from '../service.ts';
import { findMessage } from '../store.ts';
import { getOtherRead, toMessage } from '../view.ts';

/** Adds a message to an issue between its two sides as a comment of one of them, with what that side may read of it. */
export function citeMessage({ db, ports }: Deps, userId: number, command: Citation): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, (tx) => cite(tx, userId, { ...command, now }));
}

async function cite(
  tx: Tx,
  userId: number,
  { issueId, number, text, now }: Citation & { now: Date },
): Promise<Outcome<null>> {
  const dispute = await findDispute(tx, issueId);
  if (!dispute || !isDisputeParty(dispute, userId)) return refuse('not_found', 'disputes.not_found');
  const names = { jobId: dispute.job_id, userId: getOtherPartyId(dispute, userId) };
  const found = await findForCaller(tx, userId, names);
  const row = found?.row;
  const message = row && (await findMessage(tx, row, number));
  if (!row || !message) return refuse('not_found', 'conversations.unknown');
  const isReadable = mayRead({ ...message, poster_id: row.poster_id }, userId);
  if (!isReadable) return refuse('conflict', 'conversations.not_readable');
  const shown = toMessage(message, {
    readerId: userId,
    state: found.state,
    otherRead: getOtherRead(row, userId),
    attachments: await loadAttachments(tx, [message]),
    now,
  });
  const cited = {
    number,
    isOwn: isSender(message, userId),
    text: shown.text,
    photos: shown.photos.length,
    fileName: shown.file?.name ?? '',
    sentAt: message.sent_at,
  };
  return addCommentInTx(tx, userId, { issueId, text, cited, now });
}
