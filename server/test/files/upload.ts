import type { Readable } from 'node:stream';
import type { FileScanner } from '../../src/ports/file-scanner.ts';
import { silentLog } from '../../src/platform/log.ts';
import {
  createUploadInspector,
  type Upload,
  type UploadOptions,
} from '../../src/platform/uploads/inspector.ts';
import { receiveFile, type ReceivedFile } from '../../src/platform/uploads/receive.ts';
import { UNLIMITED_PLACE } from '../../src/platform/uploads/unidentified.ts';

const cleanScanner: FileScanner = { scan: () => Promise.resolve({ infected: false }) };

/** Receives one file and inspects it, as a call does. */
export async function acceptUpload(
  part: Readable,
  options: Omit<UploadOptions, 'owner'> & { maxBytes: number; tmpDir: string },
  scanner = cleanScanner,
): Promise<Upload | Extract<ReceivedFile, { ok: false }>> {
  const received = await receiveFile(part, { ...options, place: UNLIMITED_PLACE });
  if (!received.ok) return received;
  try {
    return await createUploadInspector(scanner, silentLog)(received.path, { ...options, owner: 'user 1' });
  } finally {
    await received.remove();
  }
}
