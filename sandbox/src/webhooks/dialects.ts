import { createHmac } from 'node:crypto';
import type { Delivery } from '../state.ts';

export interface Event {
  entity: string;
  url: string;
  type: string;
  version: string;
  data: unknown;
  dialect?: 'razorpay';
}

export function toWebhookBody(event: Event, at: string): object {
  const { type, data } = event;
  if (event.dialect !== 'razorpay') return { data, event_time: at, type };
  return {
    entity: 'event',
    account_id: 'acc_00000000sandbox',
    event: type,
    contains: Object.keys(Object(data)),
    payload: data,
    created_at: Math.floor(new Date(at).getTime() / 1000),
  };
}

/** Cashfree signs the time and the body and numbers its attempts; Razorpay signs the body alone. */
export function buildHeaders(delivery: Delivery, secret: string): Record<string, string> {
  const json = { 'content-type': 'application/json' };
  if (delivery.dialect === 'razorpay') {
    return {
      ...json,
      'x-razorpay-signature': createHmac('sha256', secret).update(delivery.body).digest('hex'),
      'x-razorpay-event-id': delivery.id.replaceAll('-', '').slice(0, 14),
    };
  }
  const timestamp = String(Date.now());
  return {
    ...json,
    'x-webhook-signature': createHmac('sha256', secret)
      .update(timestamp + delivery.body)
      .digest('base64'),
    'x-webhook-timestamp': timestamp,
    'x-webhook-version': delivery.version,
    'x-webhook-attempt': String(delivery.attempts + 1),
    'x-idempotency-key': delivery.id,
  };
}
