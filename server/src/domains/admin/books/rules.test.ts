import { expect, test } from 'vitest';
import { toTrialBalanceLine } from './rules.ts';

const account = { account: 'wallet', accounts: 3, open: 2 };

test.each([
  ['of a debit account is a debit', 1, 500, 500, 0],
  ['of a debit account below zero is a credit', 1, -500, 0, 500],
  ['of a credit account is a credit', -1, 500, 0, 500],
  ['of a credit account below zero is a debit', -1, -500, 500, 0],
  ['of nothing is neither', 1, 0, 0, 0],
] as const)('a balance %s', (_, normalSide, balancePaise, debitPaise, creditPaise) => {
  const line = toTrialBalanceLine({ ...account, normalSide, balancePaise });
  expect({ ...line, creditPaise: line.creditPaise + 0 }).toEqual({ ...account, debitPaise, creditPaise });
});
