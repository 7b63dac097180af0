import type { Photo } from '@fws/contract/platform/schemas';

/**
 * The calls that may wait for a network: no money, no promise to anybody, and the same result when they are repeated.
 * Everything else says that it needs the internet. `outbox.test.ts` compares this with the contract.
 */
export const QUEUED_CALLS = [
  'save_job',
  'unsave_job',
  'mark_notifications_read',
  'conversation_send',
  'on_my_way',
  'arrived',
  'start_visit',
] as const;
export type QueuedCall = (typeof QUEUED_CALLS)[number];

export const isQueuedCall = (name: string): name is QueuedCall =>
  QUEUED_CALLS.some((queued) => queued === name);

/** The tag of the Background Sync event. */
export const OUTBOX_SYNC = 'outbox';

/** Something that a user did and the server has not confirmed. */
export interface WaitingAction {
  /** In the order of the taps. */
  id: number;
  userId: number;
  call: QueuedCall;
  /** The values of the call, as JSON. */
  body: string;
  /** Made at the tap; the same for every attempt. */
  idempotencyKey: string;
  /** What it changes, such as a job or a conversation. Actions on one object are sent in their order. */
  object: string;
  /** What the list shows, such as the title of the job or the reader of the message. */
  title: string;
  /** The photos of a message, which are uploaded. */
  photos?: readonly Photo[];
  /** When it was tapped, in ms. */
  at: number;
  /** How often the server failed to answer with more than a refusal. */
  failures: number;
  /** Set once it will not be sent any more. */
  refusal: Refusal | null;
}

export interface Refusal {
  /** 0: it has waited too long. */
  status: number;
  /** In the language of the tap; empty where the server gave no reason. */
  message: string;
}
