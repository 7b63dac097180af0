import { buffer } from 'node:stream/consumers';
import { Faults } from '../../src/config/faults.ts';
import { fileStoreEnvironment, readFileStore, type BucketSettings } from '../../src/config/file-store.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { FileStore } from '../../src/ports/file-store.ts';

/** The bucket that these settings name, as a development start reads them; by default the sandbox's. */
export function readBucket(sandboxUrl: string, env: Record<string, string> = {}): BucketSettings {
  const faults = new Faults();
  const values = readSettings(fileStoreEnvironment, { FILES: 'bucket', ...env }, faults);
  const { bucket } = readFileStore(values, { mode: 'development', sandboxUrl, faults });
  faults.throwIfAny();
  if (!bucket) throw new Error('no bucket is configured');
  return bucket;
}

/** The bytes of a file that must be there. */
export async function readFile(store: FileStore, key: string): Promise<Buffer> {
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is not in the store`);
  return buffer(stored);
}

/** The next calls to the sandbox's bucket are answered with this status. */
export async function failBucket(
  sandboxUrl: string,
  fault: { status: number; times: number; method?: 'PUT' | 'HEAD' | 'GET'; when?: 'before' | 'after' },
): Promise<void> {
  const { ok } = await fetch(`${sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failNext: { path: '/s3', ...fault } }),
  });
  if (!ok) throw new Error('the sandbox refused the fault');
}
