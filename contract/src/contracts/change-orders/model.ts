/** How a change of the plan is answered. Whoever proposed it last may only withdraw it. */
export const CHANGE_ANSWERS = ['agree', 'counter', 'refuse', 'withdraw'] as const;
export type ChangeAnswer = (typeof CHANGE_ANSWERS)[number];

/** Proposals about one change, of both sides together. */
export const CHANGE_TURNS_MAX = 6;
/** An unanswered turn lapses after this time. */
export const CHANGE_DAYS = 7;

/** What a change does to a milestone. */
export const PART_CHANGES = ['kept', 'changed', 'added', 'removed'] as const;
export type PartChangeKind = (typeof PART_CHANGES)[number];

/** A milestone of a plan. */
export interface PlanPart {
  milestoneId: number;
  position: number;
  /** The worker's text, or the message id of a standard part. */
  name: string;
  amountPaise: number;
}

/** What a proposal does to a plan. */
export type PartChange =
  | { kind: 'change'; milestoneId: number; name: string; amountPaise: number }
  | { kind: 'remove'; milestoneId: number }
  | { kind: 'add'; name: string; amountPaise: number };
