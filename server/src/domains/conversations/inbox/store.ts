import type { Tx } from '../../../platform/db/index.ts';
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
