import { createHmac } from 'node:crypto';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import { createCloudWhatsApp } from './cloud-api.ts';

let receiver: WebhookReceiver;
let sandbox: RunningSandbox;
const connect = (overrides = {}) =>
  createCloudWhatsApp({
    baseUrl: `${sandbox.url}/graph/v23.0`,
    phoneNumberId: '106540352242922',
    accessToken: 'sandbox',
    appSecret: 'sandbox',
    verifyToken: 'verify-me',
    standIn: true,
    ...overrides,
  });

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const fwsUrl = receiver.url.replace('/hooks', '');
  sandbox = await startSandbox({ port: 0, fwsUrl, receiptDelayMs: 5, webhookRetryMs: 5 });
});

afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const message = {
  to: '+919876543210',
  template: 'payment_requested',
  locale: 'hi',
  text: 'इमरान ने ₹24,000 माँगे।\nफ़ोटो देखें, फिर रकम जारी करें।',
  values: ['इमरान', '₹24,000\n'],
  linkPath: 's/2bx8',
  linkText: 'फ़ोटो देखें',
  reference: 'whatsapp-1',
} as const;

const readOutbox = async (to: string): Promise<unknown> =>
  (await fetch(`${sandbox.url}/outbox.json?to=${encodeURIComponent(to)}`)).json();
const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const listEvents = () =>
  receiver.received
    .map(({ headers, rawBody }) => connect().readWebhook(headers, rawBody))
    .flatMap((reading) => (reading.verdict === 'valid' && reading.event ? [reading.event] : []));
const listReceipts = (reference: string) =>
  listEvents()
    .flatMap(({ receipts }) => receipts)
    .filter((receipt) => receipt.reference === reference);

test('sends the template in its language with its button, and reports how far it came', async () => {
  const { providerId } = await connect().send(message);
  const [sent] = (await readOutbox('98765 43210')) as { id: string }[];
  expect(sent).toMatchObject({
    id: providerId,
    channel: 'whatsapp',
    reference: 'whatsapp-1',
    template: 'fws_payment_requested',
    locale: 'hi',
    text: message.text,
    link: expect.stringMatching(/\/s\/2bx8$/),
    actions: [{ title: 'फ़ोटो देखें' }, { title: 'WhatsApp पर ये संदेश रोकें', link: null }],
  });
  await vi.waitFor(() => expect(listReceipts('whatsapp-1')).toHaveLength(2));
  await control(`messages/${providerId}`, { state: 'read' });
  await vi.waitFor(() => expect(listReceipts('whatsapp-1')).toHaveLength(3));
  expect(listReceipts('whatsapp-1')).toEqual(
    (['sent', 'delivered', 'read'] as const).map((state) => ({
      reference: 'whatsapp-1',
      providerId,
      state,
      reason: null,
    })),
  );
  expect(receiver.received.every(({ path }) => path === '/webhooks/whatsapp')).toBe(true);
});

test('reports a failure with the vendor’s code', async () => {
  await control('recipients', { to: '9000000002', manner: 'undelivered' });
  await connect().send({ ...message, to: '+919000000002', reference: 'whatsapp-failed' });
  await vi.waitFor(() =>
    expect(listReceipts('whatsapp-failed')).toMatchObject([
      { state: 'failed', reason: '131026: Message undeliverable' },
    ]),
  );
});

test('hears "stop" from the button and from a text in either language', async () => {
  const { providerId } = await connect().send({
    ...message,
    to: '+919000000003',
    reference: 'whatsapp-stop',
  });
  await control(`messages/${providerId}`, { state: 'stop' });
  await vi.waitFor(() => expect(listEvents().flatMap(({ stops }) => stops)).toEqual(['+919000000003']));

  const readText = (body: string) => {
    const messages = [{ from: '919000000004', type: 'text', text: { body } }];
    const raw = Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ value: { messages } }] }],
      }),
    );
    const signature = `sha256=${createHmac('sha256', 'sandbox').update(raw).digest('hex')}`;
    return connect().readWebhook({ 'x-hub-signature-256': signature }, raw);
  };
  for (const text of ['STOP', ' stop. ', 'Unsubscribe', 'रोकें', 'बंद करें।'])
    expect(readText(text), text).toMatchObject({ event: { stops: ['+919000000004'], receipts: [] } });
  expect(readText('Do not stop the work')).toMatchObject({ verdict: 'valid', event: null });
});

test('trusts only what the app secret signed, byte by byte', async () => {
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0));
  const [{ headers, rawBody } = { headers: {}, rawBody: Buffer.alloc(0) }] = receiver.received;
  expect(connect().readWebhook(headers, rawBody).verdict).toBe('valid');
  const changed = Buffer.from(rawBody.toString().replace('"sent"', '"read"'));
  expect(connect().readWebhook(headers, changed)).toEqual({ verdict: 'forged', reason: 'signature' });
  expect(connect().readWebhook({}, rawBody).verdict).toBe('forged');
  expect(connect({ appSecret: 'other' }).readWebhook(headers, rawBody).verdict).toBe('forged');
  const signature = `sha256=${createHmac('sha256', 'sandbox').update('[]').digest('hex')}`;
  expect(connect().readWebhook({ 'x-hub-signature-256': signature }, Buffer.from('[]')).verdict).toBe(
    'malformed',
  );
});

test('answers the check of the webhook’s address to who knows the token', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '1158201444' };
  expect(connect().answerChallenge(query)).toBe('1158201444');
  expect(connect().answerChallenge({ ...query, 'hub.verify_token': 'guess' })).toBeNull();
  expect(connect().answerChallenge({ ...query, 'hub.mode': undefined })).toBeNull();
});

test('tells a refusal, a limit and silence apart', async () => {
  const send = (by = connect()) => by.send({ ...message, to: '+919000000005' });
  await expect(send(connect({ accessToken: 'wrong' }))).rejects.toMatchObject({
    outcome: 'rejected',
    code: 'whatsapp_190',
  });
  await control('recipients', { to: '9000000005', manner: 'refused' });
  await expect(send()).rejects.toMatchObject({ outcome: 'rejected', code: 'whatsapp_131026' });
  await control('faults', { failNext: { path: '/graph', status: 429 } });
  await expect(send()).rejects.toMatchObject({ outcome: 'limited' });
  await expect(send(connect({ baseUrl: 'http://localhost:1' }))).rejects.toMatchObject({
    outcome: 'unknown',
  });
  expect(await readOutbox('9000000005')).toEqual([]);
});
