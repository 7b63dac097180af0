import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { isMuted } from '../policy.ts';
import { findForCaller, type Names } from '../service.ts';
import { lockConversation } from '../store.ts';
import { storeMuted } from './store.ts';

/** One side mutes a conversation for itself, or ends that; also where nobody may write any more. */
export function setMuted(
  { db, ports }: Deps,
  userId: number,
  names: Names,
  muted: boolean,
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    const found = await findForCaller(tx, userId, names);
    if (!found?.row) return refuse('not_found', 'conversations.unknown');
    const { key, job, side } = found;
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    if (isMuted(conversation, userId) === muted) return done(null);
    await storeMuted(tx, conversation, side, muted);
    // The other side does not learn of it.
    await publish(tx, { users: [userId], topic: 'conversations', id: names.jobId });
    return done(null);
  });
}
