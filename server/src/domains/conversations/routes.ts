import * as calls from '@fws/contract/conversations/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { citeMessage } from './citing/service.ts';
import { editMessage, takeMessageBack } from './changes/service.ts';
import { listOwnConversations, setArchived, setMuted } from './inbox/service.ts';
import { countUnread } from './inbox/store.ts';
import { answerQuestion, askQuestion, listQuestions } from './questions/service.ts';
import { markAsRead, readMessages, sendMessage } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.conversationList, (params, { caller }) =>
    listOwnConversations(deps, caller.userId, params),
  ),
  userRoute(calls.conversationCounts, async (_, { caller, readFrom }) =>
    done({ unread: await countUnread(readFrom(deps).db, caller.userId) }),
  ),
  userRoute(calls.conversationMessages, (params, { caller, locale }) =>
    readMessages(deps, caller.userId, params, locale),
  ),
  userRoute(calls.conversationSend, (command, { caller, files }) =>
    sendMessage(deps, caller.userId, command, files['file']),
  ),
  userRoute(calls.conversationEdit, (command, { caller }) => editMessage(deps, caller.userId, command)),
  userRoute(calls.conversationTakeBack, (command, { caller }) =>
    takeMessageBack(deps, caller.userId, command),
  ),
  userRoute(calls.conversationRead, (command, { caller }) => markAsRead(deps, caller.userId, command)),
  userRoute(calls.conversationMute, (names, { caller }) => setMuted(deps, caller.userId, names, true)),
  userRoute(calls.conversationUnmute, (names, { caller }) => setMuted(deps, caller.userId, names, false)),
  userRoute(calls.conversationArchive, (names, { caller }) => setArchived(deps, caller.userId, names, true)),
  userRoute(calls.conversationUnarchive, (names, { caller }) =>
    setArchived(deps, caller.userId, names, false),
  ),
  userRoute(calls.askQuestion, (command, { caller }) => askQuestion(deps, caller.userId, command)),
  userRoute(calls.answerQuestion, (command, { caller }) => answerQuestion(deps, caller.userId, command)),
  userRoute(calls.conversationCite, (command, { caller }) => citeMessage(deps, caller.userId, command)),
  userRoute(calls.questionList, (params, { caller }) => listQuestions(deps, caller.userId, params)),
];
