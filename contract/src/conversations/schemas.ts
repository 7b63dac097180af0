import * as z from 'zod/mini';
import { CONTRACT_EVENTS } from '../contracts/model.ts';
import { QUOTE_EVENTS } from '../quotes/negotiation/model.ts';
import { DETAILS_MAX } from '../disputes/model.ts';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { SEARCH_MAX } from '../platform/limits.ts';
import {
  ability,
  fileLink,
  idText,
  knownText,
  maybeText,
  maybeTrue,
  optionalText,
  pageFields,
  photo,
  photoIds,
  requiredText,
} from '../platform/schemas.ts';
import {
  CONVERSATION_FILTERS,
  FRAUD_KINDS,
  MESSAGE_MAX,
  type ConversationFilter,
  type ConversationState,
} from './model.ts';

/** Names a conversation: a job, and the person on the other side. */
const conversationFields = {
  jobId: idText('conversations.unknown'),
  userId: idText('conversations.unknown'),
};

export const listForm = z.object({
  ...pageFields,
  /** "all" where it is left out or empty. */
  filter: z.pipe(
    maybeText(10),
    z.transform(
      (text: string): ConversationFilter => CONVERSATION_FILTERS.find((filter) => filter === text) ?? 'all',
    ),
  ),
  /** Words of the title of the job, of the name of the other side, or the number of the job. May be left out. */
  search: maybeText(SEARCH_MAX),
});
export const conversationPage = z.object({ ...conversationFields, ...pageFields });
export const ownConversation = z.object(conversationFields);

export const newMessage = z.object({
  ...conversationFields,
  /** May be empty beside a photo or a file. */
  text: optionalText(MESSAGE_MAX),
  photoIds,
  /** Chosen by the client for this message. Sent again, it answers with the first. Questions and answers have ids of the server. */
  clientId: z
    .string()
    .check(z.regex(/^(?!(?:question|answer)-)[\w-]{8,64}$/, 'conversations.client_id_wrong')),
});
export type NewMessage = z.output<typeof newMessage>;

/** Adds a message to an open issue between the two sides of its job. */
export const citation = z.object({
  issueId: idText('disputes.not_found'),
  number: idText('conversations.unknown'),
  /** What it is cited for. */
  text: optionalText(DETAILS_MAX),
});
export type Citation = z.output<typeof citation>;

/** Names a message of the caller. */
export const ownMessage = z.object({
  ...conversationFields,
  number: idText('conversations.unknown'),
});
/** May be empty beside a photo or a file. */
export const changedMessage = z.extend(ownMessage, { text: optionalText(MESSAGE_MAX) });

export const readMark = z.object({
  ...conversationFields,
  /** The number of the last message that was seen. */
  number: idText('conversations.unknown'),
});

export const message = z.object({
  /** 1, 2, 3 in the order in which the server took them. */
  number: z.number(),
  /** As the client named it, for its writer; empty for the other side. */
  clientId: z.string(),
  isOwn: z.boolean(),
  /** As the reader may read it; empty where FWS has taken it down, except for its writer. */
  text: z.string(),
  /** In the order of the writer; none where FWS has taken it down, except for its writer. */
  photos: z.array(photo),
  /** A PDF; null: none, or taken down. */
  file: z.nullable(fileLink),
  isTakenDown: z.boolean(),
  /** Its writer has taken it back: nobody reads its text, photos and file any more. */
  isTakenBack: z.boolean(),
  /** Its writer has changed it. */
  isEdited: z.boolean(),
  /** Until when its writer may change it or take it back; null: no more, or the reader did not write it. */
  changesUntil: z.nullable(z.string()),
  /** What others read only once the job is awarded, for its writer. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
  /** The known fraud of which it has the words, as a warning to both sides; null: none. */
  warning: z.nullable(z.enum(FRAUD_KINDS)),
  sentAt: z.string(),
  /** Whether the other side has seen it; false for messages of the other side. */
  isRead: z.boolean(),
});
export type Message = z.output<typeof message>;

export const conversation = z.object({
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  /** Whether the reader posted the job. */
  isPoster: z.boolean(),
  state: knownText<ConversationState>(),
  /** The other side. */
  person: z.object({ id: z.number(), name: z.string(), image: z.string(), verified: z.boolean() }),
  /** Messages that the reader has not seen. */
  unread: z.number(),
  /** The reader is not notified of unread messages. The other side does not see it. */
  isMuted: z.boolean(),
  /** In the archive of the reader, until the other side writes. The other side does not see it. */
  isArchived: z.boolean(),
  /** The newest message; null: none yet. */
  last: z.nullable(message),
});
export type Conversation = z.output<typeof conversation>;

export const askedQuestion = z.object({
  questionId: z.number(),
  jobId: z.number(),
  text: z.string(),
  askedAt: z.string(),
});
export type AskedQuestion = z.output<typeof askedQuestion>;

/** A question that waits for the answer of the poster. */
export const openQuestion = z.extend(askedQuestion, {
  /** Who asks, for the poster alone; null: the reader does. */
  person: z.nullable(z.object({ id: z.number(), name: z.string() })),
});
export type OpenQuestion = z.output<typeof openQuestion>;

export const counts = z.object({
  /** Conversations with messages that the reader has not seen, without those in the archive. */
  unread: z.number(),
});
export type ConversationCounts = z.output<typeof counts>;

/** What happened with the quotes and in the contract of the two. It is no message: nobody wrote it, and it is never unread. */
export const eventLine = z.object({
  kind: z.enum([...QUOTE_EVENTS, ...CONTRACT_EVENTS]),
  /** Null: it is about a quote or the whole contract. */
  milestone: z.nullable(z.object({ number: z.number(), name: z.string() })),
  /** What was offered, asked for or moved; of splits and disputes, what the worker gets. Null: nothing, or it is not known. */
  amountPaise: z.nullable(z.number()),
  at: z.string(),
  /** The number of the message that it comes after; 0: it comes before the first. */
  afterNumber: z.number(),
});
export type EventLine = z.output<typeof eventLine>;

/** A page of messages, the newest first, with what they belong to. */
export const messagePage = z.object({
  conversation,
  /** Whether the page of the other side is there for the reader. */
  mayOpenPerson: z.boolean(),
  /** The usual time in which the other side answers quotes, as on their jobs; null: unknown, or they did not post the job. */
  answerMinutes: z.nullable(z.number()),
  /** `conversation_send` */
  mayWrite: ability,
  /** `ask_question` */
  mayAsk: ability,
  /** Questions that wait in this conversation, the oldest first. */
  openQuestions: z.array(openQuestion),
  items: z.array(message),
  /** What happened between these messages, the oldest first: with the newest ones also after them, with the first ones also before. */
  lines: z.array(eventLine),
  /** This is the last page, and messages before it are in the archive of FWS: they are no longer shown. */
  isCutOff: z.boolean(),
  nextCursor: z.nullable(z.string()),
});
export type MessagePage = z.output<typeof messagePage>;

export const newQuestion = z.object({
  jobId: idText('jobs.not_found'),
  text: requiredText('conversations.words_required', MESSAGE_MAX),
});

export const newAnswer = z.object({
  questionId: idText('conversations.no_question'),
  /** May be left out once the question is answered, to change who sees the answer. */
  text: maybeText(MESSAGE_MAX),
  /** Whether everybody who may read the job sees the question, without who asked, and the answer. */
  isPublic: maybeTrue,
});

export const questionsForm = z.object({ jobId: idText('jobs.not_found'), ...pageFields });

/** What everybody who may read the job sees of a question. */
export const publicQuestion = z.object({
  questionId: z.number(),
  /** Without contact data, as the answer. */
  question: z.string(),
  answer: z.string(),
  answeredAt: z.string(),
});
export type PublicQuestion = z.output<typeof publicQuestion>;

/** A page of the answered questions about a job, those answered last first. */
export const questionPage = z.object({
  /** `ask_question` */
  mayAsk: ability,
  /** Those that wait: for the poster all of them up to a page, for a worker their own. The oldest first. */
  open: z.array(openQuestion),
  items: z.array(publicQuestion),
  nextCursor: z.nullable(z.string()),
});
export type QuestionPage = z.output<typeof questionPage>;
