/** One thing that both sides do not say the same about. */
export interface Difference {
  what: string;
  ours: string;
  theirs: string;
}

/** What a comparison was asked for. Both ends count by when the money moved. */
export interface Period {
  since: Date;
  until: Date;
}

/** A line of a statement that a person downloaded. */
export interface StatementLine {
  line: number;
  at: Date;
  reference: string;
  amountPaise: number;
  direction: 'debit' | 'credit';
}

export interface ProviderComparison {
  /** Each is for a person to look at: one side has money that the other does not know, or not as much. */
  differences: Difference[];
  /** Still under way with us or with the provider: ask again later. No difference yet, and no all-clear. */
  notFinal: Difference[];
  /** What no provider lists, so that nobody knows whether something is missing. */
  notCompared: string[];
  /** How many of the provider's records were looked at. */
  checked: { payments: number; refunds: number; settlements: number; transfers: number };
  comparedAt: Date;
}
