import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRecoveryCodes } from '../../../platform/authenticator.ts';
import { hashRecoveryCodes, looksLikeRecoveryCode, readSalt } from './hash.ts';

test('a code is found however it is typed, by one hash with the salt of its set', async () => {
  const codes = createRecoveryCodes();
  const stored = await hashRecoveryCodes(codes);
  const [first] = stored;
  if (!first) throw new Error('no codes');
  expect(new Set(stored.map((each) => readSalt(each).toString('hex'))).size).toBe(1);
  const typed = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ');
  const [again] = await hashRecoveryCodes([typed], readSalt(first));
  expect(stored.findIndex((each) => each.equals(again ?? Buffer.alloc(0)))).toBe(3);
});

test('sets have salts of their own, and no code is stored as a plain hash', async () => {
  const code = '7KQ2-M9XR-4TBE';
  const [[one], [other]] = [await hashRecoveryCodes([code]), await hashRecoveryCodes([code])];
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  const plain = createHash('sha256').update('7KQ2M9XR4TBE').digest();
  expect(one?.includes(plain)).toBe(false);
});

test('only what looks like a code is worth a hash', () => {
  expect(['7KQ2-M9XR-4TBE', '7kq2m9xr4tbe'].every(looksLikeRecoveryCode)).toBe(true);
  expect(['', '123456', '7KQ2-M9XR', 'x'.repeat(5000)].some(looksLikeRecoveryCode)).toBe(false);
});
