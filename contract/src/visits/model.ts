const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The agreed time of a visit, as two times of one day in India. */
export const WINDOW_MIN_MINUTES = 30;
export const WINDOW_MAX_MINUTES = 8 * 60;

/** Who cancels this shortly before the agreed time, or later, is absent. */
export const LATE_CANCEL_MS = 3 * HOUR_MS;

/** A no-show can be claimed until so long after the agreed time. */
export const CLAIM_LASTS_MS = 48 * HOUR_MS;

/** The other side has this time to answer a claim. Only hours of the day count. */
export const ANSWER_MS = 2 * HOUR_MS;
export const ANSWER_HOURS = { from: 8, until: 21 } as const;

/** A claim of which the other side could not be told within this time goes to a person. */
export const UNDELIVERED_MS = 24 * HOUR_MS;

/** What silence decided waits for so long before money moves. */
export const SILENCE_RESTS_MS = 24 * HOUR_MS;

/** A step of a device whose possible time is longer than this proves neither lateness nor absence. */
export const POSSIBLE_TIME_MAX_MS = 12 * HOUR_MS;

export const CODE_DIGITS = 4;
/** After so many wrong codes a scan or the poster's tap starts the work. */
export const CODE_TRIES_MAX = 5;

/** Why somebody was absent without a fault. `hindered`: by the other side, which a person has to judge. */
export const EXCUSES = ['illness', 'safety', 'hindered'] as const;
export type Excuse = (typeof EXCUSES)[number];

/** What the other side answers to a claim. */
export const NO_SHOW_ANSWERS = ['agree', 'excuse', 'contest'] as const;
export type NoShowAnswer = (typeof NO_SHOW_ANSWERS)[number];
