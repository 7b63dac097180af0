import { z } from 'zod';
import type { PaymentEvent, WebhookReading } from '../../ports/payment-gateway.ts';
import { notes, readSignedEvent } from '../razorpay.ts';
import * as records from './razorpay-records.ts';

const orderEvent = z
  .object({ order: z.object({ entity: z.object({ receipt: z.string() }) }) })
  .transform(({ order: { entity } }): PaymentEvent => ({ about: 'order', orderId: entity.receipt }));

const paymentEvent = z
  .object({ payment: z.object({ entity: z.object({ notes }) }) })
  .transform(({ payment: { entity } }): PaymentEvent | null => {
    const orderId = entity.notes['order_id'];
    return orderId === undefined ? null : { about: 'order', orderId };
  });

const refundEvent = z
  .object({ refund: z.object({ entity: z.object({ receipt: z.string().nullish(), notes }) }) })
  .transform(({ refund: { entity } }): PaymentEvent | null =>
    // A refund made at the vendor's own pages has no id of ours.
    entity.receipt
      ? { about: 'refund', orderId: entity.notes['order_id'] ?? '', refundId: entity.receipt }
      : null,
  );

/** Matches by prefix: the vendor adds types, and an event only says which object to fetch. */
function webhookSchemaFor(type: string): z.ZodType<PaymentEvent | null> | null {
  if (/^order\.[a-z]+$/.test(type)) return orderEvent;
  if (/^payment\.[a-z]+$/.test(type)) return paymentEvent;
  if (/^refund\.[a-z_]+$/.test(type)) return refundEvent;
  if (type.startsWith('payment.dispute.')) return records.chargebackEvent;
  return type.startsWith('settlement.') ? records.settlementEvent : null;
}

export function readPaymentWebhook(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): WebhookReading<PaymentEvent> {
  const reading = readSignedEvent(headers, rawBody, secrets);
  if (reading.verdict !== 'valid') return reading;
  const { data, ...signed } = reading;
  const { type } = signed;
  const schema = webhookSchemaFor(type);
  if (!schema) return { ...signed, event: null };
  const event = schema.safeParse(data);
  return event.success
    ? { ...signed, event: event.data }
    : { verdict: 'malformed', reason: `data of ${type}` };
}
