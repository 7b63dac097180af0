import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { numberIn, textIn, type Tasks } from '../../platform/jobs/index.ts';
import { sealAccountNumbers } from './account-numbers.ts';
import { checkAccountName, decideWaits } from './holders.ts';
import { makeInvoice } from './invoices.ts';
import { stopPayouts } from './removing.ts';
import { advanceWithdrawal } from './transfers.ts';
import { enqueueOverdue, enqueueUnderWay } from './withdrawals-store.ts';

/** Every pending withdrawal has a queued task. One that is this late has lost its task. */
const LOST_AFTER_MS = 60_000;

export const tasks = (deps: Deps): Tasks => ({
  advance_withdrawal: ({ withdrawalId }) => advanceWithdrawal(deps, Number(withdrawalId)),
  reconcile_withdrawals: () => {
    const before = new Date(deps.ports.clock.now().getTime() - LOST_AFTER_MS);
    return inTx(deps.db, (tx) => enqueueOverdue(tx, before));
  },
  resume_withdrawals: () => inTx(deps.db, enqueueUnderWay),
  make_invoice: ({ milestoneId }) => makeInvoice(deps, Number(milestoneId)),
  decide_account_waits: (payload) => decideWaits(deps, numberIn(payload, 'userId')),
  check_account_name: (payload) =>
    checkAccountName(deps, {
      accountId: numberIn(payload, 'accountId'),
      beneficiaryId: textIn(payload, 'beneficiaryId'),
      since: new Date(textIn(payload, 'since')),
    }),
  stop_payouts: (payload) =>
    stopPayouts(
      deps,
      numberIn(payload, 'userId'),
      payload['accountId'] === null ? null : numberIn(payload, 'accountId'),
    ),
  seal_account_numbers: () => sealAccountNumbers(deps),
});

export const crontab = ['* * * * * reconcile_withdrawals', '23 * * * * seal_account_numbers'];
