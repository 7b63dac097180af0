import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';

/**
 * What one-time codes are derived from: `FWS_SECRET`, which all processes of an installation share, or else one
 * made at the first start and kept in the data folder.
 */
export function serverSecret(config: Pick<Config, 'secret' | 'dataDir'>): Buffer {
  if (config.secret !== null) return Buffer.from(config.secret);
  const file = path.join(config.dataDir, 'secret');
  return readIfPresent(file) ?? createSecret(file);
}

function readIfPresent(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written aside and linked into place: of two processes that start at once, both read the one that came first. */
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

const SEALED_WITH = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key of its own for each use, so that what is sealed for one is noise to another. */
const sealingKey = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `fws seal ${use}`, 32));

/** For the few secrets that must be read again: useless to whoever has the database alone. */
export function seal(secret: Buffer, use: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(SEALED_WITH, sealingKey(secret, use), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function unseal(secret: Buffer, use: string, sealed: Buffer): string {
  const decipher = createDecipheriv(SEALED_WITH, sealingKey(secret, use), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
