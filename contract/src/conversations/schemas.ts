import * as z from 'zod/mini';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { ability, idText, knownText, pageFields, requiredText } from '../platform/schemas.ts';
import { MESSAGE_MAX, type ConversationState } from './model.ts';

/** Names a conversation: a job, and the person on the other side. */
const conversationFields = {
  jobId: idText('conversations.unknown'),
  userId: idText('conversations.unknown'),
};

export const page = z.object(pageFields);
export const conversationPage = z.object({ ...conversationFields, ...pageFields });

export const newMessage = z.object({
  ...conversationFields,
  text: requiredText('conversations.text_required', MESSAGE_MAX),
  /** Chosen by the client for this message. Sent again, it answers with the first. */
  clientId: z.string().check(z.regex(/^[\w-]{8,64}$/, 'conversations.client_id_wrong')),
});
export type NewMessage = z.output<typeof newMessage>;

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
  isTakenDown: z.boolean(),
  /** What others read only once the job is awarded, for its writer. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
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
  /** The newest message; null: none yet. */
  last: z.nullable(message),
});
export type Conversation = z.output<typeof conversation>;

/** A page of messages, the newest first, with what they belong to. */
export const messagePage = z.object({
  conversation,
  mayWrite: ability,
  items: z.array(message),
  nextCursor: z.nullable(z.string()),
});
export type MessagePage = z.output<typeof messagePage>;
