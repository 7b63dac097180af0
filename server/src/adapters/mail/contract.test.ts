import { createServer } from 'node:net';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmtpMailer } from './smtp.ts';

const adapters = [
  {
    name: 'smtp',
    connect: (smtpPort: number) =>
      createSmtpMailer({ url: `smtp://localhost:${smtpPort}`, from: 'FWS <no-reply@fws.example>' }),
  },
];

describe.each(adapters)('Mailer by $name', ({ connect }) => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  });

  afterAll(() => sandbox.close());

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
