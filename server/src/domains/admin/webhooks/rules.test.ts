import { expect, test } from 'vitest';
import { extractClaims } from './rules.ts';

test('extracts only ids and states of a refused body, at most twelve', () => {
  const body = {
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    data: {
      order: { order_id: 'order_7', order_amount: 1500 },
      payment: { cf_payment_id: 42, payment_status: 'SUCCESS' },
      customer_details: { customer_name: 'Meera', customer_phone: '9876543210' },
    },
  };
  expect(extractClaims(JSON.stringify(body))).toEqual([
    { name: 'type', value: 'PAYMENT_SUCCESS_WEBHOOK' },
    { name: 'order_id', value: 'order_7' },
    { name: 'cf_payment_id', value: '42' },
    { name: 'payment_status', value: 'SUCCESS' },
  ]);
  expect(
    extractClaims(JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ order_id: id })))),
  ).toHaveLength(12);
});

test.each(['', 'no JSON', '7', 'null', '[]', '{"status":{"name":"x"}}'])(
  'extracts nothing from %s',
  (body) => {
    expect(extractClaims(body)).toEqual([]);
  },
);

test('stops at a depth limit in a deeply nested body', () => {
  expect(extractClaims(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toEqual([]);
});
