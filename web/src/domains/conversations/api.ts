import { useMutation, type InfiniteData } from '@tanstack/react-query';
import type { MessagePage } from '@fws/contract/conversations/schemas';
import { CONVERSATION_FILTERS, type ConversationFilter } from '@fws/contract/conversations/model';
import type { CallInput } from '@fws/contract/platform/call';
import { SEARCH_MAX } from '@fws/contract/platform/limits';
import {
  answerQuestion,
  askQuestion,
  conversationArchive,
  conversationEdit,
  conversationList,
  conversationMessages,
  conversationMute,
  conversationRead,
  conversationSend,
  conversationTakeBack,
  conversationUnarchive,
  conversationUnmute,
  questionList,
} from '@fws/contract/conversations/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, refresh, type Change, type IsUnchanged } from '../../platform/queries/index.ts';

declare module '../../platform/queries/index.ts' {
  interface Topics {
    conversations: true;
  }
}

/** Names a conversation: a job, and the person on the other side. */
export interface Names {
  jobId: string;
  userId: string;
}

/** "4821-77": the job and the person. */
export function readNames(id: string): Names {
  const [jobId = '', userId = ''] = id.split('-');
  return { jobId, userId };
}

/** What the list shows. */
export interface ListView {
  filter: ConversationFilter;
  search: string;
}

/** Of an address. */
export const readView = (params: URLSearchParams): ListView => ({
  filter: CONVERSATION_FILTERS.find((filter) => filter === params.get('tab')) ?? 'all',
  search: params.get('search')?.trim().slice(0, SEARCH_MAX) ?? '',
});

/** Its parameters in an address; none where the whole list is shown. */
export const toParams = ({ filter, search }: ListView): URLSearchParams =>
  new URLSearchParams({ ...(filter !== 'all' && { tab: filter }), ...(search !== '' && { search }) });

export const conversationPages = (view: ListView) =>
  callPages('conversations', conversationList, { ...view });
/** A page has what happened with the quotes and in the contract, too. */
export const messagePages = (names: Names) => {
  const pages = callPages('conversations', conversationMessages, { ...names }, ['quotes', 'contract']);
  const isUnchanged: IsUnchanged<InfiniteData<MessagePage>> = (data, change) =>
    leavesMessages(names, data.pages[0]?.items[0]?.number ?? 0, change);
  return { ...pages, meta: { ...pages.meta, isUnchanged } };
};

/** A change about another job, or a message that is shown already. `newest`: the number of the newest that is shown. */
export const leavesMessages = ({ jobId }: Names, newest: number, { topic, id, number }: Change): boolean =>
  topic === 'conversations' && (String(id) !== jobId || (number !== undefined && number <= newest));

export const questionPages = (jobId: string) => callPages('conversations', questionList, { jobId });

export const useAsk = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof askQuestion>) => callApi(askQuestion, values),
    onSuccess: () => refresh('conversations'),
  });

/** Answers, or changes who sees an answer that was given. */
export const useAnswer = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof answerQuestion>) => callApi(answerQuestion, values),
    onSuccess: () => refresh('conversations'),
  });

export type NewMessageValues = CallInput<typeof conversationSend>;

export const useSendMessage = () =>
  useMutation({
    mutationFn: ({ values, file }: { values: NewMessageValues; file: File | undefined }) =>
      callApi(conversationSend, values, { files: { file } }),
    onSuccess: () => refresh('conversations'),
  });

export const useEditMessage = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof conversationEdit>) => callApi(conversationEdit, values),
    onSuccess: () => refresh('conversations'),
  });

export const useTakeBack = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof conversationTakeBack>) => callApi(conversationTakeBack, values),
    onSuccess: () => refresh('conversations'),
  });

/** Ends the notifications of a conversation, or brings them back. */
export const useMute = () =>
  useMutation({
    mutationFn: ({ names, muted }: { names: Names; muted: boolean }) =>
      callApi(muted ? conversationMute : conversationUnmute, { ...names }),
    onSuccess: () => refresh('conversations'),
  });

/** Moves a conversation to the archive, or back. */
export const useArchive = () =>
  useMutation({
    mutationFn: ({ names, archived }: { names: Names; archived: boolean }) =>
      callApi(archived ? conversationArchive : conversationUnarchive, { ...names }),
    onSuccess: () => refresh('conversations'),
  });

/** Tells the server what was seen. The event that follows brings the new count. */
export const useMarkAsRead = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof conversationRead>) => callApi(conversationRead, values),
  });
