import { useEffect } from 'react';
import type { InfiniteData } from '@tanstack/react-query';
import { conversationSend } from '@fws/contract/conversations/calls';
import type { Message, MessagePage } from '@fws/contract/conversations/schemas';
import type { Photo } from '@fws/contract/platform/schemas';
import { useOnline } from '../../platform/offline/index.ts';
import {
  deleteActions,
  enqueue,
  onSent,
  useLeftIds,
  useWaitingActions,
  watchOutbox,
} from '../../platform/outbox/index.ts';
import { queryClient } from '../../platform/queries/index.ts';
import { messagePages, type Names, type NewMessageValues } from './api.ts';
import { addSent, listWaiting, type WaitingMessage } from './waiting.ts';

const getObject = ({ jobId, userId }: Names): string => `conversation:${jobId}-${userId}`;

/** Keeps a message on the device, from where it is sent. False when the device cannot keep it. */
export const enqueueMessage = (
  values: NewMessageValues,
  { person, photos }: { person: string; photos: readonly Photo[] },
): Promise<boolean> =>
  enqueue(conversationSend, values, {
    object: getObject(values),
    title: person,
    photos,
    idempotencyKey: values.clientId,
  });

/** The messages of a conversation that wait or were not sent, the oldest first. `messages`: those that are shown as sent. */
export function useWaitingMessages(names: Names, messages: readonly Message[]): WaitingMessage[] {
  const { jobId, userId } = names;
  const actions = useWaitingActions();
  const leftIds = useLeftIds();
  const online = useOnline();
  const object = getObject(names);
  const { waiting, confirmedIds } = listWaiting(
    actions.filter((action) => action.object === object),
    { messages, leftIds, online },
  );
  // The answer to these was lost, and the server has them.
  const confirmed = confirmedIds.join(' ');
  useEffect(() => {
    if (confirmed !== '') void deleteActions(confirmed.split(' ').map(Number));
  }, [confirmed]);
  useEffect(() => void watchOutbox()(), []);
  useEffect(
    () =>
      onSent((action, reply) => {
        if (action.object !== getObject({ jobId, userId })) return;
        // Before it leaves the outbox, so that it does not vanish in between.
        const { queryKey } = messagePages({ jobId, userId });
        queryClient.setQueryData<InfiniteData<MessagePage>>(queryKey, (data) =>
          addSent(data, reply as Message),
        );
      }),
    [jobId, userId],
  );
  return waiting;
}
