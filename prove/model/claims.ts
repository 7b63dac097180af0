import { liftHold, type Expected } from './expected.ts';
import { bookOrder } from './orders.ts';
import type { Outside } from './outside.ts';
import { sum, type Claim, type Milestone } from './state.ts';

const hasMoney = ({ fund }: Milestone): boolean => fund === 'funded' || fund === 'accepted';

/** Applies a chargeback to the model once the product has read the provider's snapshot number `index`. */
export function hearClaim(
  model: Expected,
  outside: Outside,
  heard: { id: string; index: number; now: number },
): void {
  const { id, index, now } = heard;
  const fact = outside.claims.get(id);
  const word = fact?.words[index];
  const order = model.orders.get(fact?.orderId ?? '');
  if (!fact || !word || !order) return;
  if (!model.payments.has(fact.paymentId)) bookOrder(model, outside, { orderId: fact.orderId, now });
  const one = model.milestones.find((milestone) => milestone.id === order.milestone);
  if (!one) return;

  const known = model.claims.get(id);
  const isSame = known?.state === word.status && known.isDebited === word.isDebited;
  if (known && (isSame || index <= known.word)) return;
  const claim: Claim = known ?? {
    order: fact.orderId,
    milestone: one.id,
    applied: model.payments.get(fact.paymentId)?.applied ?? false,
    paise: fact.amountPaise,
    state: 'open',
    isDebited: false,
    word: index,
    escrowPaise: 0,
    receivablePaise: 0,
    writtenOffPaise: 0,
  };
  model.claims.set(id, claim);
  if (word.isDebited && !claim.isDebited) {
    const inEscrow = claim.applied ? model.leftOf(one) : 0;
    claim.escrowPaise = Math.min(claim.paise, inEscrow);
    claim.receivablePaise = claim.paise - claim.escrowPaise;
  } else if (!word.isDebited && claim.isDebited) {
    if (claim.escrowPaise > 0 && !hasMoney(one))
      model.lateReturns.set(id, { order: claim.order, paise: claim.escrowPaise, refund: null });
    Object.assign(claim, { escrowPaise: 0, receivablePaise: 0, writtenOffPaise: 0 });
  }
  Object.assign(claim, { state: word.status, isDebited: word.isDebited, word: index });
  if (claim.applied && hasMoney(one)) holdAfter(model, one, claim, now);
}

/** Holds the milestone while a bank decides or has a part. All of it lost ends the milestone; all of it back frees it. */
function holdAfter(model: Expected, one: Milestone, claim: Claim, now: number): void {
  const claims = model.claimsOn(one.id);
  const takenPaise = sum(claims.map(({ escrowPaise }) => escrowPaise));
  if (claim.state === 'lost' && takenPaise === one.paise) {
    one.fund = 'refunded';
    one.held = false;
    model.endJob();
  } else if (claim.state !== 'won') one.held = true;
  else if (
    takenPaise === 0 &&
    model.dispute?.state !== 'open' &&
    claims.every(({ state }) => state !== 'open')
  )
    liftHold(one, now);
}
