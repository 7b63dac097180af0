import { z } from 'zod';
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  NewGatewayOrder,
} from '../../ports/payment-gateway.ts';
import { listKeys } from '../cashfree.ts';
import { notes, unixTime } from '../razorpay.ts';

export const LONGEST_NOTE = 200;
/** A payment that the bank confirms within these minutes is captured automatically; a later one is refunded. */
const CAPTURE_WITHIN_MINUTES = 24 * 60;

export function buildOrderRequest(newOrder: NewGatewayOrder) {
  return {
    amount: newOrder.amountPaise,
    currency: 'INR',
    receipt: newOrder.orderId,
    partial_payment: false,
    payment: {
      capture: 'automatic',
      capture_options: { automatic_expiry_period: CAPTURE_WITHIN_MINUTES, refund_speed: 'normal' },
    },
    notes: { note: newOrder.note.slice(0, LONGEST_NOTE), customer_id: newOrder.customerId },
  };
}

const ORDER_STATUS = { created: 'active', attempted: 'active', paid: 'paid' } as const;

export const order = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(listKeys(ORDER_STATUS)),
    notes,
    created_at: unixTime,
  })
  .transform(({ created_at: createdAt, ...fields }) => ({ ...fields, createdAt }));
export type VendorOrder = z.infer<typeof order>;

export const toGatewayOrder = (orderId: string, vendorOrder: VendorOrder): GatewayOrder => ({
  orderId,
  providerOrderId: vendorOrder.id,
  amountPaise: vendorOrder.amount,
  currency: vendorOrder.currency,
  status:
    vendorOrder.status !== 'paid' && vendorOrder.notes['closed'] === 'yes'
      ? 'terminated'
      : ORDER_STATUS[vendorOrder.status],
  sessionId: vendorOrder.id,
});

/**
 * `authorized` becomes `captured` automatically, as each order requests. `refunded` means that the payer has the money
 * back.
 */
const PAYMENT_STATUS = {
  created: 'pending',
  authorized: 'pending',
  captured: 'success',
  refunded: 'void',
  failed: 'failed',
} as const;
const LEFT_BY_PAYER = 'payment_cancelled';

export const payment = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.enum(listKeys(PAYMENT_STATUS)),
    method: z.string().nullish(),
    error_reason: z.string().nullish(),
    error_description: z.string().nullish(),
    acquirer_data: z
      .object({ rrn: z.string().nullish(), bank_transaction_id: z.string().nullish() })
      .nullish()
      .catch(null),
    created_at: unixTime,
  })
  .transform(({ created_at: createdAt, ...fields }) => ({ ...fields, createdAt }));

export function toGatewayPayment(orderId: string, vendorPayment: z.infer<typeof payment>): GatewayPayment {
  const status = PAYMENT_STATUS[vendorPayment.status];
  return {
    paymentId: vendorPayment.id,
    orderId,
    amountPaise: vendorPayment.amount,
    currency: vendorPayment.currency,
    status:
      vendorPayment.status === 'failed' && vendorPayment.error_reason === LEFT_BY_PAYER
        ? 'user_dropped'
        : status,
    method: vendorPayment.method ?? 'unknown',
    bankReference:
      vendorPayment.acquirer_data?.rrn ?? vendorPayment.acquirer_data?.bank_transaction_id ?? null,
    completedAt: status === 'pending' ? null : vendorPayment.createdAt,
    failureReason: vendorPayment.status === 'failed' ? (vendorPayment.error_description ?? null) : null,
  };
}

const REFUND_STATUS = { pending: 'pending', processed: 'success', failed: 'failed' } as const;

export const refund = z.object({
  amount: z.number().int(),
  receipt: z.string().nullish(),
  status: z.enum(listKeys(REFUND_STATUS)),
});

export const toGatewayRefund = (
  orderId: string,
  refundId: string,
  vendorRefund: z.infer<typeof refund>,
): GatewayRefund => ({
  refundId,
  orderId,
  amountPaise: vendorRefund.amount,
  status: REFUND_STATUS[vendorRefund.status],
});
