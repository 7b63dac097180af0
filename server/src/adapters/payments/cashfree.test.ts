import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCashfreePayments } from './cashfree.ts';

const gateway = createCashfreePayments({
  baseUrl: 'https://api.cashfree.com/pg',
  clientId: 'id',
  clientSecret: 'secret',
  checkout: 'script',
  checkoutBaseUrl: '',
});

const signHeaders = (timestamp: string, body: string) => ({
  'x-webhook-timestamp': timestamp,
  'x-webhook-signature': createHmac('sha256', 'secret')
    .update(timestamp + body)
    .digest('base64'),
});

test('refuses a webhook when a digit was moved from the body into the timestamp', () => {
  const tamperedHeaders = { ...signHeaders('17637000000007', '{}'), 'x-webhook-timestamp': '1763700000000' };
  expect(gateway.readWebhook(tamperedHeaders, Buffer.from('7{}'))).toMatchObject({ verdict: 'malformed' });
});

test.each(['', '12ab', '-1', '1e3'])('a timestamp of %j is malformed', (at) => {
  expect(gateway.readWebhook(signHeaders(at, '{}'), Buffer.from('{}'))).toMatchObject({
    verdict: 'malformed',
  });
});

test('starts checkout through the script that Cashfree serves', () => {
  expect(gateway.checkout({ orderId: 'a-1', sessionId: 'session_<1>', returnUrl: '' })).toEqual({
    kind: 'script',
    src: 'https://sdk.cashfree.com/js/v3/cashfree.js',
    start:
      'Cashfree({mode:"production"}).checkout({"paymentSessionId":"session_\\u003c1>","redirectTarget":"_self"})',
    hosts: 'https://*.cashfree.com',
  });
});
