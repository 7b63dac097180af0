import type { TrialBalanceResult } from '@fws/contract/admin/books/schemas';

/** Puts a balance on its debit or credit side. A balance below zero goes to the other side. */
export function toTrialBalanceLine(line: {
  account: string;
  accounts: number;
  open: number;
  balancePaise: number;
  normalSide: 1 | -1;
}): TrialBalanceResult['lines'][number] {
  const signed = line.balancePaise * line.normalSide;
  return {
    account: line.account,
    accounts: line.accounts,
    open: line.open,
    debitPaise: Math.max(signed, 0),
    creditPaise: Math.max(-signed, 0),
  };
}
