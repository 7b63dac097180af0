import type { Message } from '@fws/contract/conversations/schemas';
import { isReadable } from '@fws/contract/platform/text';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { areBlocked } from '../../profile/index.ts';
import { loadAttachments } from '../attachments/service.ts';
import { LIMITS } from '../limits.ts';
import { isSender, mayChange, mayWrite } from '../policy.ts';
import { maskAround } from '../masking/service.ts';
import { findForCaller, type Names } from '../service.ts';
import { findMessage, lockConversation, type ConversationRow, type MessageRow } from '../store.ts';
import { getOtherRead, toMessage } from '../view.ts';
import { storeText, takeBack } from './store.ts';

type Named = Names & { number: number };

/** The writer changes what a message says. */
export const editMessage = (deps: Deps, userId: number, { text, ...named }: Named & { text: string }) =>
  change(deps, userId, named, async (tx, { message, conversation, mayWriteNow, now }) => {
    if (message.taken_back_at !== null) return refuse('conflict', 'conversations.taken_back');
    if (message.text === text) return done(null);
    if (!mayWriteNow.allowed) return refuse('conflict', mayWriteNow.reason);
    if (message.attachment_id === null && !isReadable(text))
      return refuseField('text', 'conversations.words_required');
    await storeText(tx, message, { text, now });
    await maskAround(tx, conversation, message);
    return done(null);
  });

/** The writer takes a message back, also where nobody may write any more. */
export const takeMessageBack = (deps: Deps, userId: number, named: Named) =>
  change(deps, userId, named, async (tx, { message, conversation, now }) => {
    if (message.taken_back_at !== null) return done(null);
    await takeBack(tx, conversation, message, now);
    await maskAround(tx, conversation, message);
    return done(null);
  });

interface Found {
  message: MessageRow;
  conversation: ConversationRow;
  mayWriteNow: ReturnType<typeof mayWrite>;
  now: Date;
}

function change(
  { db, ports, config }: Deps,
  userId: number,
  { number, ...names }: Named,
  act: (tx: Tx, found: Found) => Promise<Outcome<null>>,
): Promise<Outcome<Message>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<Message>> => {
    const counted = await countAttempt(tx, config.limits.get(LIMITS.message_user), String(userId), now);
    if (!counted.ok) return counted;
    const found = await findForCaller(tx, userId, names);
    if (!found?.row) return refuse('not_found', 'conversations.unknown');
    const { key, job, side, state } = found;
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    const message = await findMessage(tx, conversation, number);
    if (!message || !isSender(message, userId)) return refuse('not_found', 'conversations.unknown');
    const ability = mayChange(message, now);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const mayWriteNow = mayWrite(state, side, await areBlocked(tx, userId, names.userId));
    const changed = await act(tx, { message, conversation, mayWriteNow, now });
    if (!changed.ok) return changed;
    await publish(tx, { users: [userId, names.userId], topic: 'conversations', id: names.jobId });
    const after = await findMessage(tx, conversation, number);
    if (!after) throw new Error(`message ${number} about job ${names.jobId} is gone`);
    const attachments = await loadAttachments(tx, [after]);
    const otherRead = getOtherRead(conversation, userId);
    return done(toMessage(after, { readerId: userId, state, otherRead, attachments, now }));
  });
}
