/** What a poster may move a milestone's money to. */
export const FUND_STEPS = ['funded', 'accepted', 'released'] as const;
export type FundStep = (typeof FUND_STEPS)[number];
/** What a worker may move a milestone's work to. */
export const WORK_STEPS = ['started', 'completed', 'payment_requested'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

/** In a browser, these steps follow the milestone's last change after a pause. */
const STEPS_AFTER_PAUSE: readonly (FundStep | WorkStep)[] = ['released', 'completed', 'payment_requested'];
export const STEP_PAUSE_MS = 2_000;

/** A step whose button appears under the finger that has just taken the step before it. */
export const needsPause = (step: FundStep | WorkStep): boolean => STEPS_AFTER_PAUSE.includes(step);

/** How often the poster may ask for changes of one milestone. */
export const CHANGE_REQUESTS_MAX = 2;

/** Characters of the worker's note on completed work. */
export const NOTE_MAX = 2_000;

/** What one side of an awarded job may have to do next. `change`: the poster asked to change the work. */
export const TURN_TASKS = [...FUND_STEPS, ...WORK_STEPS, 'change', 'propose_split', 'answer_split'] as const;
export type TurnTask = (typeof TURN_TASKS)[number];

/** What an awarded job waits for, as one side sees it. `none`: it has ended, or its money is on the way back. */
export const CONTRACT_STATUSES = ['disputed', 'on_hold', 'your_turn', 'their_turn', 'none'] as const;

/** What a receipt of the poster is about: a payment, a release, a refund, or the settlement of a dispute. */
export const RECEIPT_KINDS = ['paid', 'released', 'refunded', 'settled'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export const SIDES = ['poster', 'worker'] as const;
export type Side = (typeof SIDES)[number];

/** What cancelling an awarded job does to a milestone, or what it leaves it waiting for. */
export const CANCEL_OUTCOMES = [
  /** Nobody paid for it: it is closed. */
  'closed',
  /** Paid and not started: the money goes back. */
  'refunded',
  /** Accepted: the money goes to the worker. */
  'released',
  /** Started: both sides say what the work so far is worth. */
  'split',
  /** Completed: it is released, sent back or disputed, as without cancelling. */
  'answer',
  /** On hold: the dispute or the bank decides. */
  'held',
  /** Its money has left escrow before. */
  'settled',
] as const;
export type CancelOutcome = (typeof CANCEL_OUTCOMES)[number];

/** How the other side answers a proposed split. A refusal opens a dispute. */
export const SPLIT_ANSWERS = ['agree', 'counter', 'refuse'] as const;
export type SplitAnswer = (typeof SPLIT_ANSWERS)[number];
/** Proposals about one milestone, of both sides together. */
export const SPLIT_TURNS_MAX = 6;
/** Without an agreement, a split ends after this time, counted from its first proposal, or from its beginning if it has none. */
export const SPLIT_DAYS = 3;
/** Days before that end on which the side that has not answered is reminded. */
export const SPLIT_REMINDER_DAYS = [2, 1] as const;
/** From this percentage of the job's value completed on, a split on which both do not agree goes to an admin at once. */
export const SPLIT_ADMIN_PERCENT = 60;

/** `escrow_payment_status`: SUCCESS only once the payment is in the ledger. */
export const PAYMENT_STATUSES = [
  'SUCCESS',
  'PENDING',
  'NOT_ATTEMPTED',
  'FAILED',
  'USER_DROPPED',
  'CANCELLED',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What happens in a contract, as both sides read it in their conversation. */
export const CONTRACT_EVENTS = [
  'awarded',
  'funded',
  'started',
  'completed',
  'payment_requested',
  'change_requested',
  'accepted',
  'released',
  /** Nobody answered a payment request in time. */
  'released_unanswered',
  'refund_started',
  'refunded',
  /** The bank gave the money of the milestone back to the payer. */
  'charged_back',
  'split_proposed',
  'split_agreed',
  /** A change of the plan, with the total after it. */
  'change_proposed',
  'change_agreed',
  'dispute_raised',
  'dispute_withdrawn',
  'dispute_settled',
  /** One side cancelled the job, and started work or money on hold is left. */
  'cancelling',
  'job_cancelled',
  'job_completed',
] as const;
export type ContractEventKind = (typeof CONTRACT_EVENTS)[number];
