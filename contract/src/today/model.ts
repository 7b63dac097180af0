import { TURN_TASKS } from '../contracts/model.ts';

/** What can wait for the reader: a step of an awarded job, or something else. */
export const TODAY_KINDS = [
  ...TURN_TASKS,
  'answer_quotes',
  /** The poster asked the reader for another quote. */
  'revise_quote',
  /** The reader's own quote is about to lapse without an answer. */
  'quote_lapses',
  /** A poster has invited the reader to quote. */
  'answer_invitation',
  /** Somebody asks the reader, a worker, to repeat a job. */
  'answer_repeat',
  /** The job has ended, and the reader can review the other side. */
  'write_review',
  'answer_dispute',
  /** The reader raised the dispute and has sent no documents yet. */
  'send_documents',
  /** The other side proposes another plan. */
  'answer_change',
  /** The reader, a worker, visits a poster. */
  'go_to_visit',
  /** A worker visits the reader, who shows the code at the door. */
  'open_door',
  /** The other side says that the reader was not there. */
  'answer_visit',
  'verify_identity',
  'withdraw',
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

/** What somebody else has to do for the reader. `work` and `payment`: the other side of an awarded job. */
export const WAITING_KINDS = [
  'payment',
  'split',
  'dispute',
  'visit',
  'change',
  'funding',
  'work',
  'quote',
  'identity',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The most that one reply lists. */
export const TODAY_MAX = 50;
