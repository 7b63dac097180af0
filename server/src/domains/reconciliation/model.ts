import type { NotCompared } from '@fws/contract/admin/restore/schemas';
import type { StatementLine } from '@fws/contract/admin/restore/statement';

export type { NotCompared, StatementLine };

/** One fact on which the two sides disagree. */
export interface Difference {
  /** `order:<id>`, `payment:<provider>:<id>`, `refund:<id>`, `transfer:<id>`, `settlement:<provider>:<id>` … */
  subject: string;
  /** The next three are shown to people. */
  what: string;
  ours: string;
  theirs: string;
}

/** Both ends are included. A record counts by when its money moved. */
export interface Period {
  since: Date;
  until: Date;
}

/** The balance of a payout account at a moment, and what our books had taken out of it by then. */
export interface KnownBalance {
  provider: string;
  at: string;
  balancePaise: number;
  paidPaise: number;
  /** Withdrawals that may or may not have left it. */
  underWayPaise: number;
}

export interface ComparisonQuery extends Period {
  /** At most this many of our records are queried one by one, newest first. */
  limit?: number | undefined;
  /** Lines of the payout account's statement, where its provider lists no transfers. */
  statement?: StatementLine[] | undefined;
}

export interface ProviderComparison {
  /** Each needs a person: one side has money that the other lacks, or another amount. */
  differences: Difference[];
  /** Still in progress at the provider or with us: not a difference yet, and no all-clear. Compare again later. */
  notFinal: Difference[];
  /** What no provider lists, so that nobody knows whether something is missing. */
  notCompared: NotCompared[];
  /** How many records were compared, the provider's and ours together. */
  checked: {
    payments: number;
    refunds: number;
    settlements: number;
    transfers: number;
    statementLines: number;
  };
  /** Stored for the next comparison. */
  balances: KnownBalance[];
  comparedAt: Date;
}
