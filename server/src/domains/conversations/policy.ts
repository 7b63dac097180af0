import type { ConversationState } from '@fws/contract/conversations/model';
import type { Ability } from '@fws/contract/platform/lifecycle';

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

/** Whether somebody is one of the two. */
export const isParty = (conversation: { poster_id: number; worker_id: number }, userId: number): boolean =>
  conversation.poster_id === userId || conversation.worker_id === userId;

export const isSender = (message: { sender_id: number }, readerId: number): boolean =>
  message.sender_id === readerId;

/** What the two wrote stays readable; a block and the end of a quote stop new messages. */
export function mayWrite(state: ConversationState, isBlocked: boolean): Ability {
  if (isBlocked) return { allowed: false, reason: 'conversations.blocked' };
  return state === 'ended' ? { allowed: false, reason: 'conversations.ended' } : { allowed: true };
}

/** Contact data that the other side wrote is shown once the job is awarded. */
export const mayReadOriginal = (state: ConversationState, isOwn: boolean): boolean =>
  isOwn || state === 'awarded';
