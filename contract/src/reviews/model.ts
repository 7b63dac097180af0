/** The widget goes from 0 to 100; twenty make a star. */
export const POINTS_PER_STAR = 20;

/** How long after the end of a job each side may rate the other. */
export const RATING_DAYS = 14;
/** Ratings and completed jobs count from this sum on, released to the worker. */
export const COUNTED_FROM_PAISE = 100_00;
/** Why a rating or a completed job counts nowhere. */
export type UncountedReason = 'linked' | 'small' | 'unpaid' | 'taken_down';
