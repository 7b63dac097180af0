import type { ChargebackEvent, ChargebackState } from '@fws/contract/contracts/chargebacks/lifecycle';
import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { BY_PROVIDER } from '../../../platform/transition.ts';
import {
  chargebackReturned,
  chargebackTaken,
  openCase,
  postOrThrow,
  recordProviderStatus,
} from '../../ledger/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { applyToMilestone, toCaseSubject, type ChargebackUpdate } from './effects.ts';
import { allocateTaking, decideChargeback } from './rules.ts';
import {
  insertChargeback,
  lockChargeback,
  sumChargebacks,
  transitionChargebacks,
  updateChargeback,
  type ChargebackRow,
} from './store.ts';

/** What leads to each state that a provider reports. A repeated one changes nothing. */
const EVENTS: Record<ChargebackState, ChargebackEvent> = { open: 'reopen', won: 'win', lost: 'lose' };

/** Books what a provider reports: the chargeback, its money and what it does to the milestone. */
export async function bookChargeback(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  update: ChargebackUpdate,
): Promise<void> {
  const { reported, provider, now } = update;
  const existing = await lockChargeback(tx, provider, reported.chargebackId);
  const status = reported.isDebited ? `${reported.status}_taken` : reported.status;
  await recordProviderStatus(
    tx,
    `chargeback:${provider}:${reported.chargebackId}`,
    { status, note: reported.reason },
    now,
  );
  const facts = existing && {
    state: existing.state,
    isTaken: existing.escrow_paise + existing.receivable_paise > 0,
    changedAt: existing.changed_at,
  };
  const step = decideChargeback(facts, reported);
  if (!step) return;
  const chargeback =
    existing ??
    (await insertChargeback(tx, {
      provider,
      chargeback_id: reported.chargebackId,
      order_id: reported.orderId,
      payment_id: reported.paymentId,
      milestone_id: lockedMilestone?.milestone.id ?? null,
      amount_paise: reported.amountPaise,
      reason: reported.reason,
      opened_at: now,
    }));
  const moneyChange =
    step.money === 'take'
      ? await takeMoney(tx, lockedMilestone, chargeback, update)
      : step.money === 'return'
        ? await returnMoney(tx, lockedMilestone, chargeback, now)
        : {};
  await updateChargeback(tx, chargeback, {
    ...moneyChange,
    respond_by: reported.respondBy,
    changed_at: reported.updatedAt,
  });
  const [changed = chargeback] = await transitionChargebacks(tx, [chargeback], EVENTS[step.state], {
    by: BY_PROVIDER,
    at: now,
  });
  await applyToMilestone(tx, lockedMilestone, { ...changed, ...moneyChange }, update);
}

async function takeMoney(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  chargeback: ChargebackRow,
  { isApplied, now }: ChargebackUpdate,
) {
  const inEscrow = lockedMilestone && isApplied ? await calculateEscrowLeft(tx, lockedMilestone) : 0;
  const { escrowPaise, receivablePaise } = allocateTaking(chargeback.amount_paise, inEscrow);
  const taking = chargeback.takings + 1;
  await postOrThrow(
    tx,
    chargebackTaken({ ...toPostingRefs(chargeback), taking, escrowPaise, receivablePaise, at: now }),
  );
  return { takings: taking, escrow_paise: escrowPaise, receivable_paise: receivablePaise };
}

async function calculateEscrowLeft(tx: Tx, { milestone }: LockedMilestone): Promise<number> {
  const takenPaise = (await sumChargebacks(tx, [milestone.id])).get(milestone.id)?.escrowPaise ?? 0;
  return isInEscrow(milestone.fund_state) ? milestone.amount_paise - takenPaise : 0;
}

async function returnMoney(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  chargeback: ChargebackRow,
  now: Date,
) {
  const { escrow_paise: escrowPaise, receivable_paise: receivablePaise, takings: taking } = chargeback;
  const isLate =
    lockedMilestone !== null && escrowPaise > 0 && !isInEscrow(lockedMilestone.milestone.fund_state);
  await postOrThrow(
    tx,
    chargebackReturned({
      ...toPostingRefs(chargeback),
      taking,
      escrowPaise,
      receivablePaise,
      writtenOffPaise: chargeback.written_off_paise,
      at: now,
      backTo: isLate ? 'unapplied' : 'escrow',
    }),
  );
  if (isLate) {
    const detail = `won after milestone ${lockedMilestone.milestone.id} was settled without it; the money is in unapplied:${chargeback.order_id}`;
    await openCase(
      tx,
      { kind: 'chargeback_late', subject: toCaseSubject(chargeback), amountPaise: escrowPaise, detail },
      now,
    );
  }
  return { escrow_paise: 0, receivable_paise: 0, written_off_paise: 0 };
}

const toPostingRefs = (row: ChargebackRow) => ({
  provider: row.provider,
  chargebackId: row.chargeback_id,
  milestoneId: row.milestone_id,
  orderId: row.order_id,
  paymentId: row.payment_id,
});
