import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../ports/provider-error.ts';
import { addDeadline } from './deadline.ts';
import { callProvider } from './provider-call.ts';
import { createProviderCircuit } from './provider-circuit.ts';

type Reply = { status: number; headers?: Record<string, string> } | 'hang';

let server: Server;
let url = '';
/** What the provider answers from now on. */
let reply: Reply;
let requests: string[];

beforeEach(async () => {
  requests = [];
  reply = { status: 200 };
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (reply === 'hang') return;
    response.writeHead(reply.status, reply.headers).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
});
afterEach(
  () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
);

const ask = (circuit: ReturnType<typeof createProviderCircuit>, path = '/orders/1') =>
  callProvider(circuit, { method: 'GET', url: url + path, headers: {} });

describe('a provider that does not answer', () => {
  const settings = { failures: 3, restMs: 200 };

  test('opens the circuit after a few failures, lets one call through as a trial, and closes again on an answer', async () => {
    const circuit = createProviderCircuit('vendor', settings);
    reply = { status: 503 };
    for (let calls = 0; calls < 3; calls += 1)
      await expect(ask(circuit)).rejects.toMatchObject({ outcome: 'unknown' });

    const failure = await ask(circuit).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ outcome: 'limited', code: 'circuit_open', retryAfterMs: 200 });
    expect(requests).toHaveLength(3);

    await sleep(210);
    await expect(ask(circuit)).rejects.toMatchObject({ outcome: 'unknown' });
    await expect(ask(circuit)).rejects.toMatchObject({ code: 'circuit_open' });
    expect(requests).toHaveLength(4);

    reply = { status: 200 };
    await sleep(210);
    await expect(ask(circuit)).resolves.toMatchObject({ status: 200 });
    await expect(ask(circuit)).resolves.toMatchObject({ status: 200 });
  });

  test('stays closed when the provider refuses calls', async () => {
    const circuit = createProviderCircuit('vendor', settings);
    reply = { status: 400 };
    for (let calls = 0; calls < 5; calls += 1)
      await expect(ask(circuit)).resolves.toMatchObject({ status: 400 });
    expect(requests).toHaveLength(5);
  });

  test('does not affect another provider', async () => {
    const [silent, other] = [
      createProviderCircuit('silent', settings),
      createProviderCircuit('other', settings),
    ];
    reply = { status: 500 };
    for (let calls = 0; calls < 4; calls += 1) await ask(silent).catch(() => undefined);
    reply = { status: 200 };
    await expect(ask(other)).resolves.toMatchObject({ status: 200 });
  });
});

describe('a provider that limits', () => {
  test.each(['retry-after', 'x-ratelimit-retry', 'x-ratelimit-reset'])(
    'is not asked for that resource before the time in its %s, but for others',
    async (header) => {
      const circuit = createProviderCircuit('vendor');
      reply = { status: 429, headers: { [header]: '1' } };
      await expect(ask(circuit)).rejects.toMatchObject({ outcome: 'limited', retryAfterMs: 1000 });
      reply = { status: 200 };
      await expect(ask(circuit, '/orders/2')).rejects.toMatchObject({
        outcome: 'limited',
        code: 'rate_limited',
      });
      expect(requests).toHaveLength(1);
      await expect(ask(circuit, '/orders/1/payments')).resolves.toMatchObject({ status: 200 });
      await sleep(1010);
      await expect(ask(circuit)).resolves.toMatchObject({ status: 200 });
    },
  );

  test('waits one minute when no time is given', async () => {
    reply = { status: 429 };
    await expect(ask(createProviderCircuit('vendor'))).rejects.toMatchObject({ retryAfterMs: 60_000 });
  });
});

test('ends an operation of several calls at its deadline and sends nothing afterwards', async () => {
  const circuit = createProviderCircuit('vendor');
  const port = addDeadline(
    {
      async pay() {
        await ask(circuit, '/first').catch(() => undefined);
        return ask(circuit, '/second');
      },
    },
    300,
  );
  reply = 'hang';
  const began = Date.now();
  await expect(port.pay()).rejects.toMatchObject({ outcome: 'unknown', code: 'timed_out' });
  expect(Date.now() - began).toBeLessThan(2_000);
  expect(requests).toEqual(['GET /first']);
});
