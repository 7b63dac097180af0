import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import type { OpsCaseCommand } from '@fws/contract/admin/cases/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import {
  enqueueChargebackCheck,
  enqueueRefundCheck,
  payOutLateChargeback,
  expediteUnappliedRefund,
  noteAllowed,
  noteFreed,
  resendRefund,
  writeOffChargeback,
} from '../../escrow/index.ts';
import { calculateCover, ownFundsBrought, post } from '../../ledger/index.ts';
import { endPayerStop, liftHolds, sumHeldReleases } from '../../rests/index.ts';
import { enqueueWithdrawalCheck, correctWithdrawal } from '../../payouts/index.ts';
import { parseProviderKey, lockOpenCase, type OpsCaseRow, type Subject } from './store.ts';

interface DecisionContext {
  opsCase: OpsCaseRow;
  subject: Subject;
  command: OpsCaseCommand;
  adminId: number;
}

/** `isOver`: the decision resolves the case. Otherwise it stays open, for the provider's answer or for the remainder. */
type DecisionOutcome = Outcome<{ isOver: boolean }>;

const resolved: DecisionOutcome = done({ isOver: true });
const stillOpen: DecisionOutcome = done({ isOver: false });
const refuseNotNow = () => refuse('conflict', 'admin.case_not_now');

/**
 * Executes a decision. Locks the rows of the money first, as every posting does, and the case last. When two admins decide
 * at once, the second waits for that lock and is refused, because the case is then resolved.
 */
export async function executeDecision(
  deps: Deps,
  tx: Tx,
  decided: DecisionContext,
): Promise<DecisionOutcome> {
  const { opsCase, command } = decided;
  if (command.decision === 'ask') return askProvider(tx, decided);
  if (command.decision === 'resolve')
    return (await lockOpenCase(tx, opsCase.id)) ? resolved : refuseResolved();
  const acted = await moveMoney(deps, tx, decided);
  if (acted.ok && !(await lockOpenCase(tx, opsCase.id)))
    // The error rolls back what was done.
    throw new Error(`case ${opsCase.id} was resolved while its money was locked`);
  return acted;
}

const refuseResolved = () => refuse('conflict', 'admin.case_over');

/** Enqueues a check with the provider, or of the books. A second request while one is waiting has no effect. */
async function askProvider(
  tx: Tx,
  { opsCase: { kind, subject }, subject: rows }: DecisionContext,
): Promise<DecisionOutcome> {
  const key = parseProviderKey(subject);
  if (rows.withdrawal) await enqueueWithdrawalCheck(tx, rows.withdrawal.id);
  else if (rows.refund) await enqueueRefundCheck(tx, rows.refund.id);
  else if (rows.chargeback)
    await enqueueChargebackCheck(tx, { provider: key.provider, chargebackId: key.id });
  else if (kind === 'settlement_odd')
    await enqueue(
      tx,
      'check_settlement',
      { provider: key.provider, settlementId: key.id },
      { key: `settlement:${key.id}` },
    );
  else await enqueue(tx, 'verify_books', {}, { key: 'verify_books' });
  return stillOpen;
}

async function moveMoney(deps: Deps, tx: Tx, decided: DecisionContext): Promise<DecisionOutcome> {
  const { opsCase, subject, command, adminId } = decided;
  const now = deps.ports.clock.now();
  const { withdrawal, refund, payment, chargeback } = subject;
  const { decision } = command;
  if (withdrawal && (decision === 'credit' || decision === 'debit')) {
    const corrected = await correctWithdrawal(deps, tx, withdrawal.id, {
      correction: decision,
      adminId,
    });
    if (corrected === 'wallet_short') return refuse('conflict', 'admin.wallet_short');
    return corrected === 'done' ? resolved : refuseNotNow();
  }
  if (refund && decision === 'resend')
    return (await resendRefund(tx, refund.id, { by: { role: 'admin', userId: adminId }, at: now }))
      ? resolved
      : refuseNotNow();
  if (chargeback && decision === 'write_off') {
    const key = { provider: chargeback.provider, chargebackId: chargeback.chargeback_id };
    if (!(await writeOffChargeback(tx, key, now))) return refuseNotNow();
    return (await isSettled(tx, decided)) ? resolved : stillOpen;
  }
  if (decision === 'free_releases') {
    const hold = { cause: 'chargeback' as const, subject: opsCase.subject };
    const lifted = await liftHolds(tx, hold, { by: adminId, reason: command.reason, at: now });
    if (!lifted) return refuseNotNow();
    await noteFreed(tx, opsCase.subject, lifted);
    return (await isSettled(tx, decided)) ? resolved : stillOpen;
  }
  if (decision === 'allow_payer') {
    const ended = { subject: opsCase.subject, by: adminId, reason: command.reason, at: now };
    const allowed = await endPayerStop(tx, ended);
    if (!allowed) return refuseNotNow();
    await noteAllowed(tx, opsCase.subject, allowed);
    return resolved;
  }
  if (chargeback && (decision === 'credit' || decision === 'send_back')) {
    const lateChargeback = {
      provider: chargeback.provider,
      chargebackId: chargeback.chargeback_id,
      caseId: opsCase.id,
      amountPaise: opsCase.amount_paise ?? 0,
      isOpen: (lockedTx: Tx) => lockOpenCase(lockedTx, opsCase.id),
      to: decision === 'credit' ? ('worker' as const) : ('payer' as const),
    };
    return (await payOutLateChargeback(tx, lateChargeback, now)) ? resolved : refuseNotNow();
  }
  if (payment && decision === 'send_back') {
    if (!(await lockOpenCase(tx, opsCase.id))) return refuseResolved();
    const { order_id: orderId, payment_id: paymentId, amount_paise: amountPaise } = payment;
    await expediteUnappliedRefund(tx, { orderId, paymentId, amountPaise });
    // The case stays open until the payer has the money.
    return stillOpen;
  }
  if (decision === 'bring_in') return bringIn(tx, opsCase, command, now);
  return refuseNotNow();
}

/** Nothing of a lost chargeback is left to decide: no receivable, nothing in escrow, no release on hold. */
async function isSettled(tx: Tx, { opsCase, subject }: DecisionContext): Promise<boolean> {
  const fund = subject.chargeback?.fund_state ?? null;
  if (fund !== null && isInEscrow(fund)) return false;
  const { provider, id } = parseProviderKey(opsCase.subject);
  const row = await tx
    .selectFrom('chargeback')
    .select(['receivable_paise', 'written_off_paise'])
    .where('provider', '=', provider)
    .where('chargeback_id', '=', id)
    .executeTakeFirst();
  if (row && row.receivable_paise > row.written_off_paise) return false;
  return (await sumHeldReleases(tx, { cause: 'chargeback', subject: opsCase.subject })) === 0;
}

/** Books own money once per bank transfer. Resolves the case when the cover is no longer short. */
async function bringIn(
  tx: Tx,
  opsCase: OpsCaseRow,
  { amountPaise, reference }: OpsCaseCommand,
  now: Date,
): Promise<DecisionOutcome> {
  if (!(await lockOpenCase(tx, opsCase.id))) return refuseResolved();
  const posted = await post(tx, ownFundsBrought({ reference, amountPaise: amountPaise ?? 0, at: now }));
  if (!posted.ok || posted.replayed) return refuseField('reference', 'admin.reference_known');
  const { heldPaise, owedPaise } = await calculateCover(tx);
  if (heldPaise >= owedPaise) return resolved;
  await tx
    .updateTable('ops_case')
    .set({ amount_paise: owedPaise - heldPaise })
    .where('id', '=', opsCase.id)
    .execute();
  return stillOpen;
}
