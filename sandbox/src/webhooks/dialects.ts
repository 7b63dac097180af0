import { createHmac } from 'node:crypto';
import type { Delivery, Dialect } from '../state.ts';

export interface Event {
  entity: string;
  url: string;
  type: string;
  version: string;
  data: unknown;
  dialect?: Dialect;
}

export function toWebhookBody(event: Event, at: string): string {
  const { type, data } = event;
  // A returned mail is posted as it is.
  if (typeof data === 'string') return data;
  // Vendors of messages have no envelope in common.
  if (event.dialect !== undefined && event.dialect !== 'razorpay') return JSON.stringify(data);
  if (event.dialect === undefined) return JSON.stringify({ data, event_time: at, type });
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_00000000sandbox',
    event: type,
    contains: Object.keys(Object(data)),
    payload: data,
    created_at: Math.floor(new Date(at).getTime() / 1000),
  });
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** How vendors of messages prove themselves: only WhatsApp signs, the others send a shared secret. */
const MESSAGE_HEADERS: Record<
  Exclude<Dialect, 'razorpay'>,
  (body: string, secret: string) => Record<string, string>
> = {
  msg91: (_body, secret) => ({ authorization: `Bearer ${secret}` }),
  infobip: (_body, secret) => ({ authorization: `Basic ${toBase64(`infobip:${secret}`)}` }),
  whatsapp: (body, secret) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
  mail: (_body, secret) => ({ authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' }),
};

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
  if (delivery.dialect !== undefined)
    return { ...json, ...MESSAGE_HEADERS[delivery.dialect](delivery.body, secret) };
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
