import type { ConversationFilter, ConversationState } from '@fws/contract/conversations/model';
import type { Conversation, Message, MessagePage, NewMessage } from '@fws/contract/conversations/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { loadPageById, loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { FILTER_VERSION } from '../../platform/contact-filter/index.ts';
import { removeFile, saveFile, type NewFile } from '../../platform/files.ts';
import { publish } from '../../platform/realtime/index.ts';
import { findJob, type JobRow } from '../jobs/index.ts';
import { areBlocked } from '../profile/index.ts';
import { attach, checkNotEmpty, isSame, loadAttachments } from './attachments/service.ts';
import { LIMITS } from './limits.ts';
import { maskNext, maskRun } from './masking/rules.ts';
import { findSide, getUserId, mayWrite, type Side } from './policy.ts';
import {
  findConversation,
  findSent,
  getByKey,
  insertMessage,
  listConversations,
  listMessages,
  loadStates,
  lockConversation,
  markRead,
  storeMasked,
  type ConversationRow,
  type Key,
  type MessageRow,
} from './store.ts';
import { loadAskAbility, loadOpenQuestions } from './questions/view.ts';
import { getOtherRead, presentConversation, presentConversations, toMessage } from './view.ts';

export interface Names {
  jobId: number;
  /** The other side. */
  userId: number;
}

interface Found {
  key: Key;
  job: JobRow;
  side: Side;
  state: ConversationState;
  /** Null: nobody has written yet. */
  row: ConversationRow | null;
}

/** To anybody else, and where a worker never quoted, there is no conversation. */
export async function findParty(
  db: Db | Tx,
  callerId: number,
  { jobId, userId }: Names,
): Promise<Found | null> {
  const job = await findJob(db, jobId);
  const found = job && findSide(job, callerId, userId);
  if (!found) return null;
  const key = { jobId, workerId: found.workerId };
  const [row, states] = [await findConversation(db, key), await loadStates(db, [key])];
  const state = getByKey(states, key) ?? 'ended';
  if (row === null && state === 'ended') return null;
  return { key, job, side: found.side, state, row };
}

export async function listOwnConversations(
  { db, ports }: Deps,
  userId: number,
  { filter, ...params }: PageRequest & { filter: ConversationFilter },
): Promise<Outcome<Page<Conversation>>> {
  const page = await loadPageByTime(
    params,
    (after) => listConversations(db, userId, { filter, after, limit: params.limit }),
    (row) => [row.last_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: await presentConversations(db, userId, rows, ports.clock.now()), nextCursor });
}

export async function readMessages(
  { db, ports }: Deps,
  userId: number,
  { jobId, userId: otherId, ...params }: Names & PageRequest,
): Promise<Outcome<MessagePage>> {
  const found = await findParty(db, userId, { jobId, userId: otherId });
  if (!found) return refuse('not_found', 'conversations.unknown');
  const { key, state } = found;
  const page = await loadPageById(
    params,
    (after) => listMessages(db, key, { before: after?.[1] ?? null, limit: params.limit }),
    (message) => message.number,
  );
  if (!page.ok) return page;
  const row = found.row ?? buildEmpty(found, ports.clock.now());
  const conversation = await presentConversation(db, userId, { ...found, row, now: ports.clock.now() });
  const { rows, nextCursor } = page.value;
  const attachments = await loadAttachments(db, rows);
  const now = ports.clock.now();
  const reader = { readerId: userId, state, otherRead: getOtherRead(row, userId), attachments, now };
  return done({
    conversation,
    mayWrite: mayWrite(state, found.side, await areBlocked(db, userId, otherId)),
    ...(await loadQuestions(db, found, userId)),
    items: rows.map((message) => toMessage(message, reader)),
    nextCursor,
  });
}

const loadQuestions = async (db: Db, { job, key }: Found, readerId: number) => ({
  mayAsk: await loadAskAbility(db, job, readerId),
  openQuestions: await loadOpenQuestions(db, job, { readerId, workerId: key.workerId }),
});

/** Before the first message there is no row. */
const buildEmpty = ({ key, job }: Found, now: Date): ConversationRow => ({
  job_id: key.jobId,
  worker_id: key.workerId,
  poster_id: job.poster_id,
  id: 0,
  last_number: 0,
  last_at: now,
  poster_read: 0,
  worker_read: 0,
  poster_unread: 0,
  worker_unread: 0,
  notify_at: null,
  notified_at: null,
});

/** Sent again with the same client id, it answers with what was stored first. */
export async function sendMessage(
  deps: Deps,
  userId: number,
  command: NewMessage,
  upload?: NewFile['upload'],
): Promise<Outcome<Message>> {
  const { db, ports, config } = deps;
  const { jobId, userId: otherId, text, clientId } = command;
  const saved = await saveUpload(deps, userId, { ...command, upload });
  if (!saved.ok) return saved;
  const sending = { ...command, upload, fileId: saved.value };
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<Message>> => {
    const counted = await countAttempt(tx, config.limits.get(LIMITS.message_user), String(userId), now);
    if (!counted.ok) return counted;
    const found = await findParty(tx, userId, { jobId, userId: otherId });
    if (!found) return refuse('not_found', 'conversations.unknown');
    const { key, job, side, state } = found;
    const ability = mayWrite(state, side, await areBlocked(tx, userId, otherId));
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    const reader = { readerId: userId, state, otherRead: getOtherRead(conversation, userId), now };
    const sent = await findSent(tx, key, { senderId: userId, clientId });
    // With the first message as the answer, the second one would be lost.
    if (sent && !(await isSame(tx, sent, sending))) return refuse('conflict', 'conversations.client_id_used');
    if (sent && saved.value !== null) await removeFile(tx, saved.value);
    if (sent) return done(toMessage(sent, { ...reader, attachments: await loadAttachments(tx, [sent]) }));
    const attached = await attach(tx, userId, sending);
    if (!attached.ok) return attached;
    const written = { text, clientId, attachmentId: attached.value, now };
    const message = await writeMessage(tx, conversation, side, written);
    return done(toMessage(message, { ...reader, attachments: await loadAttachments(tx, [message]) }));
  });
}

/** Stores the file of a message that may be sent. Null: there is none. */
async function saveUpload(
  deps: Deps,
  userId: number,
  sending: NewMessage & { upload: NewFile['upload'] | undefined },
): Promise<Outcome<string | null>> {
  const { upload } = sending;
  const checked = checkNotEmpty(sending);
  if (!checked.ok) return checked;
  if (!upload) return done(null);
  // Checked under the lock in any case; before that only to store no file in vain.
  const found = await findParty(deps.db, userId, sending);
  if (!found) return refuse('not_found', 'conversations.unknown');
  const ability = mayWrite(found.state, found.side, await areBlocked(deps.db, userId, sending.userId));
  if (!ability.allowed) return refuse('conflict', ability.reason);
  return done(await saveFile(deps, { ownerId: userId, subject: 'message_file', upload }));
}

/** Stores what one side writes, with what others read of it, and tells both. The conversation must be locked. */
export async function writeMessage(
  tx: Tx,
  conversation: ConversationRow,
  side: Side,
  {
    text,
    clientId,
    attachmentId,
    now,
  }: { text: string; clientId: string; attachmentId: number | null; now: Date },
): Promise<MessageRow> {
  const { job_id: jobId, worker_id: workerId, poster_id: posterId } = conversation;
  const key = { jobId, workerId };
  const senderId = getUserId(conversation, side);
  const earlier = await listSentJustBefore(tx, key, senderId);
  const masked = maskNext(
    earlier.map((message) => message.text),
    text,
  );
  const changed = earlier.flatMap(({ number, masked: before }, index) => {
    const form = masked.earlier[index] ?? null;
    return form === before ? [] : [{ number, masked: form }];
  });
  if (changed.length > 0) await storeMasked(tx, key, changed, masked.columns.filter_version);
  const message = await insertMessage(tx, conversation, side, {
    sender_id: senderId,
    client_id: clientId,
    text,
    ...masked.columns,
    sent_at: now,
    attachment_id: attachmentId,
  });
  await publish(tx, { users: [posterId, workerId], topic: 'conversations', id: jobId });
  return message;
}

/** A number is spread over so many messages before another one, or after it. */
const EARLIER_MAX = 6;

/** Stores what others read of a message that has changed, and of those that its writer sent just before and after it. */
export async function remask(
  tx: Tx,
  conversation: ConversationRow,
  { number, sender_id: senderId }: MessageRow,
) {
  const key = { jobId: conversation.job_id, workerId: conversation.worker_id };
  const near = await listMessages(tx, key, { before: number + EARLIER_MAX + 1, limit: 2 * EARLIER_MAX });
  const ordered = near.toReversed();
  const isOther = (message: MessageRow) => message.sender_id !== senderId;
  const start = ordered.findLastIndex((message) => message.number < number && isOther(message)) + 1;
  const end = ordered.findIndex((message) => message.number > number && isOther(message));
  const run = ordered.slice(start, end === -1 ? undefined : end);
  const forms = maskRun(run.map((message) => (message.taken_back_at === null ? message.text : '')));
  await storeMasked(
    tx,
    key,
    run.map((message, index) => ({ number: message.number, masked: forms[index] ?? null })),
    FILTER_VERSION,
  );
}

/** What this person has written since the other side last did, in order. */
async function listSentJustBefore(tx: Tx, key: Key, senderId: number): Promise<MessageRow[]> {
  // One row more than the limit is read.
  const newest = await listMessages(tx, key, { before: null, limit: EARLIER_MAX - 1 });
  const end = newest.findIndex((message) => message.sender_id !== senderId);
  return (end === -1 ? newest : newest.slice(0, end)).toReversed();
}

export function markAsRead(
  { db, ports }: Deps,
  userId: number,
  { jobId, userId: otherId, number }: Names & { number: number },
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    const found = await findParty(tx, userId, { jobId, userId: otherId });
    if (!found?.row) return refuse('not_found', 'conversations.unknown');
    const { key, job, side } = found;
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    if (await markRead(tx, conversation, side, { upTo: number, now }))
      await publish(tx, { users: [userId, otherId], topic: 'conversations', id: jobId });
    return done(null);
  });
}
