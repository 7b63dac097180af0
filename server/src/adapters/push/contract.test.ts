import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyring } from '../../platform/keys.ts';
import { createVapidKeys, findVapidKeys } from './vapid-keys.ts';
import { createWebPush } from './web-push.ts';

let sandbox: RunningSandbox;
const keys = createVapidKeys();
const connect = (overrides = {}) =>
  createWebPush({ keys, contact: 'mailto:help@fws.in', sandboxUrl: `${sandbox.url}/push`, ...overrides });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
});

afterAll(() => sandbox.close());

const post = async (path: string, body: object) =>
  (
    await fetch(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
const subscribe = async (label: string): Promise<Subscription> =>
  (await post('/push/subscriptions', { label, applicationServerKey: keys.publicKey })) as Subscription;
const readOutbox = async (to: string): Promise<unknown> =>
  (await fetch(`${sandbox.url}/outbox.json?to=${encodeURIComponent(to)}`)).json();

const payload = JSON.stringify({
  title: 'Imran asks for ₹24,000',
  body: 'काम 4821। 6 फ़ोटो देखें।',
  tag: 'reference-1',
  path: '/myjobs/4821',
  actions: [{ action: 'photos', title: 'See photos', path: '/myjobs/4821/photos' }],
});
const toMessage = ({ endpoint, keys: { p256dh, auth } }: Subscription) => ({
  endpoint,
  p256dh,
  auth,
  payload,
  topic: 'job-4821',
  ttlSeconds: 3600,
  urgency: 'high' as const,
});

test('a push arrives encrypted and signed, and the browser can read it', async () => {
  const subscription = await subscribe('Meera’s phone');
  expect(await connect().send(toMessage(subscription))).toBe('sent');
  expect(await readOutbox('meera’s phone')).toMatchObject([
    {
      channel: 'push',
      title: 'Imran asks for ₹24,000',
      text: 'काम 4821। 6 फ़ोटो देखें।',
      reference: 'reference-1',
      link: 'http://localhost:1/myjobs/4821',
      actions: [{ title: 'See photos', link: 'http://localhost:1/myjobs/4821/photos' }],
      state: 'delivered',
    },
  ]);
});

test('without keys in the settings, every process derives the same ones from the secret', async () => {
  const [current, other] = ['a', 'b'].map((letter) => createKeyring(Buffer.alloc(32, letter)).current);
  if (!current || !other) throw new Error('made above');
  const derived = findVapidKeys(null, current);
  expect(findVapidKeys(null, current)).toEqual(derived);
  expect(findVapidKeys(null, other).publicKey).not.toBe(derived.publicKey);
  expect(findVapidKeys(keys, current)).toBe(keys);
  const { endpoint, keys: browserKeys } = (await post('/push/subscriptions', {
    label: 'derived',
  })) as Subscription;
  const sender = connect({ keys: derived });
  expect(await sender.send(toMessage({ endpoint, keys: browserKeys }))).toBe('sent');
});

test('an ended subscription is gone', async () => {
  const subscription = await subscribe('ended');
  await fetch(subscription.endpoint, { method: 'DELETE' });
  expect(await connect().send(toMessage(subscription))).toBe('gone');
  expect(await connect().send(toMessage({ ...subscription, endpoint: `${sandbox.url}/push/none` }))).toBe(
    'gone',
  );
});

test('tells refusals, limits and silence apart', async () => {
  const subscription = await subscribe('faults');
  const message = toMessage(subscription);
  const send = (changes = {}, by = connect()) => by.send({ ...message, ...changes });
  const otherKeys = connect({ keys: createVapidKeys() });
  await expect(send({}, otherKeys)).rejects.toMatchObject({ outcome: 'rejected', code: 'push_403' });
  const another = await subscribe('another');
  await expect(send({ auth: another.keys.auth })).rejects.toMatchObject({ code: 'push_400' });
  for (const wrong of [{ p256dh: 'AAAA' }, { auth: '' }])
    await expect(send(wrong)).rejects.toMatchObject({ outcome: 'rejected', code: 'bad_subscription' });
  await expect(send({ payload: 'x'.repeat(3001) })).rejects.toMatchObject({ code: 'payload_too_large' });
  await expect(send({ topic: 'x'.repeat(33) })).rejects.toMatchObject({ code: 'bad_topic' });
  await post('/control/faults', { failNext: { path: '/push', method: 'POST', status: 429 } });
  await expect(send()).rejects.toMatchObject({ outcome: 'limited' });
  await post('/control/faults', { failNext: { path: '/push', method: 'POST', status: 503, when: 'after' } });
  await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'http_503' });
  expect(await readOutbox('faults')).toHaveLength(1);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-pn1p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('knows the push service of %s', (endpoint) => {
  expect(connect().isPushService(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:password@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.attacker.in/abc',
  'https://attacker-push.apple.com.in/abc',
  'https://notify.windows.com/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:5432/push/abc',
  'fcm.googleapis.com',
  '',
])('calls no other address: %j', async (endpoint) => {
  const sender = connect();
  expect(sender.isPushService(endpoint)).toBe(false);
  const message = toMessage({ endpoint, keys: { p256dh: '', auth: '' } });
  await expect(sender.send(message)).rejects.toMatchObject({ code: 'not_a_push_service' });
});

test('calls the sandbox only where it may be used', () => {
  expect(connect({ sandboxUrl: null }).isPushService(`${sandbox.url}/push/abc`)).toBe(false);
  expect(connect().isPushService(`${sandbox.url}/pushed`)).toBe(false);
  expect(connect().isPushService(`${sandbox.url}/push/../control/faults`)).toBe(false);
});

test('follows no redirect, and reads no endless answer', async () => {
  const visited: string[] = [];
  const service = createServer((request, response) => {
    visited.push(request.url ?? '');
    if (request.url === '/push/redirect')
      return void response.writeHead(302, { location: '/push/secret' }).end();
    response.writeHead(400);
    const more = (): void =>
      void (response.destroyed || (response.write('x'.repeat(65536)), setImmediate(more)));
    more();
  }).listen(0, 'localhost');
  await once(service, 'listening');
  const url = `http://localhost:${(service.address() as AddressInfo).port}/push`;
  const { keys: browserKeys } = await subscribe('elsewhere');
  const sender = connect({ sandboxUrl: url });
  const send = (name: string) => sender.send(toMessage({ endpoint: `${url}/${name}`, keys: browserKeys }));
  await expect(send('redirect')).rejects.toMatchObject({ outcome: 'rejected', code: 'push_302' });
  await expect(send('endless')).rejects.toMatchObject({ outcome: 'rejected', code: 'push_400' });
  expect(visited).toEqual(['/push/redirect', '/push/endless']);
  service.closeAllConnections();
  service.close();
});
