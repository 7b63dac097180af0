/** A record is over so many jobs, the newest by their award. */
export const RECORD_JOBS = 20;
/** With fewer it is not shown: one or two jobs say nothing about a person. */
export const RECORD_MIN_JOBS = 5;

/** What a job is in the record of one of its sides. `uncounted`: it is in none. */
export const OUTCOMES = ['kept', 'cancelled', 'late', 'uncounted'] as const;
export type JobOutcome = (typeof OUTCOMES)[number];

/** Why a job has that outcome for this side. */
export const OUTCOME_REASONS = [
  /** Kept. */
  'done',
  /** Against this side. */
  'cancelled',
  'absent',
  'late_visit',
  'late_work',
  /** The other side is at fault. */
  'other_side',
  /** Nobody is: who cancelled or was absent had an excuse. */
  'excused',
  /** The other side's account was suspended. */
  'suspended',
  /** The worker waited too long for a payment. */
  'unpaid',
  /** The poster cancelled a visit to which the worker had not come. */
  'no_arrival',
  /** It ended without a cancellation: by a dispute, a suspension, or because both left the date out. */
  'ended',
  /** The two accounts belong together. */
  'linked',
  /** It is worth too little. */
  'small',
] as const;
export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

/** A cancellation that is not the fault of the side that cancelled. */
export const WAIVERS = ['suspended', 'unpaid', 'no_arrival'] as const satisfies readonly OutcomeReason[];
export type Waiver = (typeof WAIVERS)[number];

/** A worker waits so long for a payment. Who gives up later is not at fault. */
export const UNPAID_DAYS = 3;

/** So long after it is written, what counts against somebody can be contested, once. */
export const CONTEST_DAYS = 14;
/** FWS decides about it within this time. */
export const CONTEST_ANSWER_DAYS = 7;
/** Characters of what contests it. */
export const CONTEST_TEXT_MAX = 1000;

export const CONTEST_DECISIONS = ['lift', 'uphold'] as const;
export type ContestDecision = (typeof CONTEST_DECISIONS)[number];
