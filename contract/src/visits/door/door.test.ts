import { beforeAll, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { calculateDoorCode, judgeCode, SECRET_BYTES } from './code.ts';
import {
  createDoorKey,
  isPublicKey,
  mayHaveSigned,
  readKeyId,
  signDoor,
  verifyScan,
  type DoorKey,
} from './scan.ts';
import type { DoorSubject } from './subject.ts';

const HOUR = 3600_000;
const STARTS = Date.parse('2026-12-18T16:00:00+05:30');
const SUBJECT: DoorSubject = {
  jobId: 4852,
  milestoneId: 911,
  workerId: 17,
  startsMs: STARTS,
  endsMs: STARTS + 2 * HOUR,
};
/** A visit of the same worker to the same poster before. */
const FORMER: DoorSubject = {
  ...SUBJECT,
  jobId: 4000,
  milestoneId: 800,
  startsMs: STARTS - 99 * HOUR,
  endsMs: STARTS - 97 * HOUR,
};
const KEY_ID = 31;
const SIGNED = { keyId: KEY_ID, signedMs: STARTS + 6 * 60_000 };

const createSecret = () => toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
const secret = createSecret();
let poster: DoorKey;
let key: { keyId: number; publicKey: string };
beforeAll(async () => {
  poster = await createDoorKey();
  key = { keyId: KEY_ID, publicKey: poster.publicKey };
});

test('the poster’s phone and the server calculate the same digits, for this visit and time alone', async () => {
  const code = await calculateDoorCode(secret, SUBJECT);
  expect(code).toMatch(/^\d{4}$/);
  expect(await calculateDoorCode(secret, { ...SUBJECT })).toBe(code);
  const others = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      calculateDoorCode(secret, { ...SUBJECT, startsMs: STARTS + index + 1 }),
    ),
  );
  expect(new Set(others).size).toBeGreaterThan(180);
  await expect(calculateDoorCode('short', SUBJECT)).rejects.toThrow('wrong length');
});

test('all ten digits are equally frequent at each place', async () => {
  const codes = await Promise.all(
    Array.from({ length: 2000 }, (_, jobId) => calculateDoorCode(secret, { ...SUBJECT, jobId })),
  );
  for (let place = 0; place < 4; place++)
    for (let digit = 0; digit < 10; digit++) {
      const count = codes.filter((code) => code[place] === String(digit)).length;
      // Six standard deviations are 80.
      expect(Math.abs(count - 200)).toBeLessThan(80);
    }
});

test('five wrong codes lock the door, for the right one too', () => {
  const tries = ['0000', '1111', '2222', '3333', '4444', '4729'].map((code, wrongTries) =>
    judgeCode(code, { expected: '4729', wrongTries }),
  );
  expect(tries).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'locked']);
  expect(judgeCode('4729', { expected: '4729', wrongTries: 4 })).toBe('right');
});

test('the worker’s phone verifies a scan of this visit at once', async () => {
  const scan = await signDoor(poster, SUBJECT, SIGNED);
  expect(await verifyScan(scan, SUBJECT, key)).toBe(true);
  expect(readKeyId(scan)).toBe(KEY_ID);
  // A QR code of this length is read from a phone at arm's length.
  expect(scan.length).toBeLessThan(170);
});

test('the private key of the poster’s phone cannot be read', async () => {
  expect(poster.privateKey.extractable).toBe(false);
  for (const format of ['jwk', 'pkcs8'] as const)
    await expect(crypto.subtle.exportKey(format, poster.privateKey)).rejects.toThrow(/extractable/);
});

test.each([
  ['another visit', { jobId: 4853 }],
  ['another milestone', { milestoneId: 912 }],
  ['another worker', { workerId: 18 }],
  ['another day', { startsMs: STARTS + 24 * HOUR, endsMs: STARTS + 26 * HOUR }],
])('a scan of %s starts nothing', async (_, other) => {
  const scan = await signDoor(poster, { ...SUBJECT, ...other }, SIGNED);
  expect(await verifyScan(scan, SUBJECT, key)).toBe(false);
});

test('a scan by another key, or by a key under another number, starts nothing', async () => {
  const scan = await signDoor(await createDoorKey(), SUBJECT, SIGNED);
  expect(await verifyScan(scan, SUBJECT, key)).toBe(false);
  const renumbered = await signDoor(poster, SUBJECT, { ...SIGNED, keyId: 32 });
  expect(await verifyScan(renumbered, SUBJECT, key)).toBe(false);
  expect(readKeyId('FWS1.1.2.3')).toBeNull();
});

test('a key is a point of the curve', async () => {
  expect(await isPublicKey(key.publicKey)).toBe(true);
  const bytes = fromBase64Url(key.publicKey) ?? new Uint8Array();
  const moved = bytes.with(64, (bytes[64] ?? 0) ^ 1);
  expect(await isPublicKey(toBase64Url(moved))).toBe(false);
  expect(await isPublicKey(toBase64Url(bytes.slice(1)))).toBe(false);
  expect(await isPublicKey('')).toBe(false);
  expect(await isPublicKey(`${key.publicKey}=`)).toBe(false);
});

test('a replaced key counts only for a scan that can have been made before', () => {
  const replaced = { replacedMs: STARTS };
  expect(mayHaveSigned(replaced, { fromMs: STARTS - 1, untilMs: STARTS + HOUR })).toBe(true);
  expect(mayHaveSigned(replaced, { fromMs: STARTS, untilMs: STARTS + HOUR })).toBe(false);
  expect(mayHaveSigned({ replacedMs: null }, { fromMs: STARTS, untilMs: STARTS })).toBe(true);
});

/** Everything in a reply, however deep. */
const listValues = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : [String(value)];

/** Everything that the worker's phone can send after it has received this. */
async function listAttacks(received: unknown): Promise<{ codes: string[]; scans: string[] }> {
  const values = listValues(received);
  const secrets = values.filter((value) => fromBase64Url(value)?.length === SECRET_BYTES);
  // What is long enough, cut to the length of a secret.
  for (const value of values) {
    const bytes = fromBase64Url(value) ?? new TextEncoder().encode(value);
    for (let from = 0; from + SECRET_BYTES <= bytes.length; from++)
      secrets.push(toBase64Url(bytes.slice(from, from + SECRET_BYTES)));
  }
  const digits = values.flatMap((value) => value.match(/\d{4}/g) ?? []);
  const codes = [...digits, ...(await Promise.all(secrets.map((text) => calculateDoorCode(text, SUBJECT))))];

  const own = await createDoorKey();
  const statement = (await signDoor(own, SUBJECT, SIGNED)).replace(/\.[^.]*$/, '');
  const scans = [await signDoor(own, SUBJECT, SIGNED), ...values];
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const signatures = [
    new Uint8Array(64),
    new Uint8Array(64).fill(255),
    new Uint8Array(64).with(31, 1).with(63, 1),
  ];
  for (const value of values.filter((text) => text.startsWith('FWS1.'))) {
    const signature = fromBase64Url(value.split('.').at(-1) ?? '');
    if (!signature) continue;
    // The second signature that every ECDSA signature has: r, n - s.
    const s = BigInt(
      `0x${Array.from(signature.slice(32), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    );
    const second = (order - s).toString(16).padStart(64, '0').match(/../g) ?? [];
    const mirrored = new Uint8Array([
      ...signature.slice(0, 32),
      ...second.map((byte) => Number.parseInt(byte, 16)),
    ]);
    signatures.push(signature, mirrored);
  }
  scans.push(...signatures.map((signature) => `${statement}.${toBase64Url(signature)}`));
  return { codes, scans };
}

/** Which kinds of attack the server would accept. Each code is tried as if it were the first of five. */
async function findAccepted(received: unknown, doorSecret: string): Promise<string[]> {
  const expected = await calculateDoorCode(doorSecret, SUBJECT);
  const { codes, scans } = await listAttacks(received);
  const isRight = codes.some((code) => judgeCode(code, { expected, wrongTries: 0 }) === 'right');
  const verified = await Promise.all(scans.map((scan) => verifyScan(scan, SUBJECT, key)));
  return [...(isRight ? ['code'] : []), ...(verified.includes(true) ? ['scan'] : [])];
}

test('what the worker’s phone ever received makes no code and no scan', async () => {
  const received = {
    visit: SUBJECT,
    key,
    // Kept from the former visit to the same door, with the digits that were said there.
    former: {
      visit: FORMER,
      scan: await signDoor(poster, FORMER, { ...SIGNED, signedMs: FORMER.startsMs }),
      code: await calculateDoorCode(secret, FORMER),
    },
    formerKeys: [{ keyId: 30, publicKey: (await createDoorKey()).publicKey }],
  };
  const secrets = Array.from({ length: 30 }, createSecret);
  const accepted = (await Promise.all(secrets.map((one) => findAccepted(received, one)))).flat();
  expect(accepted).not.toContain('scan');
  // Some hundred codes are tried at each door, which is right at one or two of a hundred doors by luck.
  expect(accepted.length).toBeLessThan(8);

  // The attack is worth something: with the secret, or with a scan of this visit, it gets in.
  expect(await findAccepted({ ...received, secret }, secret)).toContain('code');
  const scan = await signDoor(poster, SUBJECT, SIGNED);
  expect(await findAccepted({ ...received, scan }, secret)).toContain('scan');
});
