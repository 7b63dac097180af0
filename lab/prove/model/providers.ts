import { pick, type Action } from './action.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { Difference } from './difference.ts';
import { buildWebhookEvents } from './webhook-events.ts';
import type {
  ChargebackSnapshot,
  OutsideOrder,
  OutsideRefund,
  OutsideTransfer,
} from '../support/product/outside.ts';
import { sum } from './state.ts';
import { toSettlementPrefix } from './world.ts';

/** Events at the providers, and their webhooks. */
export const providers = {
  async attempt({ world, a, b, c }) {
    const { outside } = world;
    const open = [...outside.orders.values()].filter((order) => outside.isPayable(order));
    const order = pick(open, a);
    if (!order) return 'idle';
    const status = pick(['pending', 'success', 'success', 'failed', 'user_dropped'] as const, b) ?? 'success';
    const off = c % 15;
    order.attempts.unshift({
      paymentId: world.nextId(),
      amountPaise:
        off === 0
          ? order.amountPaise + 1
          : off === 1
            ? Math.max(1, order.amountPaise - 1)
            : order.amountPaise,
      currency: off === 2 ? 'USD' : 'INR',
      status,
      begunAt: world.product.clock.ms(),
    });
    return 'done';
  },
  async attemptEnds({ world, a, b }) {
    const pending = [...world.outside.orders.values()].flatMap((order) =>
      order.attempts.filter((candidate) => candidate.status === 'pending'),
    );
    const attempt = pick(pending, a);
    if (!attempt) return 'idle';
    const isLate = world.product.clock.ms() - attempt.begunAt > 12 * HOUR_MS;
    attempt.status = isLate || b % 3 === 0 ? 'failed' : 'success';
    return 'done';
  },
  async refundEnds({ world, a, b }) {
    const pending = [...world.outside.orders.values()].flatMap((order) =>
      [...order.refunds.values()].filter(
        (candidate) => candidate.status === 'pending' || candidate.status === 'on_hold',
      ),
    );
    const refund = pick(pending, a);
    if (!refund) return 'idle';
    refund.status = pick(['success', 'success', 'failed', 'cancelled', 'on_hold'] as const, b) ?? 'success';
    return 'done';
  },
  async transferEnds({ world, a, b }) {
    const now = world.product.clock.ms();
    const movable = [...world.outside.transfers.values()].filter(
      (candidate) =>
        candidate.status === 'processing' || (candidate.status === 'paid' && isWatched(candidate, now)),
    );
    const transfer = pick(movable, a);
    if (!transfer) return 'idle';
    if (transfer.status === 'paid') transfer.status = 'reversed';
    else
      transfer.status =
        pick(['paid', 'paid', 'paid', 'failed', 'rejected', 'reversed'] as const, b) ?? 'paid';
    transfer.endedAt = now;
    return 'done';
  },
  /** The provider changes a final status: a failed refund or transfer succeeds, or a paid transfer fails. */
  async wordTurns({ world, a, b }) {
    const { outside, product } = world;
    const now = product.clock.ms();
    const transfers = [...outside.transfers.values()].filter(
      (candidate) =>
        !candidate.turned &&
        candidate.status !== 'processing' &&
        candidate.status !== 'reversed' &&
        isWatched(candidate, now),
    );
    const refunds = [...outside.orders.values()].flatMap((order) => listTurnableRefunds(order));
    const refund = pick(refunds, a);
    const transfer = pick(transfers, a);
    if (refund && (b % 2 === 0 || !transfer)) refund.status = 'success';
    else if (transfer)
      Object.assign(transfer, {
        status: transfer.status === 'paid' ? 'failed' : 'paid',
        turned: true,
        endedAt: now,
      });
    else return 'idle';
    return 'done';
  },
  async claimOpens({ model, world, a, b, c }) {
    const { outside, product } = world;
    const now = product.clock.ms();
    const listClaims = (paymentId: string) =>
      [...outside.chargebacks.values()].filter((chargeback) => chargeback.paymentId === paymentId);
    const open = [...outside.orders].flatMap(([orderId, order]) => {
      // A second chargeback of an order comes only when all its payments are booked, so that one query is one step of the model.
      const hasOther = [...outside.chargebacks.values()].some((chargeback) => chargeback.orderId === orderId);
      return order.attempts
        .filter((attempt) => attempt.status === 'success' && now - attempt.begunAt < CLAIMS_COME_WITHIN_MS)
        .filter((attempt) => !hasOther || model.payments.has(attempt.paymentId))
        .map((attempt) => {
          const takenPaise = listClaims(attempt.paymentId).reduce(
            (sum, chargeback) => sum + chargeback.amountPaise,
            0,
          );
          return { orderId, paymentId: attempt.paymentId, leftPaise: attempt.amountPaise - takenPaise };
        })
        .filter(({ leftPaise }) => leftPaise > 0);
    });
    const target = pick(open, a);
    if (!target) return 'idle';
    const { orderId, paymentId, leftPaise } = target;
    const amountPaise = c % 3 === 0 ? Math.max(1, Math.floor(leftPaise / 2)) : leftPaise;
    const snapshots: ChargebackSnapshot[] = [{ status: 'open', isDebited: b % 2 === 0, at: now }];
    outside.chargebacks.set(`disp${world.nextId()}`, { orderId, paymentId, amountPaise, snapshots });
    return 'done';
  },
  async claimMoves({ world, a, b }) {
    const { outside, product } = world;
    const now = product.clock.ms();
    const transitions =
      product.provider === 'razorpay' ? CLAIM_TRANSITIONS.forward : CLAIM_TRANSITIONS.there_and_back;
    const movable = [...outside.chargebacks.values()].flatMap((chargeback) => {
      const last = chargeback.snapshots.at(-1);
      const begun = outside
        .listCaptured(chargeback.orderId)
        .find((attempt) => attempt.paymentId === chargeback.paymentId)?.begunAt;
      const isLate = begun === undefined || now - begun > CLAIMS_END_WITHIN_MS;
      const next = last && !isLate ? transitions[`${last.status}${last.isDebited ? '+' : '-'}`] : undefined;
      return last && next ? [{ chargeback, last, next }] : [];
    });
    const move = pick(movable, a);
    const nextStep = move && pick(move.next, b);
    if (!move || !nextStep) return 'idle';
    const status = nextStep.startsWith('open') ? 'open' : nextStep.startsWith('won') ? 'won' : 'lost';
    move.chargeback.snapshots.push({
      status,
      isDebited: nextStep.endsWith('+'),
      at: Math.max(now, move.last.at + 1),
    });
    return 'done';
  },
  async settlementBegins({ model, world, a, b, c }) {
    const paid = [...model.payments.values()];
    const amountPaise = pick(paid, a)?.paise;
    if (amountPaise === undefined) return 'idle';
    const feePaise = pick([0, 1, Math.floor(amountPaise / 50)], b) ?? 0;
    const gstPaise = Math.floor((feePaise * 18) / 100);
    // Refunds and chargebacks may exceed what was paid.
    const grossPaise = c % 4 === 0 ? -amountPaise : amountPaise;
    const isThere = c % 3 > 0;
    world.outside.settlements.set(`${toSettlementPrefix(world.jobId)}${world.nextId()}`, {
      status: isThere ? 'success' : 'pending',
      wasReceived: isThere,
      settledPaise: grossPaise - feePaise - gstPaise,
      feePaise,
      gstPaise,
      begunAt: world.product.clock.ms(),
    });
    return 'done';
  },
  async settlementEnds({ world, a, b }) {
    const movable = [...world.outside.settlements.values()].filter(
      ({ status }) => status === 'pending' || status === 'success',
    );
    const settlement = pick(movable, a);
    if (!settlement) return 'idle';
    const isLate = world.product.clock.ms() - settlement.begunAt > SETTLED_WITHIN_MS;
    // For a settlement that our bank sent back Cashfree has a status of its own; Razorpay calls it failed.
    const returnedStatus = world.product.provider === 'razorpay' ? 'failed' : 'reversed';
    if (settlement.status === 'success' && isLate) return 'idle';
    if (settlement.status === 'success') settlement.status = returnedStatus;
    else settlement.status = isLate || b % 4 === 0 ? 'failed' : 'success';
    settlement.wasReceived ||= settlement.status === 'success';
    return 'done';
  },
  webhook,
} satisfies Record<string, Action>;

/** A bank may reverse a transfer within three days. */
const isWatched = ({ endedAt }: OutsideTransfer, now: number): boolean =>
  endedAt !== null && now - endedAt < 3 * DAY_MS;

/** Failed refunds that could still succeed: neither another try nor other refunds have taken their place. */
function listTurnableRefunds({ attempts, refunds }: OutsideOrder): OutsideRefund[] {
  const toBaseId = (id: string) => id.replace(/-\d+$/, '');
  const isDead = ({ status }: OutsideRefund) => status === 'failed' || status === 'cancelled';
  const alive = [...refunds].filter(([, refund]) => !isDead(refund));
  const dead = [...refunds].filter(([id, refund]) => {
    const taken = attempts.find(({ paymentId }) => paymentId === refund.paymentId)?.amountPaise ?? 0;
    const going = alive.filter(([, other]) => other.paymentId === refund.paymentId);
    const isReplaced = alive.some(([other]) => toBaseId(other) === toBaseId(id));
    const goingPaise = sum(going.map(([, { amountPaise }]) => amountPaise));
    return isDead(refund) && !isReplaced && goingPaise + refund.amountPaise <= taken;
  });
  return dead.map(([, refund]) => refund);
}

const CLAIMS_COME_WITHIN_MS = 60 * DAY_MS;
const CLAIMS_END_WITHIN_MS = 80 * DAY_MS;
const SETTLED_WITHIN_MS = 5 * DAY_MS;

/** Allowed transitions, with the money debited (+) or not (-). A bank may reopen only where the provider dates its statuses. */
const CLAIM_TRANSITIONS: Record<'forward' | 'there_and_back', Record<string, readonly string[]>> = {
  forward: { 'open-': ['open+', 'lost+', 'won-'], 'open+': ['lost+', 'won-'], 'lost+': ['won-'] },
  there_and_back: {
    'open-': ['open+', 'lost+', 'won-'],
    'open+': ['lost+', 'won-', 'open-'],
    'lost+': ['won-'],
    'won-': ['open-', 'open+', 'lost+'],
  },
};

/** Genuine, repeated, about an unknown id, forged or cut: no webhook moves money by its contents. */
async function webhook({ world, a, b, c }: Parameters<Action>[0]): ReturnType<Action> {
  const { outside, product } = world;
  const events = buildWebhookEvents(outside, c, product.provider);
  const event = pick(events, a);
  if (!event) return 'idle';
  const { path, id, body: fullBody } = event;
  const kind = b % 8;
  const body = kind === 0 ? fullBody.slice(0, fullBody.length / 2) : fullBody;
  const status = await product.sendWebhook(path, { body, key: `${id}:${b % 5}`, forged: kind === 1 });
  const expected = kind === 0 ? 400 : kind === 1 ? 401 : 200;
  if (status !== expected) throw new Difference(`a webhook was answered ${status}, not ${expected}`);
  return expected === 200 ? 'done' : 'refused';
}
