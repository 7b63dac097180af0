import type { Side } from '../contracts/model.ts';
import type { Ability } from '../platform/lifecycle.ts';
import type { FileLink } from '../platform/schemas.ts';
import type { DisputeState } from './lifecycle.ts';

/** What an issue can be about. The wire texts are in `wire.ts`. */
export const ISSUE_TYPES = [
  'cancel_project',
  'not_satisfactory',
  'not_completed',
  'not_available',
  'provider_absent',
  'poster_silent',
  'payment',
] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/** How an issue ended; null while it is open. */
export type Ending = 'withdrawn' | 'settled';

/** Both sides have a week for their documents, and are reminded after five days. */
export const DOCUMENT_DAYS = 7;
export const DOCUMENT_REMINDER_DAYS = 5;
/** Then FWS decides within five days; both sides are reminded after three. */
export const REVIEW_DAYS = 5;
export const REVIEW_REMINDER_DAYS = 3;

/** What one side may add to one issue. */
export const DOCUMENTS_MAX = 20;
export const COMMENTS_MAX = 100;
export const DETAILS_MAX = 2_000;

/** "FWS-D-000123": the number a ticket has everywhere. */
export const formatTicketNumber = (id: number): string => `FWS-D-${String(id).padStart(6, '0')}`;

/** A row in the list of open or closed issues. */
export interface IssueSummary {
  id: number;
  ticket: string;
  jobId: number;
  jobNumber: string;
  jobTitle: string;
  issue: IssueType;
  details: string;
  state: DisputeState;
  ending: Ending | null;
  raisedAt: string;
  closedAt: string | null;
  /** The reader's side. */
  side: Side;
  raisedByMe: boolean;
  /** The other side's name. */
  withName: string;
  /** The amount in escrow that does not move while the issue is open. */
  heldPaise: number;
}

export interface IssueDocument extends FileLink {
  mine: boolean;
  byName: string;
  addedAt: string;
}

export interface IssueComment {
  id: number;
  mine: boolean;
  byName: string;
  text: string;
  addedAt: string;
}

/** A milestone whose money stays in escrow. */
export interface HeldPart {
  position: number;
  amountPaise: number;
}

/** What an admin decided: the amount for each side. */
export interface IssueSettlement {
  toWorkerPaise: number;
  toPosterPaise: number;
  reason: string;
}

export interface Issue extends IssueSummary {
  milestoneCount: number;
  held: HeldPart[];
  /** The last day for documents, and the day by which FWS decides; days in India. */
  documentsDueOn: string;
  reviewDueOn: string;
  documents: IssueDocument[];
  comments: IssueComment[];
  settlement: IssueSettlement | null;
  abilities: { comment: Ability; addDocument: Ability; withdraw: Ability };
}

/** A job about which an issue can be raised. */
export interface IssueJob {
  jobId: number;
  jobNumber: string;
  title: string;
  withName: string;
  side: Side;
}
