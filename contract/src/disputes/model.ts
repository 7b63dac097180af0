import type * as z from 'zod/mini';
import type { Side } from '../contracts/model.ts';
import type { Ability } from '../platform/process.ts';
import type { FileLink } from '../platform/wire.ts';
import type { DisputeState } from './process.ts';
import type { comment, raiseIssue } from './schemas.ts';

/** What an issue can be about. The texts that travel are in `wire.ts`. */
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

/** Both sides have a week for their documents, and are reminded when five days are over. */
export const DOCUMENT_DAYS = 7;
export const DOCUMENT_REMINDER_DAYS = 5;
/** Then FWS decides within five days; both are reminded when three are over. */
export const REVIEW_DAYS = 5;
export const REVIEW_REMINDER_DAYS = 3;

/** What one side may add to one issue. */
export const DOCUMENTS_MAX = 20;
export const COMMENTS_MAX = 100;
export const DETAILS_MAX = 2_000;

/** "FWS-D-000123": the number a ticket has everywhere. */
export const ticketNumber = (id: number): string => `FWS-D-${String(id).padStart(6, '0')}`;

/** A row of either tab. */
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
  /** Of the two sides, the reader's. */
  side: Side;
  raisedByMe: boolean;
  /** The other side's name. */
  withName: string;
  /** What is in escrow and does not move meanwhile. */
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

/** One milestone whose money is in escrow and stays there. */
export interface HeldPart {
  position: number;
  amountPaise: number;
}

/** What an admin decided, in rupees for each side. */
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

export type RaiseIssue = z.output<typeof raiseIssue>;
export type AddComment = z.output<typeof comment>;
