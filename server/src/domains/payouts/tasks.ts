import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  noPayload,
  type CronLine,
  type Payloads,
  type TaskPriorities,
} from '../../platform/queue/index.ts';
import { sealAccountNumbers } from './account-numbers/service.ts';
import { checkAccountName, decideWaits } from './holders/service.ts';
import { createInvoices } from './invoices/service.ts';
import { stopPayouts } from './account-removal/service.ts';
import { recordPayoutSignals } from './signals/service.ts';
import { advanceWithdrawal } from './transfers/service.ts';
import { enqueueOverdue, enqueuePending } from './withdrawals/store.ts';

/** Every pending withdrawal has a queued task. One that is this late has lost its task. */
const LOST_AFTER_MS = 60_000;

const payloads = {
  advance_withdrawal: z.object({ withdrawalId: z.int() }),
  reconcile_withdrawals: noPayload,
  resume_withdrawals: noPayload,
  make_invoice: z.object({ milestoneId: z.int() }),
  decide_account_waits: z.object({ userId: z.int() }),
  /** `since`: an ISO time. */
  check_account_name: z.object({ accountId: z.int(), beneficiaryId: z.string(), since: z.string() }),
  /** Without an account: all accounts of the user. */
  stop_payouts: z.object({ userId: z.int(), accountId: z.nullable(z.int()) }),
  seal_account_numbers: noPayload,
  record_payout_signals: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** People wait for their money; nobody waits for old account numbers to be sealed. */
export const taskPriorities: TaskPriorities = {
  advance_withdrawal: 'first',
  stop_payouts: 'first',
  check_account_name: 'first',
  seal_account_numbers: 'later',
  record_payout_signals: 'later',
};

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    advance_withdrawal: ({ withdrawalId }) => advanceWithdrawal(deps, withdrawalId),
    reconcile_withdrawals: () => {
      const before = new Date(deps.ports.clock.now().getTime() - LOST_AFTER_MS);
      return inTx(deps.db, (tx) => enqueueOverdue(tx, before));
    },
    resume_withdrawals: () => inTx(deps.db, enqueuePending),
    make_invoice: ({ milestoneId }) => createInvoices(deps, milestoneId),
    decide_account_waits: ({ userId }) => decideWaits(deps, userId),
    check_account_name: ({ accountId, beneficiaryId, since }) =>
      checkAccountName(deps, { accountId, beneficiaryId, since: new Date(since) }),
    stop_payouts: ({ userId, accountId }) => stopPayouts(deps, userId, accountId),
    seal_account_numbers: () => sealAccountNumbers(deps),
    record_payout_signals: () => recordPayoutSignals(deps),
  });

export const crontab: readonly CronLine[] = [
  '* * * * * reconcile_withdrawals',
  '23 * * * * seal_account_numbers',
  '43 * * * * record_payout_signals',
];
