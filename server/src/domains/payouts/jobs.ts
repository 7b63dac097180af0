import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { Tasks } from '../../platform/jobs/index.ts';
import { makeInvoice } from './invoices.ts';
import { advanceWithdrawal } from './transfers.ts';
import { enqueueOverdue } from './withdrawals-store.ts';

/** Each withdrawal has its own next job; what is this much late has lost it. */
const LOST_AFTER_MS = 60_000;

export const tasks = (deps: Deps): Tasks => ({
  advance_withdrawal: ({ withdrawalId }) => advanceWithdrawal(deps, Number(withdrawalId)),
  reconcile_withdrawals: () => {
    const before = new Date(deps.ports.clock.now().getTime() - LOST_AFTER_MS);
    return inTx(deps.db, (tx) => enqueueOverdue(tx, before));
  },
  make_invoice: ({ milestoneId }) => makeInvoice(deps, Number(milestoneId)),
});

export const crontab = ['* * * * * reconcile_withdrawals'];
