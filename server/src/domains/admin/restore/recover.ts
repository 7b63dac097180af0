import type { RecoverCommand } from '@fws/contract/admin/restore/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { recoverOrder } from '../../contracts/index.ts';
import { openRestore } from '../../ledger/index.ts';
import { payoutGatewayOf, recoverWithdrawal } from '../../payouts/index.ts';
import { record } from '../audit.ts';

/**
 * What was begun after the backup is unknown to a restored database. A person names it, the provider says what it is,
 * and its row is made again as if it was under way: from there on the usual tasks book what became of it.
 */
export interface Found {
  amountPaise: number;
  provider: string;
}

/** Asks the provider, outside of any transaction. Only what it knows can be booked, and only with its amount. */
export async function findForgotten(deps: Deps, { kind, number }: RecoverCommand): Promise<Outcome<Found>> {
  if ((await openRestore(deps.db)) === null) return refuse('conflict', 'admin.restore_none');
  try {
    const found = kind === 'transfer' ? await findTransfer(deps, number) : await findOrder(deps, number);
    return found ? done(found) : refuseField('number', 'admin.restore_number_unknown');
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
  const recovered =
    kind === 'order'
      ? await recoverOrder(tx, { orderId: number, provider, now })
      : workerId === null
        ? 'unknown_worker'
        : await recoverWithdrawal(deps, tx, {
            transferId: number,
            userId: workerId,
            amountPaise,
            restoredAt: restore.markedAt,
            now,
          });
  switch (recovered) {
    case 'known':
      return refuseField('number', 'admin.restore_number_known');
    case 'no_milestone':
      return refuseField('number', 'admin.restore_no_milestone');
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
