import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from './disk-full.ts';
import type { UploadPlace } from './unidentified.ts';

export type ReceivedFile =
  | { ok: true; path: string; remove: () => Promise<void> }
  | { ok: false; reason: 'too_large' | 'no_room' | 'busy' };

interface ReceiveOptions {
  tmpDir: string;
  maxBytes: number;
  place: Pick<UploadPlace, 'take'>;
}

/** Streams a form's file to a temporary file, which the caller removes; a refused file leaves nothing behind. */
export async function receiveFile(
  part: Readable,
  { tmpDir, maxBytes, place }: ReceiveOptions,
): Promise<ReceivedFile> {
  const file = path.join(tmpDir, randomUUID());
  const remove = () => rm(file, { force: true });
  try {
    await mkdir(tmpDir, { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    await pipeline(limitBytes(part, maxBytes, place), handle.createWriteStream());
    return { ok: true, path: file, remove };
  } catch (error) {
    await remove();
    const reason = isDiskFull(error) ? 'no_room' : error instanceof NotTakenError && error.reason;
    if (!reason) throw error;
    drainPart(part);
    return { ok: false, reason };
  }
}

/** Longer than any request may take. */
const LEFT_BEHIND_AFTER_MS = 3600_000;

/** Removes files that a killed process left. Other processes sharing the folder may be receiving files now. */
export async function removeLeftFiles(tmpDir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(tmpDir).catch(() => [])) {
    const file = path.join(tmpDir, name);
    const modified = await stat(file).catch(() => null);
    if (modified && now - modified.mtimeMs > LEFT_BEHIND_AFTER_MS) await rm(file, { force: true });
  }
}

/** Reads and discards the rest of the file, because the rest of the form follows it; its errors no longer matter. */
function drainPart(part: Readable): void {
  part.on('error', () => undefined);
  part.resume();
}

class NotTakenError extends Error {
  readonly reason: 'too_large' | 'busy';
  constructor(reason: 'too_large' | 'busy') {
    super(reason);
    this.reason = reason;
  }
}

async function* limitBytes(
  part: Readable,
  maxBytes: number,
  place: ReceiveOptions['place'],
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = part.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NotTakenError('too_large');
    if (!place.take(chunk.length)) throw new NotTakenError('busy');
    yield chunk;
  }
}
