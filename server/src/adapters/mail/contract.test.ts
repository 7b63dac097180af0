import { createServer } from 'node:net';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import { createSmtpMailer } from './smtp.ts';

const adapters = [
  {
    name: 'smtp',
    connect: (smtpPort: number) =>
      createSmtpMailer({
        url: `smtp://localhost:${smtpPort}`,
        from: 'FWS <no-reply@fws.example>',
        bounceAddress: 'bounces@fws.example',
        bounceSecrets: ['newer', 'sandbox'],
      }),
  },
];

describe.each(adapters)('Mailer by $name', ({ connect }) => {
  let receiver: WebhookReceiver;
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    const fwsUrl = receiver.url.replace('/hooks', '');
    sandbox = await startSandbox({ port: 0, fwsUrl, receiptDelayMs: 5, webhookRetryMs: 5 });
  });

  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });

  const readOutbox = async (to: string): Promise<unknown> =>
    (await fetch(`${sandbox.url}/outbox.json?to=${encodeURIComponent(to)}`)).json();

  test('delivers the subject and the text in any script', async () => {
    const text = 'Your FWS code is 482913.\n\nनमस्ते ₹15,000.00';
    await connect(sandbox.smtpPort).send({ to: 'asha@example.in', subject: 'आपका कोड', text });

    expect(await readOutbox('Asha@Example.in')).toMatchObject([
      { to: 'asha@example.in', channel: 'email', subject: 'आपका कोड', text, otp: '482913' },
    ]);
  });

  test('takes the code from the text, not from the HTML', async () => {
    const html = '<p>Pay <b>999999</b></p>';
    await connect(sandbox.smtpPort).send({ to: 'b@example.in', subject: 'Hi', text: 'Code 111222', html });
    expect(await readOutbox('b@example.in')).toMatchObject([{ text: 'Code 111222', otp: '111222' }]);
  });

  test('prevents header and recipient injection through the subject', async () => {
    await connect(sandbox.smtpPort).send({
      to: 'c@example.in',
      subject: 'Hi\r\nBcc: d@example.in',
      text: 'One recipient',
    });
    expect(await readOutbox('d@example.in')).toEqual([]);
    expect(await readOutbox('c@example.in')).toHaveLength(1);
  });

  test('has the same Message-ID at every attempt, and one-click unsubscribing', async () => {
    const mail = {
      to: 'e@example.in',
      subject: 'A quote',
      text: 'See https://fws.example/s/2bx8',
      html: '<p><a href="https://fws.example/s/2bx8?a=1&amp;b=2">See the quote</a></p>',
      reference: 'reference-0001',
      unsubscribeUrl: 'https://fws.example/unsubscribe/abc',
    };
    await connect(sandbox.smtpPort).send(mail);
    await connect(sandbox.smtpPort).send(mail);
    const sent = {
      reference: 'reference-0001',
      id: '<reference-0001@fws.example>',
      link: 'https://fws.example/s/2bx8?a=1&b=2',
      html: expect.stringContaining('See the quote'),
      headers: {
        'list-unsubscribe': '<https://fws.example/unsubscribe/abc>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      },
      returnPath: 'bounces+reference-0001@fws.example',
    };
    expect(await readOutbox('e@example.in')).toMatchObject([sent, sent]);
    // The page shows the HTML without its scripts, beside the text.
    const page = await (await fetch(`${sandbox.url}/outbox?to=e@example.in`)).text();
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).toContain('See the quote&lt;/a&gt;');
    expect(page).toMatch(/class="plain"[^>]*>See </);
  });

  test('reads a returned mail and tells for ever from for now', async () => {
    const mailer = connect(sandbox.smtpPort);
    const mail = { subject: 'Hi', text: 'Hi' };
    await mailer.send({ ...mail, to: 'bounce@example.in', reference: 'bounce-for-ever' });
    // Returned mails come in any order.
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await mailer.send({ ...mail, to: 'bounce.full@example.in', reference: 'bounce-for-now' });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
    const readings = await Promise.all(
      receiver.received.map(async ({ headers, rawBody }) => mailer.readBounce(headers, rawBody)),
    );
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks/mail', '/webhooks/mail']);
    expect(readings).toMatchObject([
      { verdict: 'valid', event: { reference: 'bounce-for-ever', kind: 'permanent', reason: '5.1.1' } },
      { verdict: 'valid', event: { reference: 'bounce-for-now', kind: 'temporary', reason: '4.2.2' } },
    ]);

    const [{ rawBody } = { rawBody: Buffer.alloc(0) }] = receiver.received;
    expect(await mailer.readBounce({}, rawBody)).toEqual({ verdict: 'forged', reason: 'secret' });
    const headers = { authorization: 'Bearer newer' };
    // Without our address only the returned part names the mail, in one of several forms.
    const byMessageId = rawBody.toString().replaceAll(/bounces\+[\w-]+@/g, 'no-reply@');
    const forms = [
      byMessageId,
      byMessageId
        .replace('text/rfc822-headers', 'message/rfc822')
        .replace(/Message-ID: /i, 'Message-Id:\r\n '),
      byMessageId.replace('message/delivery-status', 'message/global-delivery-status'),
    ];
    for (const form of forms)
      expect(await mailer.readBounce(headers, Buffer.from(form)), form).toMatchObject({
        event: { reference: 'bounce-for-ever', kind: 'permanent' },
      });
    const byPolicy = rawBody.toString().replaceAll('5.1.1', '5.7.1');
    expect(await mailer.readBounce(headers, Buffer.from(byPolicy))).toMatchObject({
      event: { kind: 'temporary', reason: '5.7.1' },
    });
    for (const other of ['From: a@example.in\r\nSubject: Out of office\r\n\r\nBack on Monday', ''])
      expect(await mailer.readBounce(headers, Buffer.from(other))).toMatchObject({
        verdict: 'valid',
        event: null,
      });
    expect(await mailer.readBounce(headers, Buffer.alloc(2_000_000))).toMatchObject({ verdict: 'malformed' });
  });

  test('returns an unknown outcome when the answer is lost, and a refusal of the recipient', async () => {
    const failNext = { path: 'smtp', status: 451, when: 'after' };
    await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failNext }),
    });
    const mail = { to: 'lost@example.in', subject: 'Hi', text: 'Hi', reference: 'lost-answer' };
    await expect(connect(sandbox.smtpPort).send(mail)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await readOutbox('lost@example.in')).toMatchObject([{ reference: 'lost-answer' }]);
    await fetch(`${sandbox.url}/control/recipients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: 'nobody@example.in', manner: 'refused' }),
    });
    await expect(connect(sandbox.smtpPort).send({ ...mail, to: 'nobody@example.in' })).rejects.toMatchObject({
      outcome: 'rejected',
    });
  });

  test('rejects an invalid address', async () => {
    const refusal = connect(sandbox.smtpPort).send({ to: 'not an address', subject: 'Hi', text: 'Hi' });
    await expect(refusal).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test('returns an unknown outcome within ten seconds when the server accepts the connection but never answers', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, 'localhost', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const began = Date.now();
    await expect(connect(port).send({ to: 'a@example.in', subject: 'Hi', text: 'Hi' })).rejects.toMatchObject(
      {
        outcome: 'unknown',
      },
    );
    expect(Date.now() - began).toBeLessThan(10_000);
    silent.close();
  }, 20_000);

  test('returns an unknown outcome when nothing listens', async () => {
    await expect(connect(1).send({ to: 'a@example.in', subject: 'Hi', text: 'Hi' })).rejects.toMatchObject({
      outcome: 'unknown',
      code: 'no_answer',
    });
  });
});
