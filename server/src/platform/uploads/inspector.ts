import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import type { FileScanner } from '../../ports/file-scanner.ts';
import type { Log } from '../log.ts';
import { toFileName } from './file-name.ts';
import { inspectFile, type InspectionRefusal, type UploadKind } from './inspect.ts';

/** Each holds its whole content, at most 10 MB, plus what it unpacks to. */
const FILES_AT_ONCE = 6;
/** Two images are processed at once, a large one in seconds: a request further back would time out before its turn. */
const FILES_WAITING = 12;

export interface UploadOptions {
  /** The sender's name of the file. Its extension is not trusted. */
  declaredName: string;
  allow: readonly UploadKind[];
}

export type Upload =
  | { ok: true; name: string; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: InspectionRefusal | 'busy' };

/** Makes a received file safe to store; `busy` when too many others wait. One instance per process. */
export type InspectUpload = (path: string, options: UploadOptions) => Promise<Upload>;

export function createUploadInspector(scanner: FileScanner, log: Log): InspectUpload {
  const turns = bulkhead(FILES_AT_ONCE, FILES_WAITING);
  return async (path, { declaredName, allow }) => {
    try {
      const inspected = await turns.execute(() => inspectFile(path, allow, { scanner, log }));
      return inspected.ok ? { ...inspected, name: toFileName(declaredName, inspected.extension) } : inspected;
    } catch (error) {
      if (error instanceof BulkheadRejectedError) return { ok: false, reason: 'busy' };
      throw error;
    }
  };
}
