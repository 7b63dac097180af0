import * as z from 'zod/mini';
import { SIDES } from '../../contracts/model.ts';
import { ability, fileLink, idText, knownText, maybeText, requiredText } from '../../platform/schemas.ts';
import {
  APPEAL_DECISIONS,
  REPORT_DECISIONS,
  REPORT_REASONS,
  WORDS_MAX,
  type AppealDecision,
  type ChangeState,
  type ContentType,
  type Harm,
  type ReportDecision,
  type ReportReason,
  type TextName,
} from '../../safety/model.ts';

export const reportCaseId = z.object({ reportCaseId: idText('admin.report_unknown') });

export const reportDecision = z.object({
  ...reportCaseId.shape,
  decision: z.enum(REPORT_DECISIONS, 'admin.decision_required'),
  /** The rule that it breaks; the author reads it. */
  reason: z.enum(REPORT_REASONS, 'safety.reason_required'),
  /** To the author. Required for what takes something down. */
  words: maybeText(WORDS_MAX),
});
export const appealDecision = z.object({
  ...reportCaseId.shape,
  decision: z.enum(APPEAL_DECISIONS, 'admin.decision_required'),
  words: requiredText('admin.words_required', WORDS_MAX),
});

const snapshotText = z.object({ name: knownText<TextName>(), text: z.string() });
/** As it was when it was reported. */
const keptMessage = z.object({
  number: z.number(),
  by: z.enum(SIDES),
  at: z.string(),
  text: z.string(),
  /** What it said before its writer changed it, the oldest first. */
  before: z.array(z.string()),
  isTakenBack: z.boolean(),
  isTakenDown: z.boolean(),
});
export type KeptMessage = z.output<typeof keptMessage>;

const oneReport = z.object({
  id: z.number(),
  reason: knownText<ReportReason>(),
  details: z.string(),
  reportedAt: z.string(),
  /** Null: a visitor. */
  reporter: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** Linked accounts count as one: false for the others. */
  counts: z.boolean(),
});

export const reportCase = z.object({
  id: z.number(),
  number: z.string(),
  subject: z.object({
    type: knownText<ContentType>(),
    id: z.string(),
    title: z.string(),
    /** The record of the admin area; null: none. */
    path: z.nullable(z.string()),
  }),
  /** A first post that waits until then; null: it was reported. */
  waitsUntil: z.nullable(z.string()),
  harm: knownText<Harm>(),
  /** Of the worst report; once it is decided, what the decision names. */
  reason: knownText<ReportReason>(),
  openedAt: z.string(),
  dueAt: z.string(),
  /** It waits because its author has changed it as FWS asked; null: not for that. `snapshot` is then how it was before. */
  asked: z.nullable(z.object({ number: z.string(), words: z.string(), by: z.string(), at: z.string() })),
  /** What the first reporter saw. */
  snapshot: z.array(snapshotText),
  photos: z.array(z.object({ url: z.string(), thumbUrl: z.string() })),
  /** Those that a message has now. */
  files: z.array(fileLink),
  /** What it says now, where that differs; null: nothing has changed. */
  now: z.nullable(z.array(snapshotText)),
  /** What author and reporter wrote each other about the job, the oldest first; null: it does not belong to a report of this. */
  messages: z.nullable(z.array(keptMessage)),
  /** The texts without what the contact filter hides; null: it hides nothing that could be shown. */
  othersRead: z.nullable(z.array(snapshotText)),
  reports: z.array(oneReport),
  author: z.object({
    id: z.number(),
    name: z.string(),
    joinedAt: z.string(),
    verified: z.boolean(),
    suspended: z.boolean(),
    /** Earlier decisions that took something of this account down. */
    takenDown: z.number(),
    /** Accounts that share a device, a payout account or an identity with it. */
    linked: z.array(z.object({ id: z.number(), name: z.string(), suspended: z.boolean() })),
  }),
  decided: z.nullable(
    z.object({
      decision: knownText<ReportDecision>(),
      reason: knownText<ReportReason>(),
      words: z.string(),
      by: z.string(),
      at: z.string(),
      /** What became of it, where FWS asked to change it. */
      change: z.nullable(knownText<ChangeState>()),
    }),
  ),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      sentAt: z.string(),
      dueAt: z.string(),
      decision: z.nullable(knownText<AppealDecision>()),
      words: z.string(),
      by: z.string(),
      at: z.nullable(z.string()),
    }),
  ),
  /** Nobody decides their own case, and nobody the appeal against their own decision. */
  mayDecide: ability,
});
export type ReportCase = z.output<typeof reportCase>;
