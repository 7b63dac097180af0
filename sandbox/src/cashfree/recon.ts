import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toRupees } from '../rupees.ts';
import { listSettlements } from './settlements.ts';
import type { Order, Payment, Refund, Settlement, State } from '../state.ts';
import { calculateSettledPaise } from '../sums.ts';

/** Cashfree's list of all events of the account between two times. */

interface ReconRequest {
  pagination: { limit: number; cursor?: string | null };
  filters: { start_date: string; end_date: string };
}

const moment = { type: 'string', format: 'date-time' };

const reconRequest = {
  type: 'object',
  required: ['pagination', 'filters'],
  properties: {
    pagination: {
      type: 'object',
      required: ['limit'],
      properties: {
        limit: { type: 'integer', minimum: 10, maximum: 1000 },
        cursor: { type: ['string', 'null'] },
      },
    },
    filters: {
      type: 'object',
      required: ['start_date', 'end_date'],
      properties: { start_date: moment, end_date: moment },
    },
  },
};

export function addReconRoutes(app: FastifyInstance, { state }: Context): void {
  app.post<{ Body: ReconRequest }>(
    '/recon',
    { schema: { body: reconRequest }, config: { perMinute: 20 } },
    async ({ body: { pagination, filters } }) => {
      const [from, until] = [new Date(filters.start_date), new Date(filters.end_date)];
      const inPeriod = listEvents(state).filter(({ at }) => new Date(at) >= from && new Date(at) <= until);
      const begins = parseCursor(pagination.cursor);
      const ends = begins + pagination.limit;
      return {
        cursor: ends < inPeriod.length ? formatCursor(ends) : null,
        limit: pagination.limit,
        data: inPeriod.slice(begins, ends).map(({ answer }) => answer),
      };
    },
  );
}

/** Opaque, like the vendor's cursor. */
const formatCursor = (place: number): string => Buffer.from(JSON.stringify({ place })).toString('base64url');

function parseCursor(cursor: string | null | undefined): number {
  if (!cursor) return 0;
  const { place }: { place: number } = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  return place;
}

interface Event {
  at: string;
  answer: object;
}

function listEvents(state: State): Event[] {
  const orders = Object.values(state.orders).filter((order) => !order.razorpay);
  return [
    ...orders.flatMap((order) => order.payments.map((payment) => toPaymentEvent(order, payment))),
    ...orders.flatMap((order) => order.refunds.map((refund) => toRefundEvent(order, refund))),
    ...listSettlements(state, 'cashfree').map(toSettlementEvent),
  ].toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime());
}

interface EventDetails {
  id: string;
  type: string;
  status: string;
  amountPaise: number;
  isCredit: boolean;
  at: string;
}

const toEventDetails = ({ id, type, status, amountPaise, isCredit, at }: EventDetails) => ({
  event_id: id,
  event_type: type,
  event_status: status,
  event_amount: toRupees(amountPaise),
  event_settlement_amount: null,
  event_currency: 'INR',
  event_time: at,
  event_remarks: null,
  event_service_charge: null,
  event_service_tax: null,
  sale_type: isCredit ? 'CREDIT' : 'DEBIT',
  entity: 'recon',
});

const toOrderDetails = (order: Order) => ({
  order_id: order.orderId,
  order_amount: toRupees(order.amountPaise),
  order_currency: 'INR',
  order_tags: order.tags,
});

function toPaymentEvent(order: Order, payment: Payment): Event {
  const { cfPaymentId, status, amountPaise } = payment;
  const at = payment.completedAt ?? payment.startedAt;
  return {
    at,
    answer: {
      event_details: toEventDetails({
        id: cfPaymentId,
        type: 'PAYMENT',
        status,
        amountPaise,
        isCredit: true,
        at,
      }),
      order_details: toOrderDetails(order),
      payment_details: {
        cf_payment_id: cfPaymentId,
        payment_amount: toRupees(amountPaise),
        payment_currency: 'INR',
        payment_time: payment.startedAt,
        payment_group: 'UPI',
        bank_reference: payment.bankReference,
      },
      refund_details: { refund_id: null, refund_note: null, refund_arn: null, refund_processed_at: null },
      settlement_details: { cf_settlement_id: payment.settlementId ?? null },
    },
  };
}

function toRefundEvent(order: Order, refund: Refund): Event {
  const { cfRefundId, status, amountPaise } = refund;
  const at = refund.processedAt ?? refund.createdAt;
  return {
    at,
    answer: {
      event_details: toEventDetails({
        id: cfRefundId,
        type: 'REFUND',
        status,
        amountPaise,
        isCredit: false,
        at,
      }),
      order_details: toOrderDetails(order),
      payment_details: {
        cf_payment_id: order.payments.find((payment) => payment.status === 'SUCCESS')?.cfPaymentId,
      },
      refund_details: {
        refund_id: refund.refundId,
        refund_note: refund.note,
        refund_arn: null,
        refund_processed_at: refund.processedAt,
      },
      settlement_details: { cf_settlement_id: refund.settlementId ?? null },
    },
  };
}

function toSettlementEvent(settlement: Settlement): Event {
  const { settlementId, status, initiatedAt: at } = settlement;
  const amountPaise = Math.abs(calculateSettledPaise(settlement));
  return {
    at,
    answer: {
      event_details: toEventDetails({
        id: settlementId,
        type: 'SETTLEMENT',
        status: status === 'SUCCESS' ? 'PAID' : status,
        amountPaise,
        isCredit: true,
        at,
      }),
      order_details: { order_id: null, order_amount: null, order_currency: null, order_tags: null },
      settlement_details: { cf_settlement_id: settlementId, settlement_utr: settlement.utr },
    },
  };
}
