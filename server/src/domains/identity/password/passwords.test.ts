import { expect, test, vi } from 'vitest';
import { verify } from '@node-rs/argon2';
import { hashPassword, isPasswordCorrect } from './passwords.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn<typeof verify>(real.verify) };
});

const EXPECTED_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('hashes a password with Argon2id, 19 MiB and two passes', async () => {
  const stored = await hashPassword('monsoon2026');
  expect(stored).toMatch(EXPECTED_HASH);
  expect(await isPasswordCorrect(stored, 'monsoon2026')).toBe(true);
  expect(await isPasswordCorrect(stored, 'Monsoon2026')).toBe(false);
});

test('does the same work without an account as for a wrong password', async () => {
  vi.mocked(verify).mockClear();
  expect(await isPasswordCorrect(null, 'guess2026')).toBe(false);
  expect(verify).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(EXPECTED_HASH), 'guess2026');
});
