import { expect, test } from 'vitest';
import { createKeyring } from '../../platform/keys.ts';
import {
  calculateAverageRating,
  toDeviceName,
  isOtpCode,
  parseLoginIdentifier,
  deriveOtpCode,
  toAccountPapers,
  toResetAddress,
  calculateResendSeconds,
} from './rules.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const { current } = keyring;
const otp = {
  purpose: 'verify',
  channel: 'mobile',
  address: '+919822012345',
  user_id: 0,
  nonce: Buffer.alloc(16, 1),
} as const;

test('derives the same six digits for the same input, and others for any other input', () => {
  const code = deriveOtpCode(current, otp);
  expect(code).toMatch(/^\d{6}$/);
  expect(deriveOtpCode(current, otp)).toBe(code);
  const others = [
    deriveOtpCode(createKeyring(Buffer.alloc(32, 8)).current, otp),
    deriveOtpCode(current, { ...otp, channel: 'email' }),
    deriveOtpCode(current, { ...otp, purpose: 'reset' }),
    deriveOtpCode(current, { ...otp, user_id: 7 }),
    deriveOtpCode(current, { ...otp, address: '+919822012346' }),
    deriveOtpCode(current, { ...otp, nonce: Buffer.alloc(16, 2) }),
  ];
  expect(new Set([code, ...others]).size).toBe(7);
});

test('codes keep their leading zeros and use the whole range', () => {
  const codes = Array.from({ length: 2000 }, (_, serial) => {
    const nonce = Buffer.alloc(16);
    nonce.writeUInt32BE(serial);
    return deriveOtpCode(current, { ...otp, nonce });
  });
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});

test('accepts only the exact code', () => {
  const code = deriveOtpCode(current, otp);
  expect(isOtpCode(keyring, otp, code)).toBe(true);
  expect(isOtpCode(keyring, otp, code.slice(0, 5))).toBe(false);
  expect(isOtpCode(keyring, otp, `${code}0`)).toBe(false);
  expect(isOtpCode(keyring, otp, '')).toBe(false);
});

test('a code made before the key changed is accepted as long as the former key is in the ring', () => {
  const code = deriveOtpCode(current, otp);
  const [next, former] = [Buffer.alloc(32, 8), current.secret];
  expect(isOtpCode(createKeyring(next, former), otp, code)).toBe(true);
  expect(isOtpCode(createKeyring(former, next), otp, code)).toBe(true);
  expect(isOtpCode(createKeyring(next), otp, code)).toBe(false);
});

test('another code may be asked for after 30 seconds', () => {
  const sent = new Date('2026-11-21T06:00:00Z');
  const secondsAfter = (ms: number) => calculateResendSeconds(sent, new Date(sent.getTime() + ms));
  expect(calculateResendSeconds(null, sent)).toBe(0);
  expect([
    secondsAfter(0),
    secondsAfter(1),
    secondsAfter(29_001),
    secondsAfter(30_000),
    secondsAfter(90_000),
  ]).toEqual([30, 30, 1, 0, 0]);
});

test('parses a mobile number in any usual notation and an e-mail in any case', () => {
  for (const typed of ['9822012345', '09822012345', '+91 98220 12345', '91-9822012345', '९८२२०१२३४५'])
    expect(parseLoginIdentifier(typed)).toEqual({ mobile: '+919822012345' });
  expect(parseLoginIdentifier('Meera@Mail.example')).toEqual({ email: 'meera@mail.example' });
  expect(parseLoginIdentifier('12345')).toEqual({ email: '12345' });
});

test('keeps only the last four Aadhaar digits, and no papers of the other kind of account', () => {
  const form = { companyName: 'Asha Interiors', aadhaarNumber: '2345 6789 0124' };
  expect(toAccountPapers({ ...form, registerFor: 'individual' })).toEqual({
    company_name: '',
    aadhaar_last4: '0124',
  });
  expect(toAccountPapers({ ...form, registerFor: 'company' })).toEqual({
    company_name: 'Asha Interiors',
    aadhaar_last4: '',
  });
});

test('rounds the rating to one decimal, and returns null without ratings', () => {
  expect([calculateAverageRating(0, 0), calculateAverageRating(14, 3), calculateAverageRating(5, 1)]).toEqual(
    [null, 4.7, 5],
  );
});

test('addresses a reset code by a hash of the normalised contact', () => {
  const address = toResetAddress(parseLoginIdentifier('098220 12345'));
  expect(address).toEqual(toResetAddress(parseLoginIdentifier('+919822012345')));
  expect(address).not.toEqual(toResetAddress(parseLoginIdentifier('9822012346')));
  expect(address).toMatchObject({ purpose: 'reset', channel: 'mobile', user_id: 0 });
  expect(JSON.stringify(address)).not.toContain('9822012345');
  expect(toResetAddress(parseLoginIdentifier('Meera@Mail.example'))).toEqual(
    toResetAddress({ email: 'meera@mail.example' }),
  );
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox · Linux'],
  ['okhttp/4.12.0', ''],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('names the device of %s "%s"', (userAgent, device) => {
  expect(toDeviceName(userAgent)).toBe(device);
});
