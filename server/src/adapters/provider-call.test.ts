import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProvider } from './provider-call.ts';
import { createProviderCircuit } from './provider-circuit.ts';

const requestedUrls: string[] = [];
const server = createServer((request, response) => {
  requestedUrls.push(request.url ?? '');
  if (request.url === '/orders') response.writeHead(302, { location: '/elsewhere' }).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    }),
);
afterAll(() => server.close());

test('does not follow a provider’s redirect', async () => {
  const { port } = server.address() as AddressInfo;
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/orders`, headers: {} } as const;
  await expect(callProvider(createProviderCircuit('redirecting'), request)).rejects.toMatchObject({
    outcome: 'unknown',
  });
  expect(requestedUrls).toEqual(['/orders']);
});
