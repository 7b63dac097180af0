/** What an issue can be about. */
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

/** How an issue ended. */
export const ENDINGS = ['withdrawn', 'settled'] as const;
export type Ending = (typeof ENDINGS)[number];

/**
 * Who opened an issue: a party, a party who refused a split, the timer when no split was agreed, or the claim of a visit
 * that the other side contested.
 */
export const ORIGINS = ['party', 'refused_split', 'late_split', 'visit'] as const;
export type DisputeOrigin = (typeof ORIGINS)[number];

/** A cancelled job can be disputed for so long. */
export const AFTER_CANCEL_DAYS = 7;

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
