import * as z from 'zod/mini';
import { isEmail, normaliseEmail } from '../platform/identifiers.ts';
import { ability, idText, knownText, optionalText, pageFields, requiredText } from '../platform/schemas.ts';
import {
  CONTENT_TYPES,
  DETAILS_MAX,
  REPORT_REASONS,
  WORDS_MAX,
  type AppealDecision,
  type ChangeState,
  type ContentType,
  type ReportDecision,
  type ReportReason,
  type Rule,
  type TextName,
} from './model.ts';

const EMAIL_MAX = 254;

export const subjectFields = {
  subjectType: z.enum(CONTENT_TYPES, 'safety.subject_unknown'),
  /** The number of a job, quote or user; the id of a photo or review; `<job>-<worker>-<number>` of a message. */
  subjectId: z.string().check(z.regex(/^[0-9a-f-]{1,40}$/, 'safety.subject_unknown')),
};

export const newReport = z.object({
  ...subjectFields,
  reason: z.enum(REPORT_REASONS, 'safety.reason_required'),
  details: z.optional(optionalText(DETAILS_MAX)),
  /** Where a visitor gets the answer. Users get a notification. */
  replyTo: z.optional(
    z.string().check(
      z.trim(),
      z.overwrite(normaliseEmail),
      z.maxLength(EMAIL_MAX, 'safety.email_wrong'),
      z.refine((text) => text === '' || isEmail(text), 'safety.email_wrong'),
    ),
  ),
});
export type NewReport = z.output<typeof newReport>;

/** What was reported, as it can be named to the reader. */
const subject = z.object({
  type: knownText<ContentType>(),
  id: z.string(),
  /** "Data entry from home": the job's title, or the person's name. */
  title: z.string(),
  /** The screen that shows it to the reader; null: none. */
  path: z.nullable(z.string()),
});

/** One text of what was reported. */
const snapshotText = z.object({ name: knownText<TextName>(), text: z.string() });

export const report = z.object({
  id: z.number(),
  /** "R-0418" */
  number: z.string(),
  subject,
  reason: knownText<ReportReason>(),
  details: z.string(),
  reportedAt: z.string(),
  /** When FWS decides at the latest. */
  dueAt: z.string(),
  /** Null while FWS looks at it. The author's words are not shown to reporters. */
  decision: z.nullable(knownText<ReportDecision>()),
  decidedAt: z.nullable(z.string()),
  /** When its author had changed it, where FWS asked for that and it is shown again. */
  changedAt: z.nullable(z.string()),
});
export type Report = z.output<typeof report>;

export const takedownId = z.object({ takedownId: idText('safety.takedown_unknown') });

/** What an author reads of a decision about something of theirs. */
export const takedown = z.object({
  id: z.number(),
  number: z.string(),
  subject,
  reason: knownText<Rule>(),
  /** FWS's words to the author. */
  words: z.string(),
  takenDownAt: z.string(),
  /** Null: FWS did not ask to change it. `until`: it is shown by then at the latest; null: it does not wait for a look. */
  change: z.nullable(z.object({ state: knownText<ChangeState>(), until: z.nullable(z.string()) })),
  /** The texts as people saw them. */
  snapshot: z.array(snapshotText),
  appeal: z.object({
    mayAppeal: ability,
    /** The last moment to appeal. */
    until: z.string(),
    text: z.string(),
    sentAt: z.nullable(z.string()),
    /** Somebody else at FWS answers by then. */
    answerBy: z.nullable(z.string()),
    decision: z.nullable(knownText<AppealDecision>()),
    words: z.string(),
  }),
});
export type Takedown = z.output<typeof takedown>;

export const appeal = z.object({
  ...takedownId.shape,
  text: requiredText('safety.appeal_required', WORDS_MAX),
});

/** Why the author's own job or quote is hidden from others; a part of it. */
export const heldBack = z.object({
  reason: knownText<'taken_down' | 'change_asked' | 'waiting'>(),
  /** What the author reads and appeals; null while it waits. */
  takedownId: z.nullable(z.number()),
  /** It is shown by then at the latest. Null for a moment after posting, and where it does not wait. */
  until: z.nullable(z.string()),
});
export type HeldBack = z.output<typeof heldBack>;

export const person = z.object({ userId: idText('safety.person_unknown') });
export const blocked = z.object({
  userId: z.number(),
  name: z.string(),
  photoUrl: z.nullable(z.string()),
  blockedAt: z.string(),
});
export type Blocked = z.output<typeof blocked>;

export const page = z.object(pageFields);
