import { createHmac } from 'node:crypto';
import { RAZORPAY_SECRET } from './fake-razorpay.ts';

const SECRET = 'sandbox';

interface SignatureOptions {
  key: string;
  forged?: boolean;
  timestamp?: string;
}

export function buildCashfreeHeaders(
  { key, forged, timestamp = String(Date.now()) }: SignatureOptions,
  signed: string,
) {
  const secret = forged ? 'not the secret' : SECRET;
  return {
    'x-webhook-signature': createHmac('sha256', secret).update(timestamp).update(signed).digest('base64'),
    'x-webhook-timestamp': timestamp,
    'x-webhook-version': '2025-01-01',
    'x-idempotency-key': key,
  };
}

export function buildRazorpayHeaders({ key, forged }: SignatureOptions, signed: string) {
  const secret = forged ? 'not the secret' : RAZORPAY_SECRET;
  return {
    'x-razorpay-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    'x-razorpay-event-id': key,
  };
}
