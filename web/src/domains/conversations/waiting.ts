import type { InfiniteData } from '@tanstack/react-query';
import type { Message, MessagePage } from '@fws/contract/conversations/schemas';
import type { Photo } from '@fws/contract/platform/schemas';
import type { Refusal, WaitingAction } from '../../platform/outbox/index.ts';
import type { NewMessageValues } from './api.ts';

/** A message that the server has not confirmed. */
export interface WaitingMessage {
  /** In the outbox of the device. */
  id: number;
  clientId: string;
  text: string;
  photos: readonly Photo[];
  at: number;
  /** `retrying`: there is a network, and the server did not take it yet. */
  state: 'sending' | 'waiting' | 'retrying' | 'notSent';
  /** Why it is not sent; null in the other states. */
  refusal: Refusal | null;
}

interface Seen {
  messages: readonly Pick<Message, 'clientId'>[];
  /** What the last attempt has left. */
  leftIds: ReadonlySet<number>;
  online: boolean;
}

/** What waits in one conversation, without what the server has stored although its answer was lost. */
export function listWaiting(
  actions: readonly WaitingAction[],
  { messages, leftIds, online }: Seen,
): { waiting: WaitingMessage[]; confirmedIds: number[] } {
  const storedIds = new Set(messages.map(({ clientId }) => clientId));
  const isStored = ({ idempotencyKey }: WaitingAction) => storedIds.has(idempotencyKey);
  const waiting = actions
    .filter((action) => !isStored(action))
    .map(({ id, body, photos = [], at, refusal }): WaitingMessage => {
      const { text, clientId } = JSON.parse(body) as NewMessageValues;
      const state = online ? (leftIds.has(id) ? 'retrying' : 'sending') : 'waiting';
      return { id, clientId, text, photos, at, refusal, state: refusal ? 'notSent' : state };
    });
  return { waiting, confirmedIds: actions.filter(isStored).map(({ id }) => id) };
}

/** The pages of a conversation with a message that was sent just now. */
export function addSent(
  data: InfiniteData<MessagePage> | undefined,
  message: Message,
): InfiniteData<MessagePage> | undefined {
  const [newest, ...older] = data?.pages ?? [];
  // What came between would be missing, and the event of this message would not bring it.
  if (!data || !newest || message.number !== (newest.items[0]?.number ?? 0) + 1) return data;
  return { ...data, pages: [{ ...newest, items: [message, ...newest.items] }, ...older] };
}
