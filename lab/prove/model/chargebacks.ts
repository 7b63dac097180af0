import type { Expected } from './expected.ts';
import { bookOrder } from './orders.ts';
import type { Outside } from '../support/product/outside.ts';
import { sum, type ModelChargeback, type Milestone } from './state.ts';
import { hold, liftHold } from './waits.ts';

const hasMoney = ({ fund }: Milestone): boolean => fund === 'funded' || fund === 'accepted';

/** Applies a chargeback to the model once the product has read the provider's snapshot number `index`. */
export function applyChargebackUpdate(
  model: Expected,
  outside: Outside,
  update: { id: string; index: number; now: number },
): void {
  const { id, index, now } = update;
  const providerRecord = outside.chargebacks.get(id);
  const snapshot = providerRecord?.snapshots[index];
  const order = model.orders.get(providerRecord?.orderId ?? '');
  if (!providerRecord || !snapshot || !order) return;
  if (!model.payments.has(providerRecord.paymentId))
    bookOrder(model, outside, { orderId: providerRecord.orderId, now });
  const milestone = model.milestones.find((milestone) => milestone.id === order.milestone);
  if (!milestone) return;

  const existing = model.chargebacks.get(id);
  const isSame = existing?.state === snapshot.status && existing.isDebited === snapshot.isDebited;
  if (existing && (isSame || index <= existing.word)) return;
  const chargeback: ModelChargeback = existing ?? {
    order: providerRecord.orderId,
    milestone: milestone.id,
    applied: model.payments.get(providerRecord.paymentId)?.applied ?? false,
    paise: providerRecord.amountPaise,
    state: 'open',
    isDebited: false,
    word: index,
    escrowPaise: 0,
    receivablePaise: 0,
    writtenOffPaise: 0,
  };
  model.chargebacks.set(id, chargeback);
  if (snapshot.isDebited && !chargeback.isDebited) {
    const inEscrow = chargeback.applied ? model.getEscrowLeft(milestone) : 0;
    chargeback.escrowPaise = Math.min(chargeback.paise, inEscrow);
    chargeback.receivablePaise = chargeback.paise - chargeback.escrowPaise;
  } else if (!snapshot.isDebited && chargeback.isDebited) {
    if (chargeback.escrowPaise > 0 && !hasMoney(milestone))
      model.lateReturns.set(id, { order: chargeback.order, paise: chargeback.escrowPaise, refund: null });
    Object.assign(chargeback, { escrowPaise: 0, receivablePaise: 0, writtenOffPaise: 0 });
  }
  Object.assign(chargeback, { state: snapshot.status, isDebited: snapshot.isDebited, word: index });
  if (snapshot.status === 'lost') model.stops.add(id);
  if (snapshot.status === 'won') {
    model.stops.delete(id);
    model.liftHoldsBy(id);
  } else if (chargeback.applied && !hasMoney(milestone))
    for (const { heldBy } of model.listReleasesOf(milestone.id)) heldBy.add(id);
  if (chargeback.applied && hasMoney(milestone)) applyHold(model, milestone, chargeback, now);
}

/** Holds the milestone while a bank decides or has a part. All of it lost ends the milestone; all of it back frees it. */
function applyHold(model: Expected, milestone: Milestone, chargeback: ModelChargeback, now: number): void {
  const chargebacks = model.listChargebacksOn(milestone.id);
  const takenPaise = sum(chargebacks.map(({ escrowPaise }) => escrowPaise));
  if (chargeback.state === 'lost' && takenPaise === milestone.paise) {
    milestone.fund = 'refunded';
    milestone.held = false;
    model.endJob(now);
  } else if (chargeback.state !== 'won') hold(milestone, now);
  else if (
    takenPaise === 0 &&
    !model.isDisputed(milestone.id) &&
    model.listHoldingChargebacksOn(milestone.id).every(({ state }) => state !== 'open')
  )
    liftHold(milestone, now);
}
