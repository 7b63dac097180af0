import type {
  GatewayChargeback,
  GatewayPayment,
  GatewaySettlement,
  PaymentGateway,
} from '../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../server/src/ports/provider-error.ts';
import type { Outside, OutsideOrder, OutsideTransfer } from './outside.ts';

/** The first provider: its port answers from `Outside` directly. Only its webhooks are read by the real adapter. */

export function plainPayments(
  outside: () => Outside,
  readWebhook: PaymentGateway['readWebhook'],
): PaymentGateway {
  const found = (orderId: string): OutsideOrder => {
    const order = outside().orders.get(orderId);
    if (!order) throw new ProviderError('rejected', 'order_not_found', 'no such order');
    return order;
  };
  const shown = (orderId: string, order: OutsideOrder) => ({
    orderId,
    providerOrderId: `cf_${orderId}`,
    amountPaise: order.amountPaise,
    currency: 'INR',
    status: outside().statusOf(order),
    sessionId: `session_${orderId}`,
  });
  const claimOf = (chargebackId: string): GatewayChargeback | null => {
    const claim = outside().claims.get(chargebackId);
    const word = outside().claimWord(chargebackId);
    if (!claim || !word) return null;
    const { orderId, paymentId, amountPaise } = claim;
    const { status, isDebited, at } = word;
    return {
      chargebackId,
      orderId,
      paymentId,
      amountPaise,
      status,
      isDebited,
      currency: 'INR',
      reason: 'not as described',
      respondBy: null,
      updatedAt: new Date(at),
    };
  };
  const settlementOf = (settlementId: string): GatewaySettlement | null => {
    const known = outside().settlements.get(settlementId);
    if (!known) return null;
    const { settledPaise, feePaise, gstPaise, begunAt } = known;
    return {
      settlementId,
      settledPaise,
      feePaise,
      gstPaise,
      utr: null,
      status: known.late?.shift() ?? known.status,
      settledAt: new Date(begunAt),
    };
  };
  return {
    provider: 'cashfree',
    createOrder: (wanted) =>
      outside().call(() => {
        const { orders } = outside();
        const known = orders.get(wanted.orderId);
        if (known && known.amountPaise !== wanted.amountPaise)
          outside().wrong(`order ${wanted.orderId} was asked for with another amount`);
        const order: OutsideOrder = known ?? {
          amountPaise: wanted.amountPaise,
          expiresAt: wanted.expiresAt.getTime(),
          closed: false,
          attempts: [],
          refunds: new Map(),
        };
        orders.set(wanted.orderId, order);
        return shown(wanted.orderId, order);
      }),
    getOrder: (orderId) =>
      outside().call(() => {
        const order = outside().orders.get(orderId);
        return order ? shown(orderId, order) : null;
      }),
    listPayments: (orderId) =>
      outside().call(() =>
        found(orderId).attempts.map((attempt): GatewayPayment => ({
          paymentId: attempt.paymentId,
          orderId,
          amountPaise: attempt.amountPaise,
          currency: attempt.currency,
          status: attempt.status,
          method: 'upi',
          bankReference: null,
          completedAt: null,
          failureReason: null,
        })),
      ),
    terminateOrder: (orderId) =>
      outside().call(() => {
        const order = found(orderId);
        if (outside().statusOf(order) === 'paid')
          throw new ProviderError('rejected', 'order_already_paid', 'a paid order cannot be closed');
        order.closed = true;
      }),
    createRefund: ({ orderId, paymentId, refundId, amountPaise }) =>
      outside().call(() => {
        found(orderId);
        const { status } = outside().refund(orderId, refundId, { paymentId, amountPaise });
        return { refundId, orderId, amountPaise, status };
      }),
    getRefund: (orderId, _paymentId, refundId) =>
      outside().call(() => {
        const refund = outside().orders.get(orderId)?.refunds.get(refundId);
        return refund ? { refundId, orderId, ...refund } : null;
      }),
    getChargeback: (chargebackId) => outside().call(() => claimOf(chargebackId)),
    listChargebacks: (orderId) =>
      outside().call(() => {
        const mine = [...outside().claims].filter(([, claim]) => claim.orderId === orderId);
        return mine.flatMap(([id]) => claimOf(id) ?? []);
      }),
    getSettlement: (settlementId) => outside().call(() => settlementOf(settlementId)),
    listSettlements: ({ from, until }) =>
      outside().call(() => {
        const begun = [...outside().settlements].filter(
          ([, { begunAt }]) => begunAt >= from.getTime() && begunAt <= until.getTime(),
        );
        return { settlements: begun.flatMap(([id]) => settlementOf(id) ?? []), next: null };
      }),
    // The proof compares with `Outside` directly and needs no lists.
    listMovements: () => Promise.resolve({ movements: [], next: null }),
    checkout: ({ sessionId }) => ({ kind: 'redirect', url: `https://pay.example/${sessionId}` }),
    readWebhook,
  };
}

export function plainPayouts(
  outside: () => Outside,
  readWebhook: PayoutGateway['readWebhook'],
): PayoutGateway {
  const shown = (transferId: string, transfer: OutsideTransfer): Transfer => ({
    transferId,
    providerTransferId: `cf_${transferId}`,
    amountPaise: transfer.amountPaise,
    status: transfer.late?.shift() ?? transfer.status,
    utr: null,
    reason: null,
    chargePaise: 0,
  });
  return {
    provider: 'cashfree',
    addBeneficiary: ({ beneficiaryId }) =>
      outside().call(() => {
        outside().beneficiaries.add(beneficiaryId);
        return { beneficiaryId, status: 'verified' as const };
      }),
    checkName: () => Promise.resolve(null),
    createTransfer: ({ transferId, amountPaise, beneficiaryId }) =>
      outside().call(() => {
        if (!outside().beneficiaries.has(beneficiaryId))
          throw new ProviderError('rejected', 'beneficiary_not_found', 'no such destination');
        return shown(transferId, outside().transfer(transferId, amountPaise));
      }),
    getTransfer: (transferId) =>
      outside().call(() => {
        const transfer = outside().transfers.get(transferId);
        return transfer ? shown(transferId, transfer) : null;
      }),
    listTransfers: () => Promise.resolve(null),
    getBalance: () => Promise.resolve(null),
    readWebhook,
  };
}
