import type { JobState } from '../jobs/lifecycle.ts';

/** A series has at most so many dates, in at most so many days. */
export const REPEAT_DATES_MAX = 60;
export const REPEAT_DAYS_MAX = 366;
export const RULE_MAX = 200;
/** The worker answers within so many days. */
export const REPEAT_ANSWER_DAYS = 7;
/** The contract of a date is made so many days before, and its poster is asked to pay. */
export const REPEAT_AHEAD_DAYS = 8;

/** A job can be repeated from its award on, also when it is done. */
export const canRepeat = (state: JobState): boolean =>
  state === 'awarded' || state === 'in_progress' || state === 'completed';

export const REPEAT_ANSWERS = ['agree', 'decline'] as const;
