import * as calls from '@fws/contract/conversations/calls';
import { photoIdsField } from './files.ts';
import { pageFields } from './shared.ts';
import { translateCall } from './translation.ts';

const conversationFields = { jobId: 'job_id', userId: 'user_id' } as const;

export const conversationTranslations = [
  translateCall(calls.conversationList, { fields: { filter: 'filter', search: 'search', ...pageFields } }),
  translateCall(calls.conversationMessages, { fields: { ...conversationFields, ...pageFields } }),
  translateCall(calls.conversationSend, {
    fields: { ...conversationFields, text: 'text', photoIds: photoIdsField, clientId: 'client_id' },
  }),
  translateCall(calls.askQuestion, { fields: { jobId: 'job_id', text: 'text' } }),
  translateCall(calls.answerQuestion, {
    fields: { questionId: 'question_id', text: 'text', isPublic: 'public' },
  }),
  translateCall(calls.questionList, { fields: { jobId: 'job_id', ...pageFields } }),
  translateCall(calls.conversationEdit, {
    fields: { ...conversationFields, number: 'number', text: 'text' },
  }),
  translateCall(calls.conversationTakeBack, { fields: { ...conversationFields, number: 'number' } }),
  translateCall(calls.conversationCite, {
    fields: { issueId: 'dispute_id', number: 'number', text: 'text' },
  }),
  translateCall(calls.conversationRead, { fields: { ...conversationFields, number: 'number' } }),
  translateCall(calls.conversationMute, { fields: conversationFields }),
  translateCall(calls.conversationUnmute, { fields: conversationFields }),
  translateCall(calls.conversationArchive, { fields: conversationFields }),
  translateCall(calls.conversationUnarchive, { fields: conversationFields }),
];
