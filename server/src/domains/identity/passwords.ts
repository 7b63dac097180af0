import { randomBytes } from 'node:crypto';

/** Argon2id as OWASP advises it: 19 MiB, two passes. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const loadArgon2 = () => import('@node-rs/argon2');

/** Nobody's: checked when there is no account, so that it takes as long as when there is one. */
let nobody: Promise<string> | undefined;

export const hashPassword = async (password: string | Buffer): Promise<string> =>
  (await loadArgon2()).hash(password, STRENGTH);

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32));
  const { verify } = await loadArgon2();
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== null && matches;
}
