import { liftHold, type Expected } from './expected.ts';
import { bookOrder } from './orders.ts';
import type { Outside } from './outside.ts';
import { sum, type Claim, type Milestone } from './state.ts';

const hasMoney = ({ fund }: Milestone): boolean => fund === 'funded' || fund === 'accepted';

/** Applies a chargeback to the model once the product has read the provider's snapshot number `index`. */
export function applyChargebackUpdate(
  model: Expected,
  outside: Outside,
  update: { id: string; index: number; now: number },
): void {
  const { id, index, now } = update;
  const providerRecord = outside.claims.get(id);
  const snapshot = providerRecord?.snapshots[index];
  const order = model.orders.get(providerRecord?.orderId ?? '');
  if (!providerRecord || !snapshot || !order) return;
  if (!model.payments.has(providerRecord.paymentId))
    bookOrder(model, outside, { orderId: providerRecord.orderId, now });
  const milestone = model.milestones.find((milestone) => milestone.id === order.milestone);
  if (!milestone) return;

  const existing = model.claims.get(id);
  const isSame = existing?.state === snapshot.status && existing.isDebited === snapshot.isDebited;
  if (existing && (isSame || index <= existing.word)) return;
  const claim: Claim = existing ?? {
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
  model.claims.set(id, claim);
  if (snapshot.isDebited && !claim.isDebited) {
    const inEscrow = claim.applied ? model.getEscrowLeft(milestone) : 0;
    claim.escrowPaise = Math.min(claim.paise, inEscrow);
    claim.receivablePaise = claim.paise - claim.escrowPaise;
  } else if (!snapshot.isDebited && claim.isDebited) {
    if (claim.escrowPaise > 0 && !hasMoney(milestone))
      model.lateReturns.set(id, { order: claim.order, paise: claim.escrowPaise, refund: null });
    Object.assign(claim, { escrowPaise: 0, receivablePaise: 0, writtenOffPaise: 0 });
  }
  Object.assign(claim, { state: snapshot.status, isDebited: snapshot.isDebited, word: index });
  if (claim.applied && hasMoney(milestone)) applyHold(model, milestone, claim, now);
}

/** Holds the milestone while a bank decides or has a part. All of it lost ends the milestone; all of it back frees it. */
function applyHold(model: Expected, milestone: Milestone, claim: Claim, now: number): void {
  const claims = model.listClaimsOn(milestone.id);
  const takenPaise = sum(claims.map(({ escrowPaise }) => escrowPaise));
  if (claim.state === 'lost' && takenPaise === milestone.paise) {
    milestone.fund = 'refunded';
    milestone.held = false;
    model.endJob();
  } else if (claim.state !== 'won') milestone.held = true;
  else if (
    takenPaise === 0 &&
    model.dispute?.state !== 'open' &&
    claims.every(({ state }) => state !== 'open')
  )
    liftHold(milestone, now);
}
