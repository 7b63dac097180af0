import type {
  GatewayChargeback,
  GatewayPayment,
  GatewaySettlement,
  PaymentGateway,
} from '../../../../server/src/ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../../../server/src/ports/payout-gateway.ts';
import { ProviderError } from '../../../../server/src/ports/provider-error.ts';
import type { Outside, OutsideOrder, OutsideTransfer } from './outside.ts';

/** The first provider: its port answers from `Outside` directly. Only its webhooks are read by the real adapter. */

export function createPlainPayments(
  outside: () => Outside,
  readWebhook: PaymentGateway['readWebhook'],
): PaymentGateway {
  const getKnownOrder = (orderId: string): OutsideOrder => {
    const order = outside().orders.get(orderId);
    if (!order) throw new ProviderError('rejected', 'order_not_found', 'no such order');
    return order;
  };
  const toGatewayOrder = (orderId: string, order: OutsideOrder) => ({
    orderId,
    providerOrderId: `cf_${orderId}`,
    amountPaise: order.amountPaise,
    currency: 'INR',
    status: outside().getOrderStatus(order),
    sessionId: `session_${orderId}`,
  });
  const findChargeback = (chargebackId: string): GatewayChargeback | null => {
    const chargeback = outside().chargebacks.get(chargebackId);
    const snapshot = outside().readChargebackSnapshot(chargebackId);
    if (!chargeback || !snapshot) return null;
    const { orderId, paymentId, amountPaise } = chargeback;
    const { status, isDebited, at } = snapshot;
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
  const findSettlement = (settlementId: string): GatewaySettlement | null => {
    const settlement = outside().settlements.get(settlementId);
    if (!settlement) return null;
    const { settledPaise, feePaise, gstPaise, begunAt } = settlement;
    return {
      settlementId,
      settledPaise,
      feePaise,
      gstPaise,
      utr: null,
      status: settlement.late?.shift() ?? settlement.status,
      settledAt: new Date(begunAt),
    };
  };
  return {
    provider: 'cashfree',
    createOrder: (request) =>
      outside().call(() => {
        const { orders } = outside();
        const existing = orders.get(request.orderId);
        if (existing && existing.amountPaise !== request.amountPaise)
          outside().addViolation(`order ${request.orderId} was asked for with another amount`);
        const order: OutsideOrder = existing ?? {
          amountPaise: request.amountPaise,
          expiresAt: request.expiresAt.getTime(),
          closed: false,
          attempts: [],
          refunds: new Map(),
        };
        orders.set(request.orderId, order);
        return toGatewayOrder(request.orderId, order);
      }),
    getOrder: (orderId) =>
      outside().call(() => {
        const order = outside().orders.get(orderId);
        return order ? toGatewayOrder(orderId, order) : null;
      }),
    listPayments: (orderId) =>
      outside().call(() =>
        getKnownOrder(orderId).attempts.map((attempt): GatewayPayment => ({
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
        const order = getKnownOrder(orderId);
        if (outside().getOrderStatus(order) === 'paid')
          throw new ProviderError('rejected', 'order_already_paid', 'a paid order cannot be closed');
        order.closed = true;
      }),
    createRefund: ({ orderId, paymentId, refundId, amountPaise }) =>
      outside().call(() => {
        getKnownOrder(orderId);
        const { status } = outside().requestRefund(orderId, refundId, { paymentId, amountPaise });
        return { refundId, orderId, amountPaise, status };
      }),
    getRefund: (orderId, _paymentId, refundId) =>
      outside().call(() => {
        const refund = outside().orders.get(orderId)?.refunds.get(refundId);
        return refund ? { refundId, orderId, ...refund } : null;
      }),
    getChargeback: (chargebackId) => outside().call(() => findChargeback(chargebackId)),
    listChargebacks: (orderId) =>
      outside().call(() => {
        const matching = [...outside().chargebacks].filter(
          ([, chargeback]) => chargeback.orderId === orderId,
        );
        return matching.flatMap(([id]) => findChargeback(id) ?? []);
      }),
    getSettlement: (settlementId) => outside().call(() => findSettlement(settlementId)),
    listSettlements: ({ from, until }) =>
      outside().call(() => {
        const inPeriod = [...outside().settlements].filter(
          ([, { begunAt }]) => begunAt >= from.getTime() && begunAt <= until.getTime(),
        );
        return { settlements: inPeriod.flatMap(([id]) => findSettlement(id) ?? []), next: null };
      }),
    // The proof compares with `Outside` directly and needs no lists.
    listMovements: () => Promise.resolve({ movements: [], next: null }),
    checkout: ({ sessionId }) => ({ kind: 'redirect', url: `https://pay.example/${sessionId}` }),
    readWebhook,
  };
}

export function createPlainPayouts(
  outside: () => Outside,
  readWebhook: PayoutGateway['readWebhook'],
): PayoutGateway {
  const toTransfer = (transferId: string, transfer: OutsideTransfer): Transfer => ({
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
        return toTransfer(transferId, outside().requestTransfer(transferId, amountPaise));
      }),
    getTransfer: (transferId) =>
      outside().call(() => {
        const transfer = outside().transfers.get(transferId);
        return transfer ? toTransfer(transferId, transfer) : null;
      }),
    listTransfers: () => Promise.resolve(null),
    getBalance: () => Promise.resolve(null),
    readWebhook,
  };
}
