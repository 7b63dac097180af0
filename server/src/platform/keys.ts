import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/index.ts';

export interface Key {
  /** Eight hexadecimal characters derived from the secret: identifies the key and reveals nothing. */
  id: string;
  secret: Buffer;
}

/** `current` seals new values. Values of a former key can be opened while it is in `all`. */
export interface Keyring {
  current: Key;
  /** Starts with the current key. */
  all: readonly Key[];
}

/**
 * Loads the keys of this installation: `FWS_SECRET` is the current one, `FWS_SECRET_PREVIOUS` the former ones. All
 * processes share them. Without `FWS_SECRET` the current key is created at the first start and stored in the data
 * folder. That file remains a former key when `FWS_SECRET` is set later, so that what it sealed is not lost.
 */
export function loadKeyring(config: Pick<Config, 'secret' | 'previousSecrets' | 'dataDir'>): Keyring {
  const file = path.join(config.dataDir, 'secret');
  const storedSecret = readIfPresent(file);
  const currentSecret =
    config.secret === null ? (storedSecret ?? createSecret(file)) : Buffer.from(config.secret);
  const former = config.previousSecrets.map((secret) => Buffer.from(secret));
  return createKeyring(currentSecret, ...former, ...(storedSecret ? [storedSecret] : []));
}

/**
 * The keys of fingerprints of identities: `IDENTITY_KEY`, and `IDENTITY_KEY_PREVIOUS` for those made before. They are not
 * derived from `FWS_SECRET` in production, because a fingerprint cannot be made anew when that is replaced.
 */
export function loadIdentityKeys(
  { identityKey, previousIdentityKeys }: Pick<Config, 'identityKey' | 'previousIdentityKeys'>,
  keyring: Keyring,
): Keyring {
  if (identityKey === null) return keyring;
  return createKeyring(Buffer.from(identityKey), ...previousIdentityKeys.map((key) => Buffer.from(key)));
}

export function createKeyring(currentSecret: Buffer, ...formerSecrets: Buffer[]): Keyring {
  const current = toKey(currentSecret);
  const former = formerSecrets.map(toKey).filter(({ secret }) => !secret.equals(currentSecret));
  return { current, all: [current, ...former] };
}

const toKey = (secret: Buffer): Key => ({
  id: Buffer.from(hkdfSync('sha256', secret, '', 'fws key id', KEY_ID_BYTES)).toString('hex'),
  secret,
});

function readIfPresent(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && isAbsent(error.code)) return null;
    throw error;
  }
}

const isAbsent = (code: unknown): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Writes a draft and links it into place: when two processes start at once, both read the file that came first. */
function createSecret(file: string): Buffer {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file);
}

// A sealed value is: version (1 byte), key id (4), iv (12), authentication tag (16), ciphertext.
// The first format had no version and no key id. The authentication tag tells the two apart.
const CIPHER = 'aes-256-gcm';
const VERSION = Buffer.from([1]);
const KEY_ID_BYTES = 4;
const HEADER_BYTES = VERSION.length + KEY_ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The first bytes of every value that this key sealed. */
export const buildSealHeader = (key: Key): Buffer => Buffer.concat([VERSION, Buffer.from(key.id, 'hex')]);

/** Each use has its own encryption key, so that a value sealed for one use cannot be opened for another. */
const deriveEncryptionKey = (key: Key, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.secret, '', `fws seal ${use}`, 32));

/** The same for signatures. */
export const deriveSigningKey = (key: Key, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.secret, '', `fws sign ${use}`, 32));

/**
 * Encrypts with the current key. For the few secrets that must be readable again: access to the database alone does not
 * reveal them.
 */
export function sealBytes(keyring: Keyring, use: string, bytes: Buffer): Buffer {
  const header = buildSealHeader(keyring.current);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveEncryptionKey(keyring.current, use), iv).setAAD(header);
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
}

/** Null when no key of the ring opens it: it was sealed by an unknown key or for another use, or was changed since. */
export function unsealBytes(keyring: Keyring, use: string, sealed: Buffer): Buffer | null {
  const header = sealed.subarray(0, HEADER_BYTES);
  for (const key of keyring.all) {
    if (!header.equals(buildSealHeader(key))) continue;
    const opened = decrypt(key, use, sealed.subarray(HEADER_BYTES), header);
    if (opened) return opened;
  }
  for (const key of keyring.all) {
    const opened = decrypt(key, use, sealed, null);
    if (opened) return opened;
  }
  return null;
}

function decrypt(key: Key, use: string, body: Buffer, header: Buffer | null): Buffer | null {
  if (body.length < IV_BYTES + TAG_BYTES) return null;
  const iv = body.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, deriveEncryptionKey(key, use), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  if (header) decipher.setAAD(header);
  const text = decipher.update(body.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return null; // the authentication tag does not match
  }
}

export const seal = (keyring: Keyring, use: string, text: string): Buffer =>
  sealBytes(keyring, use, Buffer.from(text, 'utf8'));

/** Null when no key of the ring opens it. */
export const unseal = (keyring: Keyring, use: string, sealed: Buffer): string | null =>
  unsealBytes(keyring, use, sealed)?.toString('utf8') ?? null;
