import type { Readable } from 'node:stream';
import { fileNameOf } from './file-name.ts';
import { inspectFile } from './inspect.ts';
import type { UploadKind, UploadRefusal } from './inspect.ts';
import { receiveFile } from './receive.ts';

export interface UploadOptions {
  /** What the sender calls the file. Its ending is not believed. */
  declaredName: string;
  allow: readonly UploadKind[];
  maxBytes: number;
  tmpDir: string;
}

export type Upload =
  | { ok: true; name: string; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: UploadRefusal };

/** Takes in one file of a form: at most so many bytes, known by its content, images made anew. */
export async function acceptUpload(part: Readable, options: UploadOptions): Promise<Upload> {
  const received = await receiveFile(part, options);
  if (!received.ok) return received;
  try {
    const inspected = await inspectFile(received.path, options.allow);
    if (!inspected.ok) return inspected;
    return { ...inspected, name: fileNameOf(options.declaredName, inspected.extension) };
  } finally {
    await received.remove();
  }
}
