import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox, type SandboxOptions } from './main.ts';
import { createClient, buildOrderBody, buildSimulation } from '../test/client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhook-receiver.ts';

let dataDir: string;
let receiver: WebhookReceiver;
const NEVER_MS = 3_600_000;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fws-sandbox-'));
  receiver = await startWebhookReceiver();
});

afterEach(async () => {
  await receiver.close();
  await rm(dataDir, { recursive: true });
});

const start = (options: Partial<SandboxOptions> = {}) =>
  startSandbox({ port: 0, fwsUrl: receiver.url, dataDir, ...options });

test('orders and payments survive a restart', async () => {
  const first = await start();
  await createClient(first.url)('POST', '/pg/orders', buildOrderBody('order-1'));
  await createClient(first.url)('POST', '/pg/simulate', buildSimulation('ORDERS', 'order-1', 'SUCCESS'));
  const before = await createClient(first.url)('GET', '/pg/orders/order-1/payments');
  await first.close();

  const second = await start();
  const after = await createClient(second.url)('GET', '/pg/orders/order-1/payments');
  const next = await createClient(second.url)('POST', '/pg/orders', buildOrderBody('order-2'));
  await second.close();

  expect(after.body).toEqual(before.body);
  expect(after.body).toHaveLength(1);
  expect(next.status).toBe(200);
});

test('saves to disk before it answers', async () => {
  const sandbox = await start();
  await createClient(sandbox.url)('POST', '/pg/orders', buildOrderBody('order-1'));
  const saved = await readFile(join(dataDir, 'sandbox.json'), 'utf8');
  await sandbox.close();
  expect(saved).toContain('"order-1"');
  expect(await readdir(dataDir)).toEqual(['sandbox.json']);
});

test('continues a transfer and delivers an undelivered webhook after a restart', async () => {
  const first = await start({
    fwsUrl: 'http://localhost:1',
    payoutDelayMs: NEVER_MS,
    webhookRetryMs: NEVER_MS,
  });
  const call = createClient(first.url);
  await call('POST', '/payout/beneficiary', {
    beneficiary_id: 'asha',
    beneficiary_name: 'Asha',
    beneficiary_instrument_details: { vpa: 'asha@okbank' },
  });
  await call('POST', '/payout/transfers', {
    transfer_id: 'transfer-1',
    transfer_amount: 500,
    beneficiary_details: { beneficiary_id: 'asha' },
  });
  await call('POST', '/pg/orders', buildOrderBody('order-1', { order_meta: { notify_url: receiver.url } }));
  receiver.answers.push(503);
  await call('POST', '/pg/simulate', buildSimulation('ORDERS', 'order-1', 'SUCCESS'));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  await first.close();

  const second = await start({ payoutDelayMs: 5 });
  await vi.waitFor(() =>
    expect(receiver.received.map(({ type }) => type).toSorted()).toEqual([
      'PAYMENT_SUCCESS_WEBHOOK',
      'PAYMENT_SUCCESS_WEBHOOK',
      'TRANSFER_SUCCESS',
    ]),
  );
  await second.close();
});

test('refuses to start when the state file cannot be read', async () => {
  await writeFile(join(dataDir, 'sandbox.json'), '{"orders":');
  await expect(start()).rejects.toThrow(/sandbox\.json cannot be read/);
});
