import type { Db } from '../../platform/db/index.ts';
import type { FileAccess } from '../../platform/domain.ts';
import type { Caller } from '../../platform/http/auth.ts';
import type { FileRow } from './store.ts';

/** A file belongs to a job, a quote, …, whose domain decides; until it is attached only its owner may read it. */
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
