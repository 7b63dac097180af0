import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/**
 * The caller's conversations, or those of a filter, those with the newest message first. With a search, those that have its
 * words in any script; a page may then have fewer than `limit`, or none, and the list ends where `nextCursor` is null.
 */
export const conversationList = call({
  name: 'conversation_list',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('listForm'),
  reply: pageSchema(schema('conversation')),
  done: 'common.ok',
});

/** For the header: how many of the caller's conversations have messages that they have not seen. */
export const conversationCounts = call({
  name: 'conversation_counts',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  reply: schema('counts'),
  done: 'common.ok',
});

/** The messages about a job with somebody, the newest first. Empty where the two may write and nobody has. */
export const conversationMessages = call({
  name: 'conversation_messages',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('conversationPage'),
  reply: schema('messagePage'),
  done: 'common.ok',
});

/**
 * The poster of a job and a worker with a quote on it that waits or is accepted write to each other. A message has a text,
 * photos or a file, or several of them.
 */
export const conversationSend = call({
  name: 'conversation_send',
  access: 'user',
  reads: false,
  form: schema('newMessage'),
  files: [{ name: 'file', kinds: ['pdf'] }],
  reply: schema('message'),
  done: 'conversations.sent',
});

/** Notes that the caller has seen the messages up to a number. */
export const conversationRead = call({
  name: 'conversation_read',
  access: 'user',
  reads: false,
  form: schema('readMark'),
  done: 'common.ok',
});

/** A worker asks about an open job before they quote on it. Asked again in the same words, it is the same question. */
export const askQuestion = call({
  name: 'ask_question',
  access: 'user',
  reads: false,
  form: schema('newQuestion'),
  reply: schema('askedQuestion'),
  done: 'conversations.asked',
});

/** The poster answers. Called again without a text, it changes who sees the answer. */
export const answerQuestion = call({
  name: 'answer_question',
  access: 'user',
  reads: false,
  form: schema('newAnswer'),
  reply: schema('publicQuestion'),
  done: 'conversations.answered',
});

/** What was asked about a job. */
export const questionList = call({
  name: 'question_list',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('questionsForm'),
  reply: schema('questionPage'),
  done: 'common.ok',
});

/** The writer changes a message within five minutes. What it said before stays for disputes. */
export const conversationEdit = call({
  name: 'conversation_edit',
  access: 'user',
  reads: false,
  form: schema('changedMessage'),
  reply: schema('message'),
  done: 'conversations.changed',
});

/** The writer takes a message back within five minutes. A mark stays in its place. */
export const conversationTakeBack = call({
  name: 'conversation_take_back',
  access: 'user',
  reads: false,
  form: schema('ownMessage'),
  reply: schema('message'),
  done: 'conversations.taken_back',
});

/** The caller is no longer notified of this conversation. It still counts as unread. */
export const conversationMute = call({
  name: 'conversation_mute',
  access: 'user',
  reads: false,
  form: schema('ownConversation'),
  done: 'conversations.muted',
});

/** The caller is notified again, from the next message on. */
export const conversationUnmute = call({
  name: 'conversation_unmute',
  access: 'user',
  reads: false,
  form: schema('ownConversation'),
  done: 'conversations.unmuted',
});

/** Moves a conversation from the lists of the caller to their archive, until the other side writes. */
export const conversationArchive = call({
  name: 'conversation_archive',
  access: 'user',
  reads: false,
  form: schema('ownConversation'),
  done: 'conversations.archived',
});

/** Moves it back. */
export const conversationUnarchive = call({
  name: 'conversation_unarchive',
  access: 'user',
  reads: false,
  form: schema('ownConversation'),
  done: 'conversations.unarchived',
});

/** Adds a message to an open issue about the job, as a comment of the caller that both sides and FWS read. */
export const conversationCite = call({
  name: 'conversation_cite',
  access: 'user',
  reads: false,
  form: schema('citation'),
  done: 'conversations.cited',
});
