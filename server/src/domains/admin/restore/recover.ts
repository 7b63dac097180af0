import type { RecoverCommand } from '@fws/contract/admin/restore/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { paymentsBy } from '../../../ports/index.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { recoverOrder, recoverUnmatchedOrder } from '../../contracts/index.ts';
import { openRestore } from '../../ledger/index.ts';
import { payoutGatewayOf, recoverWithdrawal } from '../../payouts/index.ts';
import { record } from '../audit.ts';

/**
 * A restored database lacks what began after the backup. An admin enters the id, the provider returns the details, and the
 * row is inserted again as if it was in progress. The usual tasks then book its result.
 */
export interface Found {
  amountPaise: number;
  provider: string;
}

/** Asks the provider, outside any transaction. Only what the provider knows can be booked, with its amount. */
export async function findForgotten(deps: Deps, { kind, number }: RecoverCommand): Promise<Outcome<Found>> {
  if ((await openRestore(deps.db)) === null) return refuse('conflict', 'admin.restore_none');
  try {
    const found = kind === 'transfer' ? await findTransfer(deps, number) : await findOrder(deps, number);
    if (!found) return refuseField('number', 'admin.restore_number_unknown');
    if (kind === 'unmatched' && !(await isTaken(deps, number, found)))
      return refuseField('number', 'admin.restore_nothing_taken');
    return done(found);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return refuse('unavailable', 'admin.restore_provider_silent');
  }
}

async function findTransfer({ ports }: Deps, transferId: string): Promise<Found | null> {
  const gateway = payoutGatewayOf(ports, transferId);
  const transfer = await gateway.getTransfer(transferId);
  const hasMoved = transfer?.status === 'paid' || transfer?.status === 'processing';
  return transfer && hasMoved ? { amountPaise: transfer.amountPaise, provider: gateway.provider } : null;
}

async function findOrder({ ports }: Deps, orderId: string): Promise<Found | null> {
  for (const gateway of [ports.payments, ports.otherPayments]) {
    const order = await gateway?.getOrder(orderId);
    if (gateway && order) return { amountPaise: order.amountPaise, provider: gateway.provider };
  }
  return null;
}

/**
 * For an order without a milestone in the books: true when the provider took the money, is taking it, or has returned it.
 * The usual task then polls the inserted order until its status is final.
 */
async function isTaken({ ports }: Deps, orderId: string, { provider }: Found): Promise<boolean> {
  const payments = await paymentsBy(ports, provider).listPayments(orderId);
  return payments.some(({ status }) => status === 'success' || status === 'pending' || status === 'void');
}

export async function recoverForgotten(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: RecoverCommand,
  { amountPaise, provider }: Found,
): Promise<Outcome<null>> {
  const { kind, number, workerId, reason } = command;
  const now = deps.ports.clock.now();
  const restore = await openRestore(tx);
  if (!restore) return refuse('conflict', 'admin.restore_none');
  const recovered = await recover(deps, tx, command, { amountPaise, provider, restoredAt: restore.markedAt });
  switch (recovered) {
    case 'known':
      return refuseField('number', 'admin.restore_number_known');
    case 'no_milestone':
      return refuseField('number', 'admin.restore_no_milestone');
    case 'has_milestone':
      return refuseField('number', 'admin.restore_has_milestone');
    case 'not_ours':
      return refuseField('number', 'admin.restore_not_ours');
    case 'unknown_worker':
      return refuseField('workerId', 'admin.restore_no_account');
    case 'wallet_short':
      return refuse('conflict', 'admin.restore_wallet_short');
    case 'done': {
      const details = { kind, amountPaise, workerId };
      const act = {
        adminId,
        act: 'forgotten_recovered',
        subject: 'recovered',
        subjectId: number,
        reason,
        details,
      };
      await record(tx, act, now);
      return done(null);
    }
  }
}

async function recover(
  deps: Deps,
  tx: Tx,
  { kind, number, workerId }: RecoverCommand,
  { amountPaise, provider, restoredAt }: Found & { restoredAt: Date },
) {
  const now = deps.ports.clock.now();
  switch (kind) {
    case 'order':
      return recoverOrder(tx, { orderId: number, provider, now });
    case 'unmatched':
      return recoverUnmatchedOrder(tx, { orderId: number, provider, amountPaise, now });
    case 'transfer':
      return workerId === null
        ? 'unknown_worker'
        : recoverWithdrawal(deps, tx, {
            transferId: number,
            userId: workerId,
            amountPaise,
            restoredAt,
            now,
          });
  }
}
