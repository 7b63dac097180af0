/** So many characters may a message have. */
export const MESSAGE_MAX = 2000;

/** What the two sides have to do with each other: a quote that waits, an awarded job, or neither any more. */
export const CONVERSATION_STATES = ['quoted', 'awarded', 'ended'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];
