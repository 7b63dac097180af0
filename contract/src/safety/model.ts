/** What people write or upload, and others can report. */
export const CONTENT_TYPES = ['job', 'quote', 'user', 'photo', 'review', 'message'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** The texts of what can be reported. Their names are messages: `safety.text_<name>`. */
export const TEXT_NAMES = [
  'title',
  'description',
  'place',
  'skills',
  'scope',
  'name',
  'about',
  'company',
  'comment',
  'reply',
  'message',
  // What a message said before its writer changed it.
  'before',
  // What its author wrote about it to the reporter alone.
  'note',
] as const;
export type TextName = (typeof TEXT_NAMES)[number];

/** How bad it may be for somebody, worst first. The queue of FWS has this order. */
export const HARMS = ['danger', 'money', 'private', 'honesty'] as const;
export type Harm = (typeof HARMS)[number];

interface Reason {
  harm: Harm;
  /** Within so many hours FWS decides. */
  hours: number;
  /** What it can be said of. */
  of: readonly ContentType[];
  /** Only authors give it, about their own; others give all the rest. */
  isOfAuthor?: true;
}

const ANYTHING = CONTENT_TYPES;

/** Why something is reported, in the order of the form. */
export const REASONS = {
  money_first: { harm: 'money', hours: 4, of: ['job', 'quote', 'user', 'photo', 'message'] },
  outside_payment: { harm: 'money', hours: 4, of: ['job', 'quote', 'user', 'photo', 'message'] },
  not_real: { harm: 'money', hours: 4, of: ['job', 'quote', 'user', 'photo'] },
  /** Change the price, or a bad review. */
  bad_review_threat: { harm: 'honesty', hours: 72, of: ['review', 'quote', 'message'] },
  untrue_review: { harm: 'honesty', hours: 72, of: ['review'] },
  copied: { harm: 'honesty', hours: 72, of: ['photo', 'user'] },
  danger: { harm: 'danger', hours: 1, of: ANYTHING },
  /** Nudity, or a picture of a person in private. */
  intimate: { harm: 'danger', hours: 2, of: ['photo', 'user', 'job', 'quote', 'message'] },
  private_data: { harm: 'private', hours: 24, of: ANYTHING },
  /** Contact data that the filter has missed. */
  contact_shown: { harm: 'honesty', hours: 72, of: ['job', 'quote', 'user', 'review', 'message'] },
  other: { harm: 'honesty', hours: 72, of: ANYTHING },
  /** What the filter hides is not contact data. */
  wrongly_hidden: { harm: 'honesty', hours: 72, of: ['job', 'quote'], isOfAuthor: true },
} as const satisfies Record<string, Reason>;
export type ReportReason = keyof typeof REASONS;
/** The rule that a decision names. */
export type Rule = Exclude<ReportReason, 'wrongly_hidden'>;
export const REPORT_REASONS = Object.keys(REASONS) as ReportReason[];

export const isReasonOfAuthor = (reason: ReportReason): boolean =>
  (REASONS[reason] as Reason).isOfAuthor ?? false;

const appliesTo = (reason: ReportReason, type: ContentType): boolean =>
  (REASONS[reason] as Reason).of.includes(type);

/** What others say of it. */
export const listReasons = (type: ContentType): ReportReason[] =>
  REPORT_REASONS.filter((reason) => appliesTo(reason, type) && !isReasonOfAuthor(reason));

/** What its author says of it. */
export const listAuthorReasons = (type: ContentType): ReportReason[] =>
  REPORT_REASONS.filter((reason) => appliesTo(reason, type) && isReasonOfAuthor(reason));

/** A report of one of these comes with the messages of the two. */
export const needsMessages = (reason: ReportReason): boolean => reason === 'bad_review_threat';
/** So many of them, the newest. */
export const REPORTED_MESSAGES_MAX = 100;

export const DETAILS_MAX = 1000;
/** Words to the author, and an appeal. */
export const WORDS_MAX = 1000;

/** What FWS decides about what was reported, or waits for a look before it is shown. */
export const REPORT_DECISIONS = ['take_down', 'suspend', 'ask_change', 'leave', 'show_text'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** What its author can edit, and so be asked to change. */
const CHANGEABLE: readonly ContentType[] = ['job', 'quote', 'user'];
export const canAskChange = (type: ContentType): boolean => CHANGEABLE.includes(type);

/** Of something that its author was asked to change. `ended`: FWS has decided anew. */
export type ChangeState = 'asked' | 'waiting' | 'shown' | 'ended';

export const APPEAL_DECISIONS = ['put_back', 'stands'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];

/** The author may appeal for so many days, once. */
export const APPEAL_DAYS = 14;
/** Within so many days FWS answers an appeal. */
export const APPEAL_ANSWER_DAYS = 7;
/** A first post that looks like a known fraud, and what was changed because FWS asked, wait for at most so many hours. */
export const WAIT_HOURS = 12;

/** "R-0418": the number of a case that people can name. */
export const formatReportNumber = (caseId: number): string => `R-${String(caseId).padStart(4, '0')}`;
