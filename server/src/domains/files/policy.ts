import type { Db } from '../../platform/db/index.ts';
import type { FileAccess } from '../../platform/domain.ts';
import type { Caller } from '../../platform/caller.ts';
import type { FileRow } from './store.ts';

/**
 * The domain of the record that a file is attached to (a job, a quote, …) decides who may read it. Until the file is
 * attached, only its owner may.
 */
export async function mayRead(
  db: Db,
  caller: Caller,
  file: FileRow,
  fileAccess: Record<string, FileAccess>,
): Promise<boolean> {
  if (file.subject_id === null) return file.owner_id === caller.userId;
  const access = fileAccess[file.subject];
  return access !== undefined && access(db, caller, file.subject_id);
}
