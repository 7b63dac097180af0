/** So many characters may a message have. */
export const MESSAGE_MAX = 2000;

/**
 * Which conversations a list has: those with unread messages, those about own jobs, about jobs of others, or those in the
 * archive, which are in no other list.
 */
export const CONVERSATION_FILTERS = ['all', 'unread', 'posted', 'doing', 'archived'] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** Known frauds of which a message may have the words. */
export const FRAUD_KINDS = ['fee', 'qr', 'gift', 'code', 'app'] as const;
export type FraudKind = (typeof FRAUD_KINDS)[number];

/** So many questions of a worker may wait for an answer on one job. */
export const OPEN_QUESTIONS_MAX = 3;
/** The public page of a job has so many answered questions, the newest ones. */
export const QUESTIONS_SHOWN = 20;

/**
 * What the two sides have to do with each other: a question on an open job, a quote that waits, an awarded job, or nothing
 * any more.
 */
export const CONVERSATION_STATES = ['asking', 'quoted', 'awarded', 'ended'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];
