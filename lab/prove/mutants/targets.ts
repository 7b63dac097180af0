/** A file of pure rules about money, and the tests that cover it. */
export interface Target {
  file: string;
  tests: readonly string[];
  /** For a file that also does other things: the functions and constants to change. */
  only?: readonly string[];
}

const createTarget = (path: string, ...more: string[]): Target => ({
  file: `${path}.ts`,
  tests: [`${path}.test.ts`, ...more],
});

const CONTRACTS = 'server/src/domains/contracts';
const ESCROW = 'server/src/domains/escrow';
const POSTINGS = 'server/src/domains/ledger/postings';
const PAYOUTS = 'server/src/domains/payouts';

export const TARGETS: readonly Target[] = [
  createTarget('contract/src/platform/money'),
  createTarget('contract/src/platform/display'),
  createTarget('contract/src/platform/amount-in-words'),
  createTarget('contract/src/platform/dates'),
  createTarget('contract/src/platform/lifecycle'),
  createTarget('contract/src/contracts/lifecycle'),
  ...['cancelling', 'chargebacks', 'orders', 'refunds'].map((part) =>
    createTarget(`contract/src/contracts/${part}/lifecycle`),
  ),
  createTarget('contract/src/payouts/lifecycle'),
  createTarget('contract/src/payouts/fees'),
  createTarget('contract/src/quotes/model'),
  createTarget('contract/src/quotes/payable'),
  {
    file: `${POSTINGS}/accounts.ts`,
    tests: ['escrow', 'provider', 'withdrawals'].map((name) => `${POSTINGS}/${name}.test.ts`),
  },
  createTarget(`${POSTINGS}/posting`),
  createTarget(`${POSTINGS}/escrow`),
  createTarget(`${POSTINGS}/provider`),
  createTarget(`${POSTINGS}/withdrawals`),
  createTarget(`${CONTRACTS}/cancelling/rules`),
  createTarget(`${ESCROW}/chargebacks/rules`),
  createTarget(`${CONTRACTS}/auto-release/deadlines`),
  createTarget(`${ESCROW}/releases/wait`),
  createTarget(`${ESCROW}/dispute-split/rules`),
  { file: `${CONTRACTS}/policy.ts`, tests: [`${CONTRACTS}/rules.test.ts`, `${CONTRACTS}/steps.test.ts`] },
  createTarget(`${ESCROW}/policy`),
  createTarget(`${CONTRACTS}/rules`, `${CONTRACTS}/steps.test.ts`),
  createTarget(`${ESCROW}/orders/outcome`),
  {
    ...createTarget(`${ESCROW}/orders/status`),
    only: ['ASK_AFTER_MS', 'toPaymentStatus', 'isCheckDue'],
  },
  createTarget(`${PAYOUTS}/invoices/rules`),
  createTarget(`${PAYOUTS}/withdrawals/rules`),
  createTarget(`${PAYOUTS}/invoices/states`),
  createTarget('server/src/domains/disputes/rules'),
  createTarget('server/src/domains/admin/books/rules'),
  createTarget('server/src/domains/admin/disputes/rules'),
  createTarget('server/src/domains/admin/cases/rules'),
  createTarget('server/src/domains/quotes/rules'),
  createTarget('web/src/domains/contracts/money'),
  {
    ...createTarget('web/src/domains/payouts/withdrawal'),
    only: ['validateAmount', 'calculateRemainingPaise', 'getWaitEnd', 'calculateBroughtForward'],
  },
];
