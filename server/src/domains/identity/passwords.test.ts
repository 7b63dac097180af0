import { expect, test, vi } from 'vitest';
import { verify } from '@node-rs/argon2';
import { hashPassword, isPassword } from './passwords.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn<typeof verify>(real.verify) };
});

const AS_ADVISED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('hashes a password with Argon2id, 19 MiB and two passes', async () => {
  const stored = await hashPassword('monsoon2026');
  expect(stored).toMatch(AS_ADVISED);
  expect(await isPassword(stored, 'monsoon2026')).toBe(true);
  expect(await isPassword(stored, 'Monsoon2026')).toBe(false);
});

test('does the same work without an account as for a wrong password', async () => {
  vi.mocked(verify).mockClear();
  expect(await isPassword(null, 'guess2026')).toBe(false);
  expect(verify).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(AS_ADVISED), 'guess2026');
});
