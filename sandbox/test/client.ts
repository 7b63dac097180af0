/** For tests: calls as a client of the vendor would make them. */
interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

const CREDENTIALS = {
  'x-client-id': 'sandbox',
  'x-client-secret': 'sandbox',
  'x-api-version': '2025-01-01',
};

export function createClient(url: string, headers: Record<string, string> = CREDENTIALS): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

export function buildOrderBody(orderId: string, changes: Record<string, unknown> = {}) {
  return {
    order_id: orderId,
    order_amount: 12000.5,
    order_currency: 'INR',
    customer_details: { customer_id: 'user-42', customer_phone: '9876543210' },
    ...changes,
  };
}

export function buildSimulation(entity: 'ORDERS' | 'PAYMENTS', entityId: string, outcome: string) {
  return { entity, entity_id: entityId, entity_simulation: { payment_status: outcome } };
}
