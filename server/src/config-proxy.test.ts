import { expect, test } from 'vitest';
import { readTrustedProxies } from './config-proxy.ts';
import { silentLog } from './platform/log.ts';
import { createApp } from './platform/http/app.ts';

/** Who the caller is to a server with this setting, when the header says this. */
async function addressSeen(setting: string, forwardedFor: string, from: string): Promise<string> {
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
  // Directly: the header is the caller's own.
  ['0', `${FORGED}, ${FORGED}`, CLIENT, CLIENT],
  // One proxy adds who spoke to it; what stood there before was forged.
  ['1', `${FORGED}, ${CLIENT}`, '10.0.0.1', CLIENT],
  ['1', `${FORGED}, ${FORGED}, ${CLIENT}`, '10.0.0.1', CLIENT],
  ['1', CLIENT, '10.0.0.1', CLIENT],
  // Two proxies.
  ['2', `${FORGED}, ${CLIENT}, 10.0.0.2`, '10.0.0.1', CLIENT],
  ['2', `${FORGED}, ${FORGED}, ${CLIENT}, 10.0.0.2`, '10.0.0.1', CLIENT],
  // Networks: whoever is not in one is the caller, whatever they wrote.
  ['10.0.0.0/8, 2001:db8::/32', `${FORGED}, ${CLIENT}, 10.9.9.9`, '10.0.0.1', CLIENT],
  ['10.0.0.0/8, 2001:db8::/32', `${FORGED}, ${CLIENT}`, '2001:db8::1', CLIENT],
  ['10.0.0.0/8', FORGED, CLIENT, CLIENT],
  ['loopback', `${FORGED}, ${CLIENT}`, '127.0.0.1', CLIENT],
])('TRUST_PROXY=%s and "%s" from %s: the caller is %s', async (setting, forwardedFor, from, seen) => {
  expect(await addressSeen(setting, forwardedFor, from)).toBe(seen);
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
])('TRUST_PROXY="%s" is refused', (setting) => {
  expect(readTrustedProxies(setting)).toBeNull();
});
