import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileStoreError, type FileStore } from '../../ports/file-store.ts';
import { isKey } from './key.ts';

export interface Move {
  /** The folder of the folder store. */
  directory: string;
  folder: FileStore;
  bucket: FileStore;
  /** Names the bucket, so that a move to another one begins anew. */
  bucketUrl: string;
  signal: AbortSignal;
  onProgress?: (counts: MoveCounts) => void;
  /** How long to wait before a store that did not answer is asked again. */
  retryMs?: number;
}

export interface MoveCounts {
  copied: number;
  bytes: number;
  /** Copied and verified by an earlier run. */
  before: number;
  /** Removed by the product while they were copied. */
  gone: number;
  failed: { key: string; reason: string }[];
}

/** Beside the folders of the files; no key begins with a dot. */
const JOURNALS = '.moved';
const AT_ONCE = 8;
const ATTEMPTS = 6;
const RETRY_MS = 10_000;

/**
 * Copies every file of the folder to the bucket, and compares what the bucket returns with the original. Removes
 * nothing, so that every file can be read at every moment, and runs while the product runs. A journal in the folder
 * names the files that are done: a run that was stopped continues.
 */
export async function moveFiles(move: Move): Promise<MoveCounts> {
  const counts: MoveCounts = { copied: 0, bytes: 0, before: 0, gone: 0, failed: [] };
  const journals = path.join(move.directory, JOURNALS, hash(move.bucketUrl).slice(0, 16));
  await mkdir(journals, { recursive: true, mode: 0o700 });
  for (const shard of await listShards(move.directory)) {
    const journal = path.join(journals, shard);
    const done = await readJournal(journal);
    const keys = await listKeys(path.join(move.directory, shard));
    const remaining = keys.filter((key) => !done.has(key));
    counts.before += keys.length - remaining.length;
    const copyNext = async (): Promise<void> => {
      for (let key = remaining.pop(); key !== undefined; key = remaining.pop()) {
        if (move.signal.aborted) return;
        await copyAndCount(key, move, counts, journal);
        move.onProgress?.(counts);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  }
  return counts;
}

async function copyAndCount(key: string, move: Move, counts: MoveCounts, journal: string): Promise<void> {
  try {
    const bytes = await retry(() => copy(key, move), move);
    if (bytes === null) {
      counts.gone += 1;
      return;
    }
    await appendFile(journal, `${key}\n`, { mode: 0o600 });
    counts.copied += 1;
    counts.bytes += bytes;
  } catch (error) {
    if (move.signal.aborted) return;
    counts.failed.push({ key, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns null when the product has removed the file meanwhile. */
async function copy(key: string, { folder, bucket }: Move): Promise<number | null> {
  const original = await folder.get(key);
  if (!original) {
    // An attempt before this one may have stored a copy, although we got no answer.
    await bucket.remove(key);
    return null;
  }
  const sum = createHash('sha256');
  const { bytes } = await bucket.put(key, Readable.from(readThrough(original, sum)));
  const stored = await bucket.get(key);
  if (!stored || (await hashStream(stored)) !== sum.digest('hex')) {
    await bucket.remove(key);
    throw new Error('the bucket returned other bytes than were copied');
  }
  // The product removes a file from the folder first: if it is still there, its copy will be removed too.
  if (await exists(folder, key)) return bytes;
  await bucket.remove(key);
  return null;
}

/** Waits for a store that does not answer. What it refuses, it would refuse again. */
async function retry<T>(work: () => Promise<T>, { signal, retryMs = RETRY_MS }: Move): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isTemporary = error instanceof FileStoreError && error.outcome !== 'rejected';
      if (!isTemporary || attempt === ATTEMPTS) throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}

async function exists(store: FileStore, key: string): Promise<boolean> {
  const stream = await store.get(key);
  stream?.destroy();
  return stream !== null;
}

async function* readThrough(stream: Readable, sum: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const part of stream as AsyncIterable<Buffer>) {
    sum.update(part);
    yield part;
  }
}

async function hashStream(stream: Readable): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of stream as AsyncIterable<Buffer>) sum.update(part);
  return sum.digest('hex');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const ignoreMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };

async function listShards(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(ignoreMissing<string[]>([]));
  return names.filter((name) => /^[\da-f]{2}$/.test(name)).toSorted();
}

/** Lists the files below one of the 256 folders, by their keys. */
async function listKeys(shard: string): Promise<string[]> {
  const entries = await readdir(shard, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(shard, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter(isKey);
}

/** A last line that was cut off by a crash names no file, and that file is copied again. */
async function readJournal(journal: string): Promise<Set<string>> {
  const text = await readFile(journal, 'utf8').catch(ignoreMissing(''));
  return new Set(text.split('\n'));
}
