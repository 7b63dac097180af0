import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../ports/file-store.ts';
import { checkKey } from './key.ts';

const INCOMING = '.incoming';

/**
 * Stores files in a private folder. Writes each file under a temporary name, flushes it, then renames it into place.
 */
export function createFolderStore(directory: string): FileStore {
  return {
    async put(key, body) {
      const target = toFilePath(directory, key);
      const temporary = path.join(directory, INCOMING, randomUUID());
      await makeFolder(path.dirname(target));
      await makeFolder(path.dirname(temporary));
      try {
        // Open the file first: if the body fails at once, the file could otherwise be created after its removal.
        const file = await open(temporary, 'wx', 0o600);
        await pipeline(toStream(body), file.createWriteStream({ flush: true }));
        const { size } = await stat(temporary);
        await rename(temporary, target);
        await flushFolder(path.dirname(target));
        return { bytes: size };
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async get(key) {
      const file = await openIfPresent(toFilePath(directory, key));
      return file?.createReadStream() ?? null;
    },

    async remove(key) {
      await rm(toFilePath(directory, key), { force: true });
    },

    createLink: () => Promise.resolve(null),
    /** The first put creates a folder that is missing. */
    findFault: () =>
      access(directory, constants.W_OK).then(
        () => null,
        ({ code }: NodeJS.ErrnoException) =>
          code === 'ENOENT' ? null : `The folder ${directory} cannot be written (${code})`,
      ),
  };
}

/** Spreads files over 256 folders: one folder with a million files is slow to list and to back up. */
function toFilePath(directory: string, key: string): string {
  checkKey(key);
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
  return path.join(directory, shard, key);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Wraps a Buffer in an array, because Readable.from would iterate over its bytes. */
function toStream(body: Readable | Buffer): Readable {
  return Buffer.isBuffer(body) ? Readable.from([body]) : body;
}

/** A rename survives a power cut only when its folder is flushed too. Windows has no such call. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openIfPresent(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
