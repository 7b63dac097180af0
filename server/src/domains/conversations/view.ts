import type { ConversationState } from '@fws/contract/conversations/model';
import type { Conversation, Message } from '@fws/contract/conversations/schemas';
import type { Db } from '../../platform/db/index.ts';
import { loadJobs, readJobTitle, type JobRow } from '../jobs/index.ts';
import { getShortName, loadPeople, type PersonRow } from '../profile/index.ts';
import { loadAttachments, type Attachments } from './attachments/service.ts';
import { findFraud } from './frauds/rules.ts';
import { listHidden, readMaskedText } from './masking/rules.ts';
import {
  getChangesEnd,
  getOtherId,
  getSide,
  getUnread,
  isArchived,
  isMuted,
  isSender,
  mayChange,
  mayReadName,
  mayReadOriginal,
} from './policy.ts';
import { getByKey, loadLast, type ConversationRow, type Key, type MessageRow } from './store.ts';
import { loadStates } from './states/store.ts';

interface Reader {
  readerId: number;
  state: ConversationState;
  /** The number of the last message that the other side has seen. */
  otherRead: number;
  attachments: Attachments;
  now: Date;
}

/** A message as one of the two reads it. */
export function toMessage(
  row: MessageRow,
  { readerId, state, otherRead, attachments, now }: Reader,
): Message {
  const isOwn = isSender(row, readerId);
  const isTakenBack = row.taken_back_at !== null;
  const isShown = !isTakenBack && (isOwn || row.taken_down_at === null);
  const isChangeable = isOwn && !isTakenBack && mayChange(row, now).allowed;
  const attachmentId = isShown ? (row.attachment_id ?? 0) : 0;
  return {
    number: row.number,
    clientId: isOwn ? row.client_id : '',
    isOwn,
    text: isShown ? readText(row, isOwn, state) : '',
    photos: attachments.photos.get(attachmentId) ?? [],
    file: attachments.files.get(attachmentId) ?? null,
    isTakenDown: row.taken_down_at !== null,
    isTakenBack,
    isEdited: row.edited_at !== null,
    changesUntil: isChangeable ? getChangesEnd(row).toISOString() : null,
    hides: isOwn && !isTakenBack && !mayReadOriginal(state, false) ? listHidden(row) : [],
    warning: !isTakenBack && row.taken_down_at === null ? findFraud(row.text, state === 'awarded') : null,
    sentAt: row.sent_at.toISOString(),
    isRead: isOwn && row.number <= otherRead,
  };
}

const readText = (row: MessageRow, isOwn: boolean, state: ConversationState): string =>
  mayReadOriginal(state, isOwn) ? row.text : readMaskedText(row);

export const getOtherRead = (row: ConversationRow, readerId: number): number =>
  getSide(row, readerId) === 'poster' ? row.worker_read : row.poster_read;

/** A conversation with what it is about. */
export interface FoundConversation {
  row: ConversationRow;
  job: JobRow;
  /** The other side. */
  person: PersonRow;
  state: ConversationState;
}

/** What conversations of one reader are about, in the order of the rows. */
export async function loadFound(
  db: Db,
  readerId: number,
  rows: readonly ConversationRow[],
): Promise<FoundConversation[]> {
  const [jobs, states, people] = await Promise.all([
    loadJobs(
      db,
      rows.map((row) => row.job_id),
    ),
    loadStates(db, rows.map(toKey)),
    loadPeople(
      db,
      rows.map((row) => getOtherId(row, readerId)),
    ),
  ]);
  return rows.flatMap((row) => {
    const job = jobs.get(row.job_id);
    const person = people.get(getOtherId(row, readerId));
    const state = getByKey(states, toKey(row)) ?? 'ended';
    return job && person ? [{ row, job, person, state }] : [];
  });
}

/** Conversations as one of their sides reads them. */
export async function presentConversations(
  db: Db,
  readerId: number,
  found: readonly FoundConversation[],
  now: Date,
): Promise<Conversation[]> {
  const last = await loadLast(
    db,
    found.map(({ row }) => row),
  );
  const attachments = await loadAttachments(db, [...last.values()]);
  return found.map((conversation) =>
    toConversation(conversation, {
      readerId,
      last: getByKey(last, toKey(conversation.row)),
      attachments,
      now,
    }),
  );
}

/** The same of one conversation. */
export async function presentConversation(
  db: Db,
  readerId: number,
  found: FoundConversation,
  now: Date,
): Promise<Conversation> {
  const last = await loadLast(db, [found.row]);
  const attachments = await loadAttachments(db, [...last.values()]);
  return toConversation(found, { readerId, last: getByKey(last, toKey(found.row)), attachments, now });
}

/** The title of the job, as the reader may read it. */
export const readTitle = ({ job, state }: FoundConversation, readerId: number): string =>
  readJobTitle(job, state === 'awarded' ? 'accepted' : 'submitted', readerId);

/** The name of the other side, as the reader may read it. */
export function readOtherName(
  person: PersonRow,
  row: Pick<ConversationRow, 'poster_id'>,
  readerId: number,
  state: ConversationState,
): string {
  if (mayReadName(state, getSide(row, readerId) === 'poster')) return person.name;
  return getShortName(person);
}

const toKey = (row: ConversationRow): Key => ({ jobId: row.job_id, workerId: row.worker_id });

/** A conversation whose newest message, with what it has attached, the caller has. */
export function toConversation(
  found: FoundConversation,
  {
    readerId,
    last,
    attachments,
    now,
  }: { readerId: number; last: MessageRow | undefined; attachments: Attachments; now: Date },
): Conversation {
  const { row, job, person, state } = found;
  const side = getSide(row, readerId);
  return {
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: readTitle(found, readerId),
    isPoster: side === 'poster',
    state,
    person: {
      id: person.id,
      name: readOtherName(person, row, readerId, state),
      image: person.image,
      verified: person.identity === 'verified',
    },
    unread: getUnread(row, side),
    isMuted: isMuted(row, readerId),
    isArchived: isArchived(row, readerId),
    last: last
      ? toMessage(last, { readerId, state, otherRead: getOtherRead(row, readerId), attachments, now })
      : null,
  };
}
