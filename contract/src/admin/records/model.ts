/** The kinds of records that can be searched. */
export const RECORD_KINDS = ['job', 'contract', 'order', 'withdrawal'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The states by which each kind can be filtered, in lifecycle order. */
export const RECORD_STATES = {
  job: ['open', 'withheld', 'awarded', 'in_progress', 'ending', 'completed', 'expired', 'cancelled'],
  contract: ['under_way', 'completed', 'cancelled'],
  order: ['created', 'active', 'applied', 'unapplied', 'expired', 'terminated'],
  withdrawal: ['requested', 'processing', 'paid', 'failed', 'reversed'],
} as const satisfies Record<RecordKind, readonly string[]>;
