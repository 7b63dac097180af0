import { OPEN_QUESTIONS_MAX, type ConversationState } from '@fws/contract/conversations/model';
import type { Ability } from '@fws/contract/platform/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';

export type Side = 'poster' | 'worker';

/** The caller's side of a job with somebody else; null: the two have nothing to do with each other there. */
export function findSide(
  job: { poster_id: number },
  callerId: number,
  otherId: number,
): { side: Side; workerId: number } | null {
  if (callerId === otherId) return null;
  if (job.poster_id === callerId) return { side: 'poster', workerId: otherId };
  return job.poster_id === otherId ? { side: 'worker', workerId: callerId } : null;
}

/** The side of a conversation that one of the two is on. */
export const getSide = (conversation: { poster_id: number }, readerId: number): Side =>
  conversation.poster_id === readerId ? 'poster' : 'worker';

export const getOtherId = (
  conversation: { poster_id: number; worker_id: number },
  readerId: number,
): number => (getSide(conversation, readerId) === 'poster' ? conversation.worker_id : conversation.poster_id);

/** The page of a conversation for one of the two: it names the other. */
export const getPath = (
  conversation: { job_id: number; poster_id: number; worker_id: number },
  readerId: number,
): string => `/messages/${conversation.job_id}-${getOtherId(conversation, readerId)}`;

/** Who is on a side. */
export const getUserId = (conversation: { poster_id: number; worker_id: number }, side: Side): number =>
  side === 'poster' ? conversation.poster_id : conversation.worker_id;

/** How many messages a side has not seen. */
export const getUnread = (
  conversation: { poster_unread: number; worker_unread: number },
  side: Side,
): number => (side === 'poster' ? conversation.poster_unread : conversation.worker_unread);

/** Who has not read everything, where somebody has not: whoever writes has, so it is at most one of the two. */
export const getReaderId = (conversation: {
  poster_id: number;
  worker_id: number;
  poster_unread: number;
}): number => getUserId(conversation, conversation.poster_unread > 0 ? 'poster' : 'worker');

/** Whether somebody is not notified of what is unread. */
export const isMuted = (
  conversation: { poster_id: number; poster_muted: boolean; worker_muted: boolean },
  readerId: number,
): boolean =>
  getSide(conversation, readerId) === 'poster' ? conversation.poster_muted : conversation.worker_muted;

/** Whether somebody has it in their archive. */
export const isArchived = (
  conversation: { poster_id: number; poster_archived: boolean; worker_archived: boolean },
  readerId: number,
): boolean =>
  getSide(conversation, readerId) === 'poster' ? conversation.poster_archived : conversation.worker_archived;

/** Whether somebody is one of the two. */
export const isParty = (conversation: { poster_id: number; worker_id: number }, userId: number): boolean =>
  conversation.poster_id === userId || conversation.worker_id === userId;

export const isSender = (message: { sender_id: number }, readerId: number): boolean =>
  message.sender_id === readerId;

/** The writer of a message may change it for so long. */
const CHANGE_MS = 5 * 60_000;

/** As the server names a question and an answer. */
const QUESTION_ID = /^(?:question|answer)-/;

/** Whether the writer may change a message or take it back. A question or an answer stays: others act on the pair. */
export function mayChange(message: Changeable, now: Date): Ability {
  if (QUESTION_ID.test(message.client_id)) return forbid('conversations.question_stays');
  return now < getChangesEnd(message) ? { allowed: true } : forbid('conversations.too_late_to_change');
}

interface Changeable {
  client_id: string;
  sent_at: Date;
}

export const getChangesEnd = ({ sent_at: sentAt }: Pick<Changeable, 'sent_at'>): Date =>
  new Date(sentAt.getTime() + CHANGE_MS);

/** Whether somebody may read a message, its photos and its file: the two, but one that is taken down its sender alone. */
export const mayRead = (
  message: {
    sender_id: number;
    taken_down_at: Date | null;
    taken_back_at: Date | null;
    poster_id: number;
    worker_id: number;
  },
  userId: number,
): boolean =>
  isParty(message, userId) &&
  message.taken_back_at === null &&
  (message.taken_down_at === null || isSender(message, userId));

/** The page of a person is there for everybody signed in, but not across a block and while the account is suspended. */
export const mayOpenPerson = (person: { suspendedAt: Date | null }, isBlocked: boolean): boolean =>
  !isBlocked && person.suspendedAt === null;

const forbid = (reason: SharedMessageId): Ability => ({ allowed: false, reason });

/** What the two wrote stays readable; a block and the end of a quote stop new messages. */
export function mayWrite(state: ConversationState, side: Side, isBlocked: boolean): Ability {
  if (isBlocked) return forbid('conversations.blocked');
  if (state === 'asking')
    return forbid(side === 'poster' ? 'conversations.answer_instead' : 'conversations.ask_instead');
  return state === 'ended' ? forbid('conversations.ended') : { allowed: true };
}

/** Before a quote, a worker asks about an open job. */
export function mayAsk({
  state,
  side,
  isOpen,
  isBlocked,
  openQuestions,
}: {
  state: ConversationState;
  side: Side;
  isBlocked: boolean;
  isOpen: boolean;
  openQuestions: number;
}): Ability {
  if (side === 'poster') return forbid('conversations.own_job');
  if (isBlocked) return forbid('conversations.blocked');
  if (state === 'quoted' || state === 'awarded') return forbid('conversations.write_instead');
  if (!isOpen) return forbid('conversations.not_open');
  return openQuestions < OPEN_QUESTIONS_MAX ? { allowed: true } : forbid('conversations.too_many_questions');
}

/** Contact data that the other side wrote is shown once the job is awarded. */
export const mayReadOriginal = (state: ConversationState, isOwn: boolean): boolean =>
  isOwn || state === 'awarded';

/** Whole names: a poster reads those of workers who quote, a worker that of the poster once the job is theirs. */
export const mayReadName = (state: ConversationState, isPoster: boolean): boolean =>
  state === 'awarded' || (isPoster && state === 'quoted');
