import { expect, test } from 'vitest';
import { readTrustedProxies } from './proxy.ts';
import { silentLog } from '../platform/log.ts';
import { createApp } from '../platform/http/app.ts';

/** The client address that a server with this setting derives from this header. */
async function readClientAddress(setting: string, forwardedFor: string, from: string): Promise<string> {
  const app = await createApp({
    log: silentLog,
    countRequest: async () => undefined,
    trustProxy: readTrustedProxies(setting) ?? false,
    secure: false,
    contentSecurityPolicy: {},
  });
  app.get('/ip', (request) => ({ ip: request.ip }));
  const answer = await app.inject({
    url: '/ip',
    remoteAddress: from,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  await app.close();
  return answer.json<{ ip: string }>().ip;
}

const CLIENT = '203.0.113.7';
const FORGED = '198.51.100.1';

test.each([
  // No proxy: the header was set by the client itself.
  ['0', `${FORGED}, ${FORGED}`, CLIENT, CLIENT],
  // One proxy appends its peer's address; everything before it may be forged.
  ['1', `${FORGED}, ${CLIENT}`, '10.0.0.1', CLIENT],
  ['1', `${FORGED}, ${FORGED}, ${CLIENT}`, '10.0.0.1', CLIENT],
  ['1', CLIENT, '10.0.0.1', CLIENT],
  // Two proxies.
  ['2', `${FORGED}, ${CLIENT}, 10.0.0.2`, '10.0.0.1', CLIENT],
  ['2', `${FORGED}, ${FORGED}, ${CLIENT}, 10.0.0.2`, '10.0.0.1', CLIENT],
  // Networks: the first address outside them is the client, whatever the header says.
  ['10.0.0.0/8, 2001:db8::/32', `${FORGED}, ${CLIENT}, 10.9.9.9`, '10.0.0.1', CLIENT],
  ['10.0.0.0/8, 2001:db8::/32', `${FORGED}, ${CLIENT}`, '2001:db8::1', CLIENT],
  ['10.0.0.0/8', FORGED, CLIENT, CLIENT],
  ['loopback', `${FORGED}, ${CLIENT}`, '127.0.0.1', CLIENT],
])('TRUST_PROXY=%s and "%s" from %s: the client is %s', async (setting, forwardedFor, from, seen) => {
  expect(await readClientAddress(setting, forwardedFor, from)).toBe(seen);
});

test.each([
  'true',
  'yes',
  '11',
  '-1',
  '1.5',
  '',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '::/0',
  '10.0.0.1/8/8',
  'proxy.internal',
  '10.0.0.0/8,',
])('refuses TRUST_PROXY="%s"', (setting) => {
  expect(readTrustedProxies(setting)).toBeNull();
});
