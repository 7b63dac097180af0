/** The widget goes from 0 to 100; twenty make a star. */
export const POINTS_PER_STAR = 20;

/** How long after the end of a job each side may review the other. Then what is sealed opens. */
export const REVIEW_DAYS = 14;
/** What was written about a job that does not end opens so many days after the last release or the first review. */
export const IDLE_REVIEW_DAYS = 90;
/** So many days before that, whoever has not reviewed is reminded. */
export const REVIEW_REMINDER_DAYS = 3;
/** Ratings and completed jobs count if at least this was released to the worker, outcomes if it was agreed. */
export const COUNTED_FROM_PAISE = 100_00;
/** Why a rating or a completed job counts nowhere. */
export type UncountedReason = 'linked' | 'small' | 'unpaid' | 'taken_down';

/** Characters of a review, and of the reply to it. */
export const REVIEW_TEXT_MAX = 1000;

/** What can be rated apart, by choice. */
export const REVIEW_PARTS = ['quality', 'onTime', 'asAgreed', 'manner'] as const;
export type ReviewPart = (typeof REVIEW_PARTS)[number];
