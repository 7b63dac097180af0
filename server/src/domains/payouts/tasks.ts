import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { getPayloadNumber, getPayloadText, type Tasks } from '../../platform/queue/index.ts';
import { sealAccountNumbers } from './account-numbers.ts';
import { checkAccountName, decideWaits } from './holders.ts';
import { createInvoices } from './invoices.ts';
import { stopPayouts } from './account-removal.ts';
import { advanceWithdrawal } from './transfers.ts';
import { enqueueOverdue, enqueuePending } from './withdrawals-store.ts';

/** Every pending withdrawal has a queued task. One that is this late has lost its task. */
const LOST_AFTER_MS = 60_000;

export const tasks = (deps: Deps): Tasks => ({
  advance_withdrawal: ({ withdrawalId }) => advanceWithdrawal(deps, Number(withdrawalId)),
  reconcile_withdrawals: () => {
    const before = new Date(deps.ports.clock.now().getTime() - LOST_AFTER_MS);
    return inTx(deps.db, (tx) => enqueueOverdue(tx, before));
  },
  resume_withdrawals: () => inTx(deps.db, enqueuePending),
  make_invoice: ({ milestoneId }) => createInvoices(deps, Number(milestoneId)),
  decide_account_waits: (payload) => decideWaits(deps, getPayloadNumber(payload, 'userId')),
  check_account_name: (payload) =>
    checkAccountName(deps, {
      accountId: getPayloadNumber(payload, 'accountId'),
      beneficiaryId: getPayloadText(payload, 'beneficiaryId'),
      since: new Date(getPayloadText(payload, 'since')),
    }),
  stop_payouts: (payload) =>
    stopPayouts(
      deps,
      getPayloadNumber(payload, 'userId'),
      payload['accountId'] === null ? null : getPayloadNumber(payload, 'accountId'),
    ),
  seal_account_numbers: () => sealAccountNumbers(deps),
});

export const crontab = ['* * * * * reconcile_withdrawals', '23 * * * * seal_account_numbers'];
