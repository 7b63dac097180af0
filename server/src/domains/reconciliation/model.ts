import type { NotCompared } from '@fws/contract/admin/restore/model';
import type { StatementLine } from '@fws/contract/admin/restore/statement';

export type { NotCompared, StatementLine };

/** One thing that both sides do not say the same about. */
export interface Difference {
  /** `order:<id>`, `payment:<provider>:<id>`, `refund:<id>`, `transfer:<id>`, `settlement:<provider>:<id>` … */
  subject: string;
  /** The three for people. */
  what: string;
  ours: string;
  theirs: string;
}

/** Both ends count, by when the money moved. */
export interface Period {
  since: Date;
  until: Date;
}

/** What was in a payout account at some moment, and what our books had taken out of it by then. */
export interface KnownBalance {
  provider: string;
  at: string;
  balancePaise: number;
  paidPaise: number;
  /** May have left it, or may not. */
  underWayPaise: number;
}

export interface ComparisonAsked extends Period {
  /** At most so many of our records are asked about one by one, the newest first. */
  limit?: number | undefined;
  /** Lines of the payout account's statement, where its provider lists no transfers. */
  statement?: StatementLine[] | undefined;
}

export interface ProviderComparison {
  /** Each is for a person: one side has money that the other does not know, or not as much. */
  differences: Difference[];
  /** Still under way with us or with the provider: no difference yet, and no all-clear. Ask again later. */
  notFinal: Difference[];
  /** What nobody lists, so that nobody knows whether something is missing. */
  notCompared: NotCompared[];
  /** How many records were looked at, the provider's and ours together. */
  checked: {
    payments: number;
    refunds: number;
    settlements: number;
    transfers: number;
    statementLines: number;
  };
  /** To compare the next balances with. */
  balances: KnownBalance[];
  comparedAt: Date;
}
