import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP advises it: 19 MiB, two passes. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Nobody's: checked when there is no account, so that it takes as long as when there is one. */
const nobody = hash(randomBytes(32), STRENGTH);

export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== null && matches;
}
