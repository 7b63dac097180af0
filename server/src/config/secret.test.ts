import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { looksRandom } from './secret.ts';

test.each([
  'a'.repeat(36),
  'abc'.repeat(12),
  'password'.repeat(5),
  '1234567890'.repeat(4),
  'change-me-change-me-change-me-change',
  `${'x'.repeat(31)}y`,
])('%s is no secret', (secret) => {
  expect(looksRandom(secret)).toBe(false);
});

test('random bytes are, in every usual notation', () => {
  for (let n = 0; n < 2_000; n += 1)
    for (const secret of [
      randomBytes(16).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(32).toString('base64url'),
    ])
      expect(looksRandom(secret), secret).toBe(true);
});
