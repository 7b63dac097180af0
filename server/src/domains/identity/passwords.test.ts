import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is kept as Argon2id of 19 MiB and two passes', async () => {
  const stored = await hashPassword('monsoon2026');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'monsoon2026')).toBe(true);
  expect(await isPassword(stored, 'Monsoon2026')).toBe(false);
});

/** The fastest of several: what else the machine does only ever adds to it. */
async function fastest(hash: string | null): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 8; round++) {
    const start = performance.now();
    expect(await isPassword(hash, 'guess2026')).toBe(false);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test('no account: the answer is no, and takes as long as for a wrong password', async () => {
  const stored = await hashPassword('monsoon2026');
  const ratio = (await fastest(null)) / (await fastest(stored));
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});
