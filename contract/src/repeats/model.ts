/** A series has at most so many dates, in at most so many days. */
export const REPEAT_DATES_MAX = 60;
export const REPEAT_DAYS_MAX = 366;
export const RULE_MAX = 200;
/** The worker answers within so many days. */
export const REPEAT_ANSWER_DAYS = 7;
/** The contract of a date is made so many days before, and its poster is asked to pay a day later at the latest. */
export const REPEAT_AHEAD_DAYS = 8;
export const REPEAT_FUND_DAYS = 7;

export const REPEAT_ANSWERS = ['agree', 'decline'] as const;
