import type { RecoverCommand } from '@fws/contract/admin/restore/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { recoverOrder, recoverUnmatchedOrder } from '../../escrow/index.ts';
import { findOpenRestore } from '../../ledger/index.ts';
import { getTransferGateway, recoverWithdrawal } from '../../payouts/index.ts';
import { recordAuditEntry } from '../audit/store.ts';

/**
 * A restored database lacks what began after the backup. An admin enters the id, the provider returns the details, and the
 * row is inserted again as if it was in progress. The usual tasks then book its result.
 */
interface ForgottenMovement {
  amountPaise: number;
  provider: string;
}

/** Asks the provider, outside any transaction. Only what the provider knows can be booked, with its amount. */
async function findForgottenMovement(
  deps: Deps,
  { kind, number }: RecoverCommand,
): Promise<Outcome<ForgottenMovement>> {
  if ((await findOpenRestore(deps.db)) === null) return refuse('conflict', 'admin.restore_none');
  try {
    const movement = kind === 'transfer' ? await findTransfer(deps, number) : await findOrder(deps, number);
    if (!movement) return refuseField('number', 'admin.restore_number_unknown');
    if (kind === 'unmatched' && !(await hasTakenMoney(deps, number, movement)))
      return refuseField('number', 'admin.restore_nothing_taken');
    return done(movement);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return refuse('unavailable', 'admin.restore_provider_silent');
  }
}

async function findTransfer({ ports }: Deps, transferId: string): Promise<ForgottenMovement | null> {
  const gateway = getTransferGateway(ports, transferId);
  const transfer = await gateway.getTransfer(transferId);
  const hasMoved = transfer?.status === 'paid' || transfer?.status === 'processing';
  return transfer && hasMoved ? { amountPaise: transfer.amountPaise, provider: gateway.provider } : null;
}

async function findOrder({ ports }: Deps, orderId: string): Promise<ForgottenMovement | null> {
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
async function hasTakenMoney(
  { ports }: Deps,
  orderId: string,
  { provider }: ForgottenMovement,
): Promise<boolean> {
  const payments = await getPaymentGateway(ports, provider).listPayments(orderId);
  return payments.some(({ status }) => status === 'success' || status === 'pending' || status === 'void');
}

export async function recoverForgotten(
  deps: Deps,
  adminId: number,
  command: RecoverCommand,
  idempotency: IdempotencyClaim | null,
): Promise<Outcome<null>> {
  const movement = await findForgottenMovement(deps, command);
  if (!movement.ok) return movement;
  return runMoneyCommand(deps.db, idempotency, (tx) =>
    recoverForgottenInTx(deps, tx, adminId, command, movement.value),
  );
}

async function recoverForgottenInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: RecoverCommand,
  { amountPaise, provider }: ForgottenMovement,
): Promise<Outcome<null>> {
  const { kind, number, workerId, reason } = command;
  const now = deps.ports.clock.now();
  const restore = await findOpenRestore(tx);
  if (!restore) return refuse('conflict', 'admin.restore_none');
  const result = await recover(deps, tx, command, {
    amountPaise,
    provider,
    adminId,
    restoredAt: restore.markedAt,
  });
  switch (result) {
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
      const entry = {
        adminId,
        act: 'forgotten_recovered',
        subject: 'recovered',
        subjectId: number,
        reason,
        details,
      };
      await recordAuditEntry(tx, entry, now);
      return done(null);
    }
  }
}

async function recover(
  deps: Deps,
  tx: Tx,
  { kind, number, workerId }: RecoverCommand,
  { amountPaise, provider, adminId, restoredAt }: ForgottenMovement & { adminId: number; restoredAt: Date },
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
            adminId,
            now,
          });
  }
}
