import * as z from 'zod/mini';
import { ISSUE_TYPES, ORIGINS } from '../../disputes/model.ts';
import { caseCitedMessage } from '../../disputes/schemas.ts';
import {
  ability,
  fileLink,
  idText,
  maybeText,
  maybeTrue,
  pageFields,
  photo,
  requiredText,
} from '../../platform/schemas.ts';
import { visitCase } from './visit.ts';

export const disputeId = z.object({ disputeId: idText('disputes.not_found') });
export const disputeMessages = z.object({ ...disputeId.shape, ...pageFields });

/** For a split: the worker's share of each held milestone. The poster gets the remainder. */
const splitText = z.pipe(
  maybeText(10_000),
  z.transform((text: string): Record<string, number> => {
    try {
      return text === '' ? {} : (JSON.parse(text) as Record<string, number>);
    } catch {
      return {};
    }
  }),
);
const shares = z.pipe(
  splitText,
  z.record(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'disputes.division_wrong')),
    z.int('disputes.division_wrong').check(z.minimum(0, 'disputes.division_wrong')),
    'disputes.division_wrong',
  ),
);

export const DECISIONS = ['refund', 'release', 'split'] as const;
export const decision = z.object({
  ...disputeId.shape,
  decision: z.enum(DECISIONS, 'admin.decision_required'),
  /** Milestone id → paise, as JSON. */
  toWorker: shares,
  /** The poster gets the full refund, without the charge. */
  waiveCharge: maybeTrue,
});
export type DisputeDecision = z.output<typeof decision>;
export const settle = z.object({
  ...decision.shape,
  reason: requiredText('disputes.reason_required', 2000),
});
export const askForPapers = z.object({
  ...disputeId.shape,
  comment: requiredText('disputes.comment_required', 2000),
});

const side = z.enum(['poster', 'worker']);
const person = z.object({ id: z.number(), name: z.string(), verified: z.boolean() });

export const ledgerEntry = z.object({
  txnId: z.number(),
  at: z.string(),
  kind: z.string(),
  /** A debit is positive, a credit negative, in paise. */
  lines: z.array(z.object({ account: z.string(), amountPaise: z.number() })),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** A message of the two sides, as it was written. */
export const caseMessage = z.object({
  number: z.number(),
  by: side,
  at: z.string(),
  /** What it says, or said before it was taken back or taken down. */
  text: z.string(),
  /** What it said before its writer changed it, the oldest first. */
  before: z.array(z.string()),
  isTakenBack: z.boolean(),
  isTakenDown: z.boolean(),
  photos: z.array(photo),
  /** A PDF; null: none. */
  file: z.nullable(fileLink),
});
export type CaseMessage = z.output<typeof caseMessage>;

export const disputeCase = z.object({
  id: z.number(),
  ticket: z.string(),
  state: z.enum(['open', 'closed']),
  issue: z.enum(ISSUE_TYPES),
  details: z.string(),
  raisedBy: side,
  origin: z.enum(ORIGINS),
  /** Raised again by the same side, and not held until an admin asks both sides. */
  waitsForFws: z.boolean(),
  raisedAt: z.string(),
  documentsDueAt: z.string(),
  reviewDueAt: z.string(),
  job: z.object({
    id: z.number(),
    number: z.string(),
    title: z.string(),
    totalPaise: z.number(),
    /** What the poster has accepted or released so far. */
    acceptedPaise: z.number(),
  }),
  poster: person,
  worker: person,
  held: z.array(
    z.object({
      milestoneId: z.number(),
      position: z.number(),
      name: z.string(),
      amountPaise: z.number(),
    }),
  ),
  comments: z.array(
    z.object({
      by: z.enum(['poster', 'worker', 'fws']),
      at: z.string(),
      text: z.string(),
      cited: z.nullable(caseCitedMessage),
    }),
  ),
  documents: z.array(z.object({ ...fileLink.shape, by: side, at: z.string() })),
  ledger: z.array(ledgerEntry),
  chargeBps: z.number(),
  settlement: z.nullable(
    z.object({
      toWorkerPaise: z.number(),
      toPosterPaise: z.number(),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  /** Set when the amount is above the limit and a second admin must approve. */
  approval: z.nullable(z.object({ id: z.number(), askedBy: z.string(), at: z.string(), reason: z.string() })),
  /** What is known of the visit that the job begins with. */
  visit: z.nullable(visitCase),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type DisputeCase = z.output<typeof disputeCase>;

/** What a decision would post, line by line. */
export const preview = z.object({
  lines: z.array(z.object({ account: z.string(), amountPaise: z.number() })),
  toWorkerPaise: z.number(),
  toPosterPaise: z.number(),
  chargePaise: z.number(),
  /** A second admin must approve before it is executed. */
  needsApproval: z.boolean(),
});
export type SettlementPreview = z.output<typeof preview>;
export const settled = z.object({ done: z.boolean(), approvalId: z.nullable(z.number()) });
export type Settled = z.output<typeof settled>;
