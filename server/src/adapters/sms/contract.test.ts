import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import type { SmsSender } from '../../ports/messaging.ts';
import { createInfobipSms } from './infobip.ts';
import { createMsg91Sms } from './msg91.ts';

const webhookSecrets = ['newer', 'sandbox'];
const adapters = [
  {
    name: 'msg91',
    path: '/api/v5',
    connect: (url: string, authKey: string) =>
      createMsg91Sms({ baseUrl: url, authKey, webhookSecrets, templates: null }),
  },
  {
    name: 'infobip',
    path: '/infobip',
    connect: (url: string, apiKey: string) =>
      createInfobipSms({
        baseUrl: `${url}/infobip`,
        apiKey,
        sender: 'FWSPAY',
        entityId: '1101234560000012345',
        webhookSecrets,
        templates: null,
      }),
  },
];

const message = {
  to: '+919876543210',
  template: 'otp',
  locale: 'en',
  text: 'Your FWS code is 482913. It is valid for 10 minutes.\n@fws.example #482913',
  values: ['482913'],
} as const;

describe.each(adapters)('SmsSender by $name', ({ name, path, connect }) => {
  let receiver: WebhookReceiver;
  let sandbox: RunningSandbox;
  let sms: SmsSender;
  const sentAfter = new Date();

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    const fwsUrl = receiver.url.replace('/hooks', '');
    sandbox = await startSandbox({ port: 0, fwsUrl, receiptDelayMs: 5, webhookRetryMs: 5 });
    sms = connect(sandbox.url, 'sandbox');
  });

  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });

  const readOutbox = async (to: string): Promise<unknown> =>
    (await fetch(`${sandbox.url}/outbox.json?to=${encodeURIComponent(to)}`)).json();
  const control = (controlPath: string, body: object) =>
    fetch(`${sandbox.url}/control/${controlPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const findMessage = (reference: string, to: string) => sms.findMessage({ reference, to, sentAfter });
  const listReceipts = (reference: string) =>
    receiver.received
      .map(({ headers, rawBody }) => sms.readWebhook(headers, rawBody))
      .flatMap((reading) => (reading.verdict === 'valid' ? (reading.event ?? []) : []))
      .filter((receipt) => receipt.reference === reference);

  test('delivers the text in any script to that number only, with our reference', async () => {
    await sms.send({ ...message, reference: `${name}-en` });
    await sms.send({
      ...message,
      locale: 'hi',
      text: 'आपका FWS कोड 550011 है।',
      values: ['550011'],
      reference: `${name}-hi`,
    });

    expect(await readOutbox('98765 43210')).toMatchObject([
      {
        channel: 'sms',
        text: 'आपका FWS कोड 550011 है।',
        otp: '550011',
        reference: `${name}-hi`,
        template: 'fws-otp-hi',
      },
      {
        to: '919876543210',
        channel: 'sms',
        text: message.text,
        otp: '482913',
        reference: `${name}-en`,
        template: 'fws-otp-en',
      },
    ]);
    expect(await readOutbox('9876543211')).toEqual([]);
  });

  test('finds a message whose answer was lost, and none that was not taken', async () => {
    const to = '+919000000002';
    for (const [when, reference] of [
      ['after', 'lost-answer'],
      ['before', 'not-taken'],
    ] as const) {
      await control('faults', { failNext: { path, method: 'POST', status: 503, when } });
      await expect(sms.send({ ...message, to, reference })).rejects.toMatchObject({ outcome: 'unknown' });
    }
    expect(await findMessage('lost-answer', to)).toMatchObject({ reference: 'lost-answer' });
    expect(await findMessage('not-taken', to)).toBeNull();
  });

  test('reports the delivery by webhook and when asked', async () => {
    const to = '+919000000003';
    const { providerId } = await sms.send({ ...message, to, reference: 'delivered-1' });
    await vi.waitFor(() =>
      expect(listReceipts('delivered-1')).toEqual([
        { reference: 'delivered-1', providerId, state: 'delivered', reason: null },
      ]),
    );
    expect(receiver.received.at(-1)?.path).toBe(`/webhooks/sms/${name}`);
    expect(await findMessage('delivered-1', to)).toMatchObject({ providerId, state: 'delivered' });
  });

  test('reports a failure with its reason and without the number', async () => {
    const to = '+919000000004';
    await control('recipients', { to, manner: 'undelivered' });
    await sms.send({ ...message, to, reference: 'failed-1' });
    await vi.waitFor(() => expect(listReceipts('failed-1')).toHaveLength(1));
    const [receipt] = listReceipts('failed-1');
    expect(receipt).toMatchObject({ state: 'failed', reason: expect.stringMatching(/\S/) });
    expect(receipt?.reason).not.toContain('9000000004');
    expect(await findMessage('failed-1', to)).toMatchObject(receipt ?? {});
  });

  test('recognises a receipt that comes twice as one', async () => {
    const to = '+919000000005';
    await control('recipients', { to, manner: 'twice' });
    await sms.send({ ...message, to, reference: 'twice-1' });
    await vi.waitFor(() => expect(listReceipts('twice-1')).toHaveLength(2));
    const keys = receiver.received
      .filter(({ rawBody }) => rawBody.includes('twice-1'))
      .map(({ headers, rawBody }) => sms.readWebhook(headers, rawBody));
    expect(keys[0]).toEqual(keys[1]);
  });

  test('refuses receipts without the secret, and bodies that are none', () => {
    const headers = { authorization: 'Bearer newer' };
    const body = Buffer.from('{"results":[]}');
    for (const forged of [{}, { authorization: 'Bearer older' }, { authorization: 'Bearer ' }])
      expect(sms.readWebhook(forged, body)).toEqual({ verdict: 'forged', reason: 'secret' });
    expect(sms.readWebhook(headers, Buffer.from('7'))).toMatchObject({ verdict: 'malformed' });
    expect(sms.readWebhook(headers, Buffer.from('not json'))).toMatchObject({ verdict: 'malformed' });
    expect(sms.readWebhook(headers, body)).toMatchObject({ verdict: 'valid', event: null });
  });

  test('tells a refusal, a limit and silence apart', async () => {
    const to = '+919000000006';
    const send = (by = sms) => by.send({ ...message, to, reference: 'refused-1' });
    await expect(send(connect(sandbox.url, 'wrong'))).rejects.toMatchObject({ outcome: 'rejected' });
    await control('recipients', { to, manner: 'refused' });
    await expect(send()).rejects.toMatchObject({ outcome: 'rejected' });
    await control('faults', { failNext: { path, method: 'POST', status: 429 } });
    await expect(send()).rejects.toMatchObject({ outcome: 'limited' });
    await expect(send(connect('http://localhost:1', 'sandbox'))).rejects.toMatchObject({
      outcome: 'unknown',
    });
    expect(await readOutbox(to)).toEqual([]);
  });
});

test('sends the registered id for each kind and language, and no other kind', async () => {
  const texts = {
    en: { id: '111', dlt: '1107160000000000001' },
    hi: { id: '222', dlt: '1107160000000000002' },
  };
  const sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  const account = { webhookSecrets, templates: { otp: texts } };
  const byMsg91 = createMsg91Sms({ baseUrl: sandbox.url, authKey: 'sandbox', ...account });
  const byInfobip = createInfobipSms({
    baseUrl: `${sandbox.url}/infobip`,
    apiKey: 'sandbox',
    sender: 'FWSPAY',
    entityId: '1101234560000012345',
    ...account,
  });
  for (const sms of [byMsg91, byInfobip])
    for (const locale of ['en', 'hi'] as const)
      await sms.send({ ...message, locale, reference: `${sms.provider}-${locale}` });
  const listed = (await (await fetch(`${sandbox.url}/outbox.json`)).json()) as unknown;
  expect(listed).toMatchObject([
    { template: '1107160000000000002', text: message.text },
    { template: '1107160000000000001', text: message.text },
    // MSG91 writes the text itself; the sandbox shows the values that it would write into it.
    { template: '222', text: '482913' },
    { template: '111', text: '482913' },
  ]);
  const unknown = byMsg91.send({ ...message, template: 'toString', reference: 'unknown-kind' });
  await expect(unknown).rejects.toMatchObject({ outcome: 'rejected', code: 'not_registered' });
  await sandbox.close();
});

test('MSG91 says "not sent" only of a whole report that names our references', async () => {
  const replies: unknown[] = [];
  const queries: URLSearchParams[] = [];
  const vendor = createServer((request, response) => {
    queries.push(new URL(request.url ?? '', 'http://localhost').searchParams);
    response.end(JSON.stringify(replies.length > 1 ? replies.shift() : replies[0]));
  }).listen(0, 'localhost');
  await once(vendor, 'listening');
  const sms = createMsg91Sms({
    baseUrl: `http://localhost:${(vendor.address() as AddressInfo).port}`,
    authKey: 'key',
    webhookSecrets,
    templates: null,
  });
  const find = (...pages: unknown[]) => {
    replies.splice(0, replies.length, ...pages);
    queries.length = 0;
    const sentAfter = new Date('2026-11-25T19:00:00Z'); // the 26th in India
    return sms.findMessage({ reference: 'ours', to: message.to, sentAfter });
  };
  const other = { requestId: '1', CRQID: 'other', status: 'Delivered' };
  const ours = { requestId: '2', CRQID: 'ours', status: 'Failed', failureReason: '919876543210 is off' };
  const more = { paginationToken: 'next' };

  expect(await find({ data: [] })).toBeNull();
  expect(queries.map((query) => [query.get('startDate'), query.get('endDate'), query.get('telNum')])).toEqual(
    [['2026-11-26', '2026-11-28', '919876543210']],
  );
  expect(await find({ data: [other], metadata: more }, { data: [ours] })).toEqual({
    reference: 'ours',
    providerId: '2',
    state: 'failed',
    reason: 'Failed: … is off',
  });
  expect(queries.map((query) => query.get('paginationToken'))).toEqual([null, 'next']);
  await expect(find({ data: [{ requestId: '1', status: 'Delivered' }] })).rejects.toMatchObject({
    outcome: 'unknown',
  });
  await expect(find({ data: [other], metadata: more })).rejects.toMatchObject({ code: 'report_too_long' });
  await expect(find({ type: 'error' })).rejects.toMatchObject({ outcome: 'unknown' });
  vendor.close();
});

test('Infobip is not asked about what it has forgotten', async () => {
  const infobip = adapters[1]?.connect('http://localhost:1', 'sandbox');
  const sentAfter = new Date(Date.now() - 48 * 3600_000);
  await expect(infobip?.findMessage({ reference: 'old', to: message.to, sentAfter })).rejects.toMatchObject({
    outcome: 'unknown',
    code: 'log_ended',
  });
});
