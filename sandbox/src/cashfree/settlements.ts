import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { calculateSettledPaise, calculateTakenPaise, getVendor, type Vendor } from '../sums.ts';
import { buildRazorpaySettlementEvent } from '../razorpay/events.ts';
import { toRupees } from '../rupees.ts';
import { generateNumber, type Settlement, type State } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

/** 1.75% of the payments and 18% GST on that, as in the vendor's price list for most methods. */
const FEE_BPS = 175;
const GST_PERCENT = 18;
const MOST_A_PAGE = 1000;
const DEFAULT_A_PAGE = 10;

interface SettlementsRequest {
  pagination: { limit?: number; cursor?: string | null };
  filters: { cf_settlement_ids?: string[]; start_date?: string; end_date?: string };
}

const settlementsRequest = {
  type: 'object',
  required: ['pagination', 'filters'],
  properties: {
    pagination: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: MOST_A_PAGE },
        cursor: { type: ['string', 'null'] },
      },
    },
    filters: {
      type: 'object',
      properties: {
        cf_settlement_ids: { type: 'array', items: { type: 'string' } },
        start_date: { type: 'string', format: 'date-time' },
        end_date: { type: 'string', format: 'date-time' },
      },
    },
  },
};

export function addSettlementRoutes(app: FastifyInstance, { state }: Context): void {
  app.post<{ Body: SettlementsRequest }>(
    '/settlements',
    { schema: { body: settlementsRequest }, config: { perMinute: 20 } },
    async ({ body: { pagination, filters } }) => {
      const { cf_settlement_ids: ids, start_date: from, end_date: until } = filters;
      if (!ids && !(from && until)) {
        throw new VendorError(400, 'filters_missing', 'filters : settlement ids or both dates are required');
      }
      const begins = Number(pagination.cursor ?? 0);
      const ends = begins + (pagination.limit ?? DEFAULT_A_PAGE);
      const matching = listSettlements(state, 'cashfree').filter(
        (settlement) =>
          (!ids || ids.includes(settlement.settlementId)) &&
          (!from || new Date(settlement.initiatedAt) >= new Date(from)) &&
          (!until || new Date(settlement.initiatedAt) <= new Date(until)),
      );
      return {
        cursor: ends < matching.length ? String(ends) : null,
        limit: pagination.limit ?? DEFAULT_A_PAGE,
        data: matching.slice(begins, ends).map(toSettlementAnswer),
      };
    },
  );
}

export const listSettlements = (state: State, vendor: Vendor): Settlement[] =>
  Object.values(state.settlements).filter(({ dialect }) => (dialect ?? 'cashfree') === vendor);

/** Each vendor sends everything that is not settled yet. A failed settlement leaves it all for the next. */
export function settleAll(context: Context, outcome: 'SUCCESS' | 'FAILED'): void {
  for (const vendor of ['cashfree', 'razorpay'] as const) settleVendor(context, vendor, outcome);
}

function settleVendor(context: Context, vendor: Vendor, outcome: 'SUCCESS' | 'FAILED'): void {
  const { state, now } = context;
  const { payments, refunds, disputes } = listUnsettled(state, vendor);
  if (payments.length + refunds.length + disputes.length === 0) return;

  const paymentPaise = sumPaise(payments);
  const keptBackPaise = disputes.reduce(
    (sum, dispute) => sum + calculateTakenPaise(dispute) - dispute.settledPaise,
    0,
  );
  const feePaise = Math.floor((paymentPaise * FEE_BPS) / 10_000);
  const isSent = outcome === 'SUCCESS';
  const at = now().toISOString();
  const settlement: Settlement = {
    settlementId: String(generateNumber(state)),
    paymentPaise,
    adjustmentPaise: -sumPaise(refunds) - keptBackPaise,
    feePaise,
    taxPaise: Math.floor((feePaise * GST_PERCENT) / 100),
    status: outcome,
    utr: isSent ? String(generateNumber(state)) : null,
    ...(vendor === 'razorpay' ? { dialect: vendor } : {}),
    initiatedAt: at,
    settledAt: isSent ? at : null,
  };
  state.settlements[settlement.settlementId] = settlement;
  if (isSent) {
    for (const record of [...payments, ...refunds]) record.settlementId = settlement.settlementId;
    for (const dispute of disputes) dispute.settledPaise = calculateTakenPaise(dispute);
  }
  if (vendor === 'razorpay') {
    if (isSent) context.webhooks.send(buildRazorpaySettlementEvent(context, settlement));
    return;
  }
  announce(context, settlement, 'SETTLEMENT_INITIATED');
  announce(context, settlement, `SETTLEMENT_${outcome}`);
}

function listUnsettled(state: State, vendor: Vendor) {
  const orders = Object.values(state.orders).filter((order) => getVendor(order) === vendor);
  const orderIds = new Set(orders.map(({ orderId }) => orderId));
  return {
    payments: orders
      .flatMap((order) => order.payments)
      .filter((payment) => payment.status === 'SUCCESS' && payment.settlementId === undefined),
    refunds: orders
      .flatMap((order) => order.refunds)
      .filter((refund) => refund.status === 'SUCCESS' && refund.settlementId === undefined),
    disputes: Object.values(state.disputes).filter(
      (dispute) => orderIds.has(dispute.orderId) && calculateTakenPaise(dispute) !== dispute.settledPaise,
    ),
  };
}

/** The merchant's bank sent it back. Its items stay settled, because the vendor sends the same sum again by hand. */
export function reverseSettlement(context: Context, settlementId: string): void {
  // Accepts the id of either vendor.
  const settlement = context.state.settlements[settlementId.replace(/^setl_0*/, '')];
  if (settlement?.status !== 'SUCCESS') {
    throw new VendorError(404, 'settlement_not_found', 'No such settlement that reached the bank');
  }
  settlement.status = 'REVERSED';
  if (settlement.dialect !== 'razorpay') announce(context, settlement, 'SETTLEMENT_REVERSED');
}

const sumPaise = (parts: { amountPaise: number }[]): number =>
  parts.reduce((sum, part) => sum + part.amountPaise, 0);

function announce(context: Context, settlement: Settlement, type: string): void {
  const { cf_settlement_id, settlement_utr, ...fields } = toSettlementAnswer(settlement);
  context.webhooks.send({
    entity: `settlement ${settlement.settlementId}`,
    url: `${context.settings.fwsUrl}/webhooks/payments/cashfree`,
    type,
    version: '2025-01-01',
    data: { settlement: { ...fields, settlement_id: Number(cf_settlement_id), utr: settlement_utr } },
  });
}

function toSettlementAnswer(settlement: Settlement) {
  return {
    cf_settlement_id: settlement.settlementId,
    entity: 'settlement',
    payment_amount: toRupees(settlement.paymentPaise),
    adjustment: toRupees(settlement.adjustmentPaise),
    service_charge: toRupees(settlement.feePaise),
    service_tax: toRupees(settlement.taxPaise),
    settlement_charge: 0,
    settlement_tax: 0,
    amount_settled: toRupees(calculateSettledPaise(settlement)),
    settlement_type: 'STANDARD',
    settlement_utr: settlement.utr,
    settlement_initiated_on: settlement.initiatedAt,
    settled_on: settlement.settledAt,
    status: settlement.status,
    reason: null,
  };
}
