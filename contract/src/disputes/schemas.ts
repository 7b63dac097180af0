import * as z from 'zod/mini';
import { SIDES } from '../contracts/model.ts';
import { ability, fileLink, idText, knownText, pageFields, requiredText } from '../platform/schemas.ts';
import type { DisputeState } from './lifecycle.ts';
import { DETAILS_MAX, ENDINGS, ISSUE_TYPES, ORIGINS } from './model.ts';

/** Ids as "12,13"; null when there is none. */
const milestoneIds = z.pipe(
  z.optional(
    z.string().check(z.regex(/^(?:[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,19})?$/, 'disputes.milestone_unknown')),
  ),
  z.transform((text: string | undefined) => (text ? [...new Set(text.split(',').map(Number))] : null)),
);

export const raiseIssue = z.object({
  jobId: idText('disputes.job_required'),
  issue: z.enum(ISSUE_TYPES, 'disputes.issue_required'),
  details: requiredText('disputes.details_required', DETAILS_MAX),
  /** The milestones that it is about, as "12,13". Without them: all in escrow that are not in a dispute yet. */
  milestoneIds,
});
export type RaiseIssue = z.output<typeof raiseIssue>;

export const issueId = z.object({ issueId: idText('disputes.not_found') });
export const comment = z.object({
  ...issueId.shape,
  text: requiredText('disputes.comment_required', DETAILS_MAX),
});
export type AddComment = z.output<typeof comment>;
export const page = z.object(pageFields);

const issueFields = {
  id: z.number(),
  ticket: z.string(),
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  issue: z.enum(ISSUE_TYPES),
  details: z.string(),
  state: knownText<DisputeState>(),
  /** Null while it is open. */
  ending: z.nullable(z.enum(ENDINGS)),
  raisedAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** The reader's side. */
  side: z.enum(SIDES),
  raisedByMe: z.boolean(),
  /** Whether a party opened it, or a split on which both did not agree. */
  origin: z.enum(ORIGINS),
  /** Its side withdrew one about the same milestone before: no money is held until FWS has looked at it. */
  waitsForFws: z.boolean(),
  /** The other side. */
  withId: z.number(),
  withName: z.string(),
  /** The worker's name, whichever side reads it. */
  workerName: z.string(),
  /** The amount in escrow that does not move while the issue is open. */
  heldPaise: z.number(),
};

/** A row in the list of open or closed issues. */
export const issueSummary = z.object({
  ...issueFields,
  /** The first document; empty: none. */
  attachmentUrl: z.string(),
});
export type IssueSummary = z.output<typeof issueSummary>;

const issueDocument = z.extend(fileLink, { mine: z.boolean(), byName: z.string(), addedAt: z.string() });
export type IssueDocument = z.output<typeof issueDocument>;

/** A message of the two sides that a comment cites, as its author could read it then. */
const citedFields = {
  number: z.number(),
  text: z.string(),
  /** How many it had. */
  photos: z.number(),
  /** The name of its PDF; empty: none. */
  fileName: z.string(),
  sentAt: z.string(),
};
const citedMessage = z.object({ ...citedFields, mine: z.boolean(), byName: z.string() });
export type CitedMessage = z.output<typeof citedMessage>;

/** The same for staff. */
export const caseCitedMessage = z.object({ ...citedFields, by: z.enum(SIDES) });

const issueComment = z.object({
  id: z.number(),
  mine: z.boolean(),
  byName: z.string(),
  /** May be empty where it cites a message. */
  text: z.string(),
  cited: z.nullable(citedMessage),
  addedAt: z.string(),
});
export type IssueComment = z.output<typeof issueComment>;

/** What an admin decided: the amount for each side. */
const issueSettlement = z.object({
  toWorkerPaise: z.number(),
  toPosterPaise: z.number(),
  reason: z.string(),
});
export type IssueSettlement = z.output<typeof issueSettlement>;

export const issue = z.object({
  ...issueFields,
  milestoneCount: z.number(),
  /** The milestones that it is about. */
  milestoneIds: z.array(z.number()),
  /** Of these, the milestones whose money stays in escrow. */
  held: z.array(z.object({ milestoneId: z.number(), position: z.number(), amountPaise: z.number() })),
  /** The last day for documents, and the day by which FWS decides; days in India. */
  documentsDueOn: z.string(),
  reviewDueOn: z.string(),
  documents: z.array(issueDocument),
  comments: z.array(issueComment),
  settlement: z.nullable(issueSettlement),
  abilities: z.object({ comment: ability, addDocument: ability, withdraw: ability }),
});
export type Issue = z.output<typeof issue>;

/** A job about which an issue can be raised. */
export const issueJob = z.object({
  jobId: z.number(),
  jobNumber: z.string(),
  title: z.string(),
  withName: z.string(),
  side: z.enum(SIDES),
});
export type IssueJob = z.output<typeof issueJob>;
