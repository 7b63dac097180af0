import { randomBytes } from 'node:crypto';

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const loadArgon2 = () => import('@node-rs/argon2');

/** Verified when there is no account, so that the check takes as long as with one. */
let dummyHash: Promise<string> | undefined;

export const hashPassword = async (password: string | Buffer): Promise<string> =>
  (await loadArgon2()).hash(password, ARGON2_OPTIONS);

export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(32));
  const { verify } = await loadArgon2();
  const matches = await verify(stored ?? (await dummyHash), password);
  return stored !== null && matches;
}

/** The same function with a known salt, for secrets that are looked up by their hash. */
export const hashOnce = async (secret: string, salt: Buffer): Promise<Buffer> =>
  (await loadArgon2()).hashRaw(secret, { ...ARGON2_OPTIONS, salt });
