import type { FileScanner } from '../../ports/file-scanner.ts';
import { FairTurns, NoTurnError, type TurnOwner } from '../fair-turns.ts';
import type { Log } from '../log.ts';
import { toFileName } from './file-name.ts';
import { inspectFile, type InspectionRefusal, type UploadKind } from './inspect.ts';

/**
 * A file under inspection is in memory, at most 10 MB, with what it unpacks to. Two images are processed at once, a
 * large one in seconds: a request further back would time out before its turn. A client may send the ten photos of a job
 * together.
 */
const LIMITS = { atOnce: 6, waiting: 40, ofOwner: { atOnce: 1, waiting: 9 } };

export interface UploadOptions {
  /** The sender's name of the file. Its extension is not trusted. */
  declaredName: string;
  allow: readonly UploadKind[];
  owner: TurnOwner;
}

export type Upload =
  | { ok: true; name: string; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: InspectionRefusal | 'busy' };

/** Makes a received file safe to store; `busy` when too many wait. One instance per process. */
export type InspectUpload = (path: string, options: UploadOptions) => Promise<Upload>;

export function createUploadInspector(scanner: FileScanner, log: Log): InspectUpload {
  const turns = new FairTurns(LIMITS);
  return async (path, { declaredName, allow, owner }) => {
    try {
      const inspected = await turns.run(owner, () => inspectFile(path, allow, { scanner, log }));
      return inspected.ok ? { ...inspected, name: toFileName(declaredName, inspected.extension) } : inspected;
    } catch (error) {
      if (error instanceof NoTurnError) return { ok: false, reason: 'busy' };
      throw error;
    }
  };
}
