import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { buildBucketUrl } from './link-origin.ts';
import { explainStoreError } from './s3-errors.ts';
import { createS3Store } from './s3.ts';
import type { BucketSettings } from '../../config/file-store.ts';
import { FileStoreError } from '../../ports/file-store.ts';

const PROBE = Buffer.from('Written by the check of a start, which removes it. It may be deleted.');
const PUBLIC_WITHIN_MS = 3_000;

/**
 * Tries what the product will do with the bucket. Finds only what makes a setting wrong: while a store does not answer or
 * is full, everything but files works, so a process must be able to start.
 */
export async function findFileStoreFaults(settings: BucketSettings): Promise<string[]> {
  const store = createS3Store(settings);
  const key = `start-check/${randomUUID()}`;
  try {
    await store.put(key, PROBE);
    const stored = await store.get(key);
    if (!stored || !(await buffer(stored)).equals(PROBE))
      return [`The bucket ${settings.bucket} at ${settings.endpoint} returned other bytes than were stored`];
    const isPublic = await canAnybodyRead(`${buildBucketUrl(settings)}/${key}`);
    await store.remove(key);
    // Without the right to list, a store answers that a missing file is forbidden.
    await store.get(key);
    return isPublic
      ? [`Anybody can read files in the bucket ${settings.bucket}: block public access to it`]
      : [];
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    const letsStart = error.outcome !== 'rejected' || error.code === 'full';
    return letsStart ? [] : [explainStoreError(error, settings)];
  }
}

async function canAnybodyRead(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PUBLIC_WITHIN_MS) });
    return ok;
  } catch {
    // It has just answered us; what does not answer others lets nobody read.
    return false;
  }
}
