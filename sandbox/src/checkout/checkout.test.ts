import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, buildOrderBody, type Call } from '../../test/client.ts';

let sandbox: RunningSandbox;
let call: Call;
let orderId = '';
let checkout = '';
let orders = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  call = createClient(sandbox.url);
});

afterAll(() => sandbox.close());

beforeEach(async () => {
  orders += 1;
  orderId = `order-${orders}`;
  checkout = await createCheckout({});
});

async function createCheckout(changes: Record<string, unknown>): Promise<string> {
  const { body } = await call(
    'POST',
    '/pg/orders',
    buildOrderBody(orderId, {
      order_note: '<b>Paint & polish</b>',
      order_meta: { return_url: 'https://fws.example/pay/{order_id}/return?again={order_id}' },
      ...changes,
    }),
  );
  const { payment_session_id } = body as { payment_session_id: string };
  return `${sandbox.url}/checkout/${payment_session_id}`;
}

const press = (outcome: string) =>
  fetch(checkout, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
const read = async () => (await fetch(checkout)).text();

async function listStatuses(): Promise<string[]> {
  const { body } = await call('GET', `/pg/orders/${orderId}/payments`);
  return (body as { payment_status: string }[]).map((payment) => payment.payment_status);
}

describe('the checkout page', () => {
  test('shows the formatted amount and a button per outcome', async () => {
    const page = await read();
    for (const text of [
      'Pay ₹12,000.50',
      'Fail this payment',
      'Leave it pending',
      'Leave without paying',
      orderId,
    ]) {
      expect(page).toContain(text);
    }
  });

  test('escapes HTML in the note of the order', async () => {
    const page = await read();
    expect(page).toContain('&lt;b&gt;Paint &amp; polish&lt;/b&gt;');
    expect(page).not.toContain('<b>Paint');
  });

  test.each(['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED'])(
    'makes a %s attempt and redirects to the shop',
    async (outcome) => {
      const answer = await press(outcome);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(
        `https://fws.example/pay/${orderId}/return?again=${orderId}`,
      );
      expect(await listStatuses()).toEqual([outcome]);
    },
  );

  test('refuses a second payment with a message', async () => {
    await press('SUCCESS');
    const page = await read();
    expect(page).toContain('This order is paid');
    expect(page).not.toContain('Pay ₹');

    expect(await (await press('SUCCESS')).text()).toContain('This order is paid');
    expect(await listStatuses()).toEqual(['SUCCESS']);
  });

  test('accepts another attempt after a failure', async () => {
    await press('FAILED');
    expect(await read()).toContain('Pay ₹12,000.50');
    await press('SUCCESS');
    expect(await listStatuses()).toEqual(['SUCCESS', 'FAILED']);
  });

  test('takes no payment for a terminated order', async () => {
    await call('PATCH', `/pg/orders/${orderId}`, { order_status: 'TERMINATED' });
    expect(await read()).toContain('This order is closed');
    await press('SUCCESS');
    expect(await listStatuses()).toEqual([]);
  });

  test('returns 404 for an unknown session', async () => {
    const answer = await fetch(`${sandbox.url}/checkout/session_guess`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('no such checkout');
  });

  test('returns 400 for an unknown outcome', async () => {
    expect((await press('FREE')).status).toBe(400);
    expect(await listStatuses()).toEqual([]);
  });
});

test('the front page shows the order, and its buttons work', async () => {
  await press('PENDING');
  const page = await (await fetch(sandbox.url)).text();
  const path = /control\/payments\/\d+/.exec(page)?.[0] ?? '';
  const answer = await fetch(`${sandbox.url}/${path}`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ outcome: 'SUCCESS' }),
    redirect: 'manual',
  });
  expect(answer.headers.get('location')).toBe('/');
  expect(await listStatuses()).toEqual(['SUCCESS']);
});
