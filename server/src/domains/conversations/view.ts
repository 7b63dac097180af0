import type { ConversationState } from '@fws/contract/conversations/model';
import type { Conversation, Message } from '@fws/contract/conversations/schemas';
import type { Db } from '../../platform/db/index.ts';
import { formatShortName } from '../../platform/short-name.ts';
import { loadJobs, readJobTitle, type JobRow } from '../jobs/index.ts';
import { loadPeople, type PersonRow } from '../profile/index.ts';
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
import { getByKey, loadLast, loadStates, type ConversationRow, type Key, type MessageRow } from './store.ts';

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

/** Conversations as one of their sides reads them, in the order of the rows. */
export async function presentConversations(
  db: Db,
  readerId: number,
  rows: readonly ConversationRow[],
  now: Date,
): Promise<Conversation[]> {
  const keys = rows.map(toKey);
  const [jobs, states, last, people] = await Promise.all([
    loadJobs(
      db,
      rows.map((row) => row.job_id),
    ),
    loadStates(db, keys),
    loadLast(db, rows),
    loadPeople(
      db,
      rows.map((row) => getOtherId(row, readerId)),
    ),
  ]);
  const attachments = await loadAttachments(db, [...last.values()]);
  return rows.flatMap((row) => {
    const job = jobs.get(row.job_id);
    const person = people.get(getOtherId(row, readerId));
    const state = getByKey(states, toKey(row)) ?? 'ended';
    return job && person
      ? [
          toConversation(row, {
            job,
            person,
            state,
            readerId,
            last: getByKey(last, toKey(row)),
            attachments,
            now,
          }),
        ]
      : [];
  });
}

/** One conversation whose job, other side and state the caller has. */
export async function presentConversation(
  db: Db,
  readerId: number,
  found: { row: ConversationRow; job: JobRow; person: PersonRow; state: ConversationState; now: Date },
): Promise<Conversation> {
  const { row } = found;
  const last = await loadLast(db, [row]);
  const attachments = await loadAttachments(db, [...last.values()]);
  return toConversation(row, { ...found, readerId, last: getByKey(last, toKey(row)), attachments });
}

/** The name of the other side, as the reader may read it. */
export function readOtherName(
  { name, firstName }: PersonRow,
  row: Pick<ConversationRow, 'poster_id'>,
  readerId: number,
  state: ConversationState,
): string {
  if (mayReadName(state, getSide(row, readerId) === 'poster')) return name;
  return formatShortName(firstName, name.slice(firstName.length).trim());
}

const toKey = (row: ConversationRow): Key => ({ jobId: row.job_id, workerId: row.worker_id });

function toConversation(
  row: ConversationRow,
  {
    job,
    person,
    state,
    readerId,
    last,
    attachments,
    now,
  }: {
    job: JobRow;
    person: PersonRow;
    state: ConversationState;
    readerId: number;
    last: MessageRow | undefined;
    attachments: Attachments;
    now: Date;
  },
): Conversation {
  const isPoster = getSide(row, readerId) === 'poster';
  return {
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: readJobTitle(job, state === 'awarded' ? 'accepted' : 'submitted', readerId),
    isPoster,
    state,
    person: {
      id: person.id,
      name: readOtherName(person, row, readerId, state),
      image: person.image,
      verified: person.identity === 'verified',
    },
    unread: getUnread(row, getSide(row, readerId)),
    isMuted: isMuted(row, readerId),
    isArchived: isArchived(row, readerId),
    last: last
      ? toMessage(last, { readerId, state, otherRead: getOtherRead(row, readerId), attachments, now })
      : null,
  };
}
