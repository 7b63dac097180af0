import type { MatterCommand } from '@fws/contract/admin/matters/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import {
  askAboutChargeback,
  askAboutRefund,
  payOutLateChargeback,
  expediteUnappliedRefund,
  resendRefund,
  writeOffChargeback,
} from '../../contracts/index.ts';
import { coverOf, ownFundsBrought, post } from '../../ledger/index.ts';
import { askAboutWithdrawal, correctWithdrawal } from '../../payouts/index.ts';
import { keyIn, lockOpenMatter, type MatterRow, type Subject } from './store.ts';

interface Decided {
  matter: MatterRow;
  subject: Subject;
  command: MatterCommand;
}

/** `isOver`: the decision resolves the case. Otherwise it stays open, for the provider's answer or for the remainder. */
type Acted = Outcome<{ isOver: boolean }>;

const over: Acted = done({ isOver: true });
const goesOn: Acted = done({ isOver: false });
const notNow = () => refuse('conflict', 'admin.matter_not_now');

/**
 * Executes a decision. Locks the rows of the money first, as every posting does, and the case last. When two admins decide
 * at once, the second waits for that lock and is refused, because the case is then resolved.
 */
export async function act(deps: Deps, tx: Tx, decided: Decided): Promise<Acted> {
  const { matter, command } = decided;
  if (command.decision === 'ask') return askNow(tx, decided);
  if (command.decision === 'resolve') return (await lockOpenMatter(tx, matter.id)) ? over : isOver();
  const acted = await move(deps, tx, decided);
  if (acted.ok && !(await lockOpenMatter(tx, matter.id)))
    // The error rolls back what was done.
    throw new Error(`case ${matter.id} was resolved while its money was locked`);
  return acted;
}

const isOver = () => refuse('conflict', 'admin.matter_over');

/** Enqueues a check with the provider, or of the books. A second request while one is waiting has no effect. */
async function askNow(tx: Tx, { matter: { kind, subject }, subject: about }: Decided): Promise<Acted> {
  const key = keyIn(subject);
  if (about.withdrawal) await askAboutWithdrawal(tx, about.withdrawal.id);
  else if (about.refund) await askAboutRefund(tx, about.refund.id);
  else if (about.chargeback) await askAboutChargeback(tx, { provider: key.provider, chargebackId: key.id });
  else if (kind === 'settlement_odd')
    await enqueue(
      tx,
      'check_settlement',
      { provider: key.provider, settlementId: key.id },
      { key: `settlement:${key.id}` },
    );
  else await enqueue(tx, 'verify_books', {}, { key: 'verify_books' });
  return goesOn;
}

async function move(deps: Deps, tx: Tx, { matter, subject, command }: Decided): Promise<Acted> {
  const now = deps.ports.clock.now();
  const { withdrawal, refund, payment, chargeback } = subject;
  const { decision } = command;
  if (withdrawal && (decision === 'credit' || decision === 'debit')) {
    const corrected = await correctWithdrawal(deps, tx, withdrawal.id, decision);
    if (corrected === 'wallet_short') return refuse('conflict', 'admin.wallet_short');
    return corrected === 'done' ? over : notNow();
  }
  if (refund && decision === 'resend') return (await resendRefund(tx, refund.id, now)) ? over : notNow();
  if (chargeback && decision === 'write_off') {
    const key = { provider: chargeback.provider, chargebackId: chargeback.chargeback_id };
    if (!(await writeOffChargeback(tx, key, now))) return notNow();
    const isHeld = chargeback.fund_state === 'funded' || chargeback.fund_state === 'accepted';
    return isHeld ? goesOn : over;
  }
  if (chargeback && (decision === 'credit' || decision === 'send_back')) {
    const late = {
      provider: chargeback.provider,
      chargebackId: chargeback.chargeback_id,
      matterId: matter.id,
      amountPaise: matter.amount_paise ?? 0,
      isOpen: (locked: Tx) => lockOpenMatter(locked, matter.id),
      to: decision === 'credit' ? ('worker' as const) : ('payer' as const),
    };
    return (await payOutLateChargeback(tx, late, now)) ? over : notNow();
  }
  if (payment && decision === 'send_back') {
    if (!(await lockOpenMatter(tx, matter.id))) return isOver();
    const { order_id: orderId, payment_id: paymentId, amount_paise: amountPaise } = payment;
    await expediteUnappliedRefund(tx, { orderId, paymentId, amountPaise });
    // The case stays open until the payer has the money.
    return goesOn;
  }
  if (decision === 'bring_in') return bringIn(tx, matter, command, now);
  return notNow();
}

/** Books own money once per bank transfer. Resolves the case when the cover is no longer short. */
async function bringIn(
  tx: Tx,
  matter: MatterRow,
  { amountPaise, reference }: MatterCommand,
  now: Date,
): Promise<Acted> {
  if (!(await lockOpenMatter(tx, matter.id))) return isOver();
  const posted = await post(tx, ownFundsBrought({ reference, amountPaise: amountPaise ?? 0, at: now }));
  if (!posted.ok || posted.replayed) return refuseField('reference', 'admin.reference_known');
  const { heldPaise, owedPaise } = await coverOf(tx);
  if (heldPaise >= owedPaise) return over;
  await tx
    .updateTable('needs_look')
    .set({ amount_paise: owedPaise - heldPaise })
    .where('id', '=', matter.id)
    .execute();
  return goesOn;
}
