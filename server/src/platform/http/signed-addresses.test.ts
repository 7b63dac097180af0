import { expect, test } from 'vitest';
import { createKeyring } from '../keys.ts';
import { createSignedAddresses, signAddresses } from './signed-addresses.ts';

const MINUTE_MS = 60_000;
const [secret, otherSecret] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const FILE = '/api/files/0b3c1f6e-0000-4000-8000-000000000001/a%20b.png';

/** Starts at the beginning of a step. */
function createClock() {
  let ms = Date.UTC(2026, 10, 23, 10, 0);
  return { now: () => new Date(ms), advance: (byMs: number) => (ms += byMs) };
}

function create(keyring = createKeyring(secret)) {
  const clock = createClock();
  const addresses = createSignedAddresses({ keyring, clock, publicUrl: 'https://fws.example' });
  /** The path and query that the server gets. */
  const request = (path: string, session = 7) =>
    addresses.sign(path, session).slice('https://fws.example'.length);
  return { addresses, clock, request };
}

test('reads the session of an address that it has signed', () => {
  const { addresses, request } = create();
  expect(addresses.sign(FILE, 7)).toMatch(
    /^https:\/\/fws\.example\/api\/files\/[\w-]+\/a%20b\.png\?session=7&expires=\d+&signature=[\w-]{43}$/,
  );
  expect(addresses.readSession(request(FILE))).toBe(7);
  expect(addresses.readSession(request(`${FILE}?thumbnail=1`))).toBe(7);
  expect(addresses.readSession(`${request(FILE)}&download=1`)).toBe(7);
  expect(addresses.readSession(request('/api/invoices/12/FWS-1.pdf'))).toBe(7);
});

test('is valid for 15 to 30 minutes, and equal meanwhile', () => {
  const { addresses, clock, request } = create();
  const signed = request(FILE);
  clock.advance(15 * MINUTE_MS - 1);
  expect(request(FILE)).toBe(signed);
  clock.advance(15 * MINUTE_MS);
  expect(addresses.readSession(signed)).toBe(7);
  expect(request(FILE)).not.toBe(signed);
  clock.advance(1);
  expect(addresses.readSession(signed)).toBeNull();
});

test('refuses an address that was changed, and a signature of something else', () => {
  const { addresses, request } = create();
  const signed = request(FILE);
  const signature = /signature=(.+)$/.exec(signed)?.[1] ?? '';
  const changed = [
    FILE,
    signed.replace('000000000001', '000000000002'),
    signed.replace('/api/files/', '/api/invoices/'),
    signed.replace('session=7', 'session=8'),
    signed.replace('session=7', 'session=07'),
    signed.replace(/expires=\d+/, 'expires=9999999999'),
    signed.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
    signed.replace(signature, ''),
    signed.replace(signature, signature.slice(0, 20)),
    signed.replace(signature, `${signature}AAAA`),
    signed.replace('/api/', '/other/'),
    `${FILE}?session=7&expires=9999999999`,
  ];
  for (const address of changed) expect(addresses.readSession(address), address).toBeNull();
});

test('accepts signatures of a former key, and not of another installation', () => {
  const signed = create(createKeyring(secret)).request(FILE);
  expect(create(createKeyring(otherSecret, secret)).addresses.readSession(signed)).toBe(7);
  expect(create(createKeyring(otherSecret)).addresses.readSession(signed)).toBeNull();
});

test('signs the addresses of a reply, alone or joined, and nothing else', () => {
  const sign = (path: string) => `${path}?signed`;
  const unsigned = {
    text: `see ${FILE}`,
    joined: `${FILE},later`,
    elsewhere: `https://other.example${FILE}`,
    page: '/api/docs',
    folder: '/api/files/',
    numbers: [1, null, true],
  };
  expect(signAddresses(unsigned, sign)).toEqual(unsigned);
  expect(
    signAddresses({ image: FILE, list: [{ pdf: '/api/invoices/3/a.pdf' }], both: `${FILE},${FILE}` }, sign),
  ).toEqual({
    image: `${FILE}?signed`,
    list: [{ pdf: '/api/invoices/3/a.pdf?signed' }],
    both: `${FILE}?signed,${FILE}?signed`,
  });
});
