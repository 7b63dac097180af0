import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMsg91Sms } from './msg91.ts';

const adapters = [
  {
    name: 'msg91',
    connect: (baseUrl: string, authKey: string) => createMsg91Sms({ baseUrl, authKey, templateIds: null }),
  },
];

const message = {
  to: '+919876543210',
  templateId: 'otp',
  locale: 'en',
  text: 'Your FWS code is 482913. It is valid for 10 minutes.\n@fws.example #482913',
  values: { otp: '482913' },
} as const;

describe.each(adapters)('SmsSender by $name', ({ connect }) => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  });

  afterAll(() => sandbox.close());

  const readOutbox = async (to: string): Promise<unknown> =>
    (await fetch(`${sandbox.url}/outbox.json?to=${encodeURIComponent(to)}`)).json();

  test('delivers the text in any script to that number only', async () => {
    const sms = connect(sandbox.url, 'sandbox');
    await sms.send(message);
    await sms.send({ ...message, locale: 'hi', text: 'आपका FWS कोड 550011 है।', values: { otp: '550011' } });

    expect(await readOutbox('98765 43210')).toMatchObject([
      { channel: 'sms', text: 'आपका FWS कोड 550011 है।', otp: '550011' },
      { to: '919876543210', channel: 'sms', text: message.text, otp: '482913', at: expect.any(String) },
    ]);
    expect(await readOutbox('9876543211')).toEqual([]);
  });

  test('rejects a wrong key and delivers nothing', async () => {
    const sms = connect(sandbox.url, 'wrong');
    await expect(sms.send({ ...message, to: '+919000000001' })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    expect(await readOutbox('9000000001')).toEqual([]);
  });

  test('returns an unknown outcome when nothing listens', async () => {
    await expect(connect('http://localhost:1', 'sandbox').send(message)).rejects.toMatchObject({
      outcome: 'unknown',
    });
  });
});

test('sends the registered template id for each kind and language', async () => {
  const requestBodies: unknown[] = [];
  const recordRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requestBodies.push(await json(request));
    response.end('{"type":"success"}');
  };
  const vendor = createServer((request, response) => void recordRequest(request, response)).listen(0);
  await once(vendor, 'listening');
  const sms = createMsg91Sms({
    baseUrl: `http://localhost:${(vendor.address() as AddressInfo).port}`,
    authKey: 'key',
    templateIds: { otp: { en: '111', hi: '222' }, notice: { en: '333', hi: '444' } },
  });
  for (const templateId of ['otp', 'notice'] as const)
    for (const locale of ['en', 'hi'] as const) await sms.send({ ...message, templateId, locale });
  vendor.close();
  expect(requestBodies).toMatchObject(['111', '222', '333', '444'].map((template_id) => ({ template_id })));
});
