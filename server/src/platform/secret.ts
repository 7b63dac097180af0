import { randomBytes, randomUUID } from 'node:crypto';
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
