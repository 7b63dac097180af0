import type { ConversationState } from '@fws/contract/conversations/model';
import type { Message, MessagePage, NewMessage } from '@fws/contract/conversations/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { loadPageById, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { FILTER_VERSION } from '../../platform/contact-filter/index.ts';
import { removeFile, saveFile, type NewFile } from '../../platform/files.ts';
import { publish } from '../../platform/realtime/index.ts';
import { findJob, findPosterRecord, type JobRow } from '../jobs/index.ts';
import { areBlocked, loadPeople } from '../profile/index.ts';
import { attach, checkNotEmpty, isSame, loadAttachments } from './attachments/service.ts';
import { LIMITS } from './limits.ts';
import { loadLines } from './lines/service.ts';
import { isCutOff } from './rules.ts';
import { maskAround } from './masking/service.ts';
import { markNoticeRead } from './notices/service.ts';
import { findSide, getUnread, getUserId, mayOpenPerson, mayWrite, type Side } from './policy.ts';
import {
  findConversation,
  findSent,
  getByKey,
  insertMessage,
  listMessages,
  lockConversation,
  markRead,
  type ConversationRow,
  type Key,
  type MessageRow,
} from './store.ts';
import { loadStates } from './states/store.ts';
import { loadQuestions } from './questions/view.ts';
import { getOtherRead, presentConversation, toConversation, toMessage } from './view.ts';

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
export async function findForCaller(
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

export async function readMessages(
  { db, ports }: Deps,
  userId: number,
  { jobId, userId: otherId, ...params }: Names & PageRequest,
  locale: Locale,
): Promise<Outcome<MessagePage>> {
  const found = await findForCaller(db, userId, { jobId, userId: otherId });
  if (!found) return refuse('not_found', 'conversations.unknown');
  const { key, state } = found;
  const now = ports.clock.now();
  const row = found.row ?? buildEmpty(found, now);
  let before: number | null = null;
  const page = await loadPageById(
    params,
    (after) => {
      before = after?.[1] ?? null;
      return listMessages(db, row, { before, limit: params.limit });
    },
    (message) => message.number,
  );
  if (!page.ok) return page;
  const person = (await loadPeople(db, [otherId])).get(otherId);
  if (!person) throw new Error(`user ${otherId} of the conversation about job ${row.job_id} is gone`);
  const { rows, nextCursor } = page.value;
  const attachments = await loadAttachments(db, rows);
  const about = { ...found, person, row };
  const newest = before === null ? rows[0] : undefined;
  const conversation = newest
    ? toConversation(about, { readerId: userId, last: newest, attachments, now })
    : await presentConversation(db, userId, about, now);
  const isBlocked = await areBlocked(db, userId, otherId);
  const asking = { readerId: userId, workerId: key.workerId, state, isBlocked };
  const { mayAsk, open } = await loadQuestions(db, found.job, asking);
  const reader = { readerId: userId, state, otherRead: getOtherRead(row, userId), attachments, now };
  return done({
    conversation,
    mayOpenPerson: mayOpenPerson(person, isBlocked),
    answerMinutes: found.side === 'worker' ? (await findPosterRecord(db, otherId)).answerMinutes : null,
    mayWrite: mayWrite(state, found.side, isBlocked),
    mayAsk,
    openQuestions: open,
    items: rows.map((message) => toMessage(message, reader)),
    lines: await loadLines(
      db,
      userId,
      { ...found, row },
      { rows, before, isLast: nextCursor === null, locale },
    ),
    isCutOff: nextCursor === null && isCutOff(rows, before ?? row.last_number + 1),
    nextCursor,
  });
}

/** Before the first message there is no row. */
const buildEmpty = ({ key, job }: Found, now: Date): ConversationRow => ({
  job_id: key.jobId,
  worker_id: key.workerId,
  poster_id: job.poster_id,
  id: 0,
  last_number: 0,
  started_at: now,
  last_at: now,
  poster_read: 0,
  worker_read: 0,
  poster_unread: 0,
  worker_unread: 0,
  notify_at: null,
  notified_at: null,
  masked_version: 0,
  poster_muted: false,
  worker_muted: false,
  poster_archived: false,
  worker_archived: false,
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
    const found = await findForCaller(tx, userId, { jobId, userId: otherId });
    if (!found) return refuse('not_found', 'conversations.unknown');
    const { key, job, side, state } = found;
    const ability = mayWrite(state, side, await areBlocked(tx, userId, otherId));
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    const reader = { readerId: userId, state, otherRead: getOtherRead(conversation, userId), now };
    const sent = await findSent(tx, key, { senderId: userId, clientId });
    if (sent) {
      // With the first message as the answer, the second one would be lost.
      if (!(await isSame(tx, sent, sending))) return refuse('conflict', 'conversations.client_id_used');
      if (saved.value !== null) await removeFile(tx, saved.value);
      return done(toMessage(sent, { ...reader, attachments: await loadAttachments(tx, [sent]) }));
    }
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
  const found = await findForCaller(deps.db, userId, sending);
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
  const inserted = await insertMessage(tx, conversation, side, {
    sender_id: getUserId(conversation, side),
    client_id: clientId,
    text,
    masked: null,
    filter_version: FILTER_VERSION,
    sent_at: now,
    attachment_id: attachmentId,
  });
  const span = { ...conversation, last_at: inserted.sent_at };
  const { message, hasChangedOthers } = await maskAround(tx, span, inserted);
  // Whoever answers has read what was written to them.
  if (getUnread(conversation, side) > 0)
    await markNoticeRead(tx, conversation, getUserId(conversation, side), now);
  await publish(tx, {
    users: [posterId, workerId],
    topic: 'conversations',
    id: jobId,
    ...(!hasChangedOthers && { number: message.number }),
  });
  return message;
}

export function markAsRead(
  { db, ports }: Deps,
  userId: number,
  { jobId, userId: otherId, number }: Names & { number: number },
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    const found = await findForCaller(tx, userId, { jobId, userId: otherId });
    if (!found?.row) return refuse('not_found', 'conversations.unknown');
    const { key, job, side } = found;
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    if (await markRead(tx, conversation, side, { upTo: number, now })) {
      await publish(tx, { users: [userId, otherId], topic: 'conversations', id: jobId });
      await markNoticeRead(tx, conversation, userId, now);
    }
    return done(null);
  });
}
