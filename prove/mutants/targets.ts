/** A file of pure rules about money, and the tests that cover it. */
export interface Target {
  file: string;
  tests: readonly string[];
  /** For a file that also does other things: the functions and constants to change. */
  only?: readonly string[];
}

const beside = (path: string, ...more: string[]): Target => ({
  file: `${path}.ts`,
  tests: [`${path}.test.ts`, ...more],
});

const CONTRACTS = 'server/src/domains/contracts';
const LEDGER = 'server/src/domains/ledger';
const PAYOUTS = 'server/src/domains/payouts';

export const TARGETS: readonly Target[] = [
  beside('contract/src/platform/money'),
  beside('contract/src/platform/display'),
  beside('contract/src/platform/amount-in-words'),
  beside('contract/src/platform/dates'),
  beside('contract/src/platform/process'),
  beside('contract/src/contracts/process'),
  beside('contract/src/payouts/process'),
  beside('contract/src/payouts/fees'),
  beside('contract/src/quotes/model'),
  {
    file: `${LEDGER}/accounts.ts`,
    tests: ['postings', 'provider-postings', 'withdrawal-postings'].map(
      (name) => `${LEDGER}/${name}.test.ts`,
    ),
  },
  beside(`${LEDGER}/posting`),
  beside(`${LEDGER}/postings`),
  beside(`${LEDGER}/provider-postings`),
  beside(`${LEDGER}/withdrawal-postings`),
  beside(`${CONTRACTS}/cancel-rules`),
  beside(`${CONTRACTS}/chargeback-rules`),
  beside(`${CONTRACTS}/deadlines`),
  beside(`${CONTRACTS}/dividing-rules`),
  { file: `${CONTRACTS}/policy.ts`, tests: [`${CONTRACTS}/rules.test.ts`, `${CONTRACTS}/steps.test.ts`] },
  beside(`${CONTRACTS}/rules`, `${CONTRACTS}/steps.test.ts`),
  beside(`${CONTRACTS}/settlement`),
  {
    ...beside(`${CONTRACTS}/status`),
    only: ['ASK_AFTER_MS', 'paymentStatus', 'isCheckDue'],
  },
  beside(`${PAYOUTS}/invoice-rules`),
  beside(`${PAYOUTS}/rules`),
  beside(`${PAYOUTS}/states`),
  beside('server/src/domains/disputes/rules'),
  beside('server/src/domains/admin/books/rules'),
  beside('server/src/domains/admin/disputes/rules'),
  beside('server/src/domains/admin/matters/rules'),
  beside('server/src/domains/quotes/rules'),
  beside('web/src/domains/contracts/money'),
  {
    ...beside('web/src/domains/payouts/withdrawal'),
    only: ['amountProblem', 'staysPaise', 'waitsUntil', 'broughtForward'],
  },
];
