import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient } from '../../test/client.ts';

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  await sendSms('919876543210', 'Your code is 111111');
  await sendSms('919876543210', 'Order 12345678 is 1234567: your code is 222222, not 333333');
  await sendSms('919876543211', '<i>Nothing</i> to type');
});

afterAll(() => sandbox.close());

const sendSms = (mobiles: string, text: string, authkey = 'sandbox') =>
  createClient(sandbox.url, { authkey })('POST', '/api/v5/flow', {
    template_id: 'fws-otp-en',
    recipients: [{ mobiles, text, otp: '123456' }],
  });
const readOutbox = async (to: string) =>
  (await createClient(sandbox.url)('GET', `/outbox.json?to=${encodeURIComponent(to)}`)).body;

test.each(['+91 98765 43210', '+919876543210', '9876543210'])(
  'lists the messages to %s, newest first',
  async (number) => {
    expect(await readOutbox(number)).toMatchObject([
      { to: '919876543210', channel: 'sms', otp: '222222' },
      {
        to: '919876543210',
        channel: 'sms',
        otp: '111111',
        text: 'Your code is 111111',
        at: expect.any(String),
      },
    ]);
  },
);

test('returns a null code for a message without one', async () => {
  expect(await readOutbox('9876543211')).toMatchObject([{ otp: null }]);
  await sendSms('919876543214', 'Ticket FWS-D-000123 is settled');
  expect(await readOutbox('9876543214')).toMatchObject([{ otp: null }]);
});

test('answers in the format of MSG91', async () => {
  expect(await sendSms('919876543212', 'Hello')).toMatchObject({ status: 200, body: { type: 'success' } });
  expect(await sendSms('919876543213', 'Hello', 'wrong')).toMatchObject({
    status: 401,
    body: { type: 'error' },
  });
  expect((await sendSms('not a number', 'Hello')).status).toBe(400);
  expect(await readOutbox('9876543213')).toEqual([]);
});

test('the page escapes messages and filters by recipient', async () => {
  const fullPage = await (await fetch(`${sandbox.url}/outbox`)).text();
  const filteredPage = await (await fetch(`${sandbox.url}/outbox?to=9876543210`)).text();
  expect(fullPage).toContain('&lt;i&gt;Nothing&lt;/i&gt; to type');
  expect(filteredPage).toContain('222222');
  expect(filteredPage).not.toContain('to type');
});

test('the page without a message loads itself again', async () => {
  expect((await fetch(`${sandbox.url}/outbox?to=9000000000`)).headers.get('refresh')).toBe('2');
  expect((await fetch(`${sandbox.url}/outbox?to=9876543210`)).headers.get('refresh')).toBeNull();
});

test('shows each message as the phone would, in its language, with its links', async () => {
  const to = '919876543220';
  await sendSms(to, '₹6,000 भेजे गए: localhost:1/s/2bx8');
  const call = createClient(sandbox.url, { authorization: 'Bearer sandbox' });
  await call('POST', '/graph/v23.0/1/messages', {
    messaging_product: 'whatsapp',
    to,
    type: 'template',
    template: {
      name: 'fws_quote_received',
      language: { code: 'en' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: 'A <quote>' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 's/7kq2' }] },
      ],
    },
  });
  const page = await (await fetch(`${sandbox.url}/outbox?to=${to}`)).text();
  expect(page).toMatch(/AX-FWSPAY-S[^]*lang="hi"[^]*<a class="" href="http:\/\/localhost:1\/s\/2bx8"/);
  expect(page).toMatch(
    /Business account[^]*A &lt;quote&gt;[^]*href="http:\/\/localhost:1\/s\/7kq2"[^]*>Open</,
  );
  expect(await readOutbox(to)).toMatchObject([
    { channel: 'whatsapp', template: 'fws_quote_received', link: 'http://localhost:1/s/7kq2' },
    { channel: 'sms', template: 'fws-otp-en', locale: 'hi', link: 'http://localhost:1/s/2bx8' },
  ]);
  const font = await fetch(`${sandbox.url}/fonts/devanagari-400.ttf`);
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/ttf']);
});

test('refuses what the vendors refuse', async () => {
  const unsigned = createClient(sandbox.url, {});
  expect(await unsigned('POST', '/infobip/sms/3/messages', {})).toMatchObject({ status: 401 });
  expect(
    await unsigned('GET', '/api/v5/report/logs/p/sms?startDate=2026-11-26&endDate=2026-11-26'),
  ).toMatchObject({
    status: 401,
  });
  const infobip = createClient(sandbox.url, { authorization: 'App sandbox' });
  const withoutDlt = {
    messages: [
      { sender: 'FWSPAY', destinations: [{ to: '919876543210' }], content: { text: 'Hi' }, options: {} },
    ],
  };
  expect(await infobip('POST', '/infobip/sms/3/messages', withoutDlt)).toMatchObject({ status: 400 });
  expect(await unsigned('POST', '/control/messages/none', { state: 'read' })).toMatchObject({ status: 404 });
  const { body } = await unsigned('POST', '/push/subscriptions', { label: 'a phone' });
  const { endpoint } = body as { endpoint: string };
  const pushed = await fetch(endpoint, { method: 'POST', headers: { ttl: '60' }, body: 'x' });
  expect(pushed.status).toBe(401);
});

test('survives a mailer that resets its connection', async () => {
  const socket = connect(sandbox.smtpPort, '127.0.0.1');
  await once(socket, 'data');
  socket.write('EHLO mailer.example\r\nMAIL FROM:<a@mail.example>\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  // The next mailer is greeted.
  const next = connect(sandbox.smtpPort, '127.0.0.1');
  const [greeting] = (await once(next, 'data')) as [Buffer];
  expect(String(greeting)).toMatch(/^220 /);
  next.destroy();
});
