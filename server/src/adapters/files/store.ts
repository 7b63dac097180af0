import type { FileStoreConfig } from '../../config/file-store.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { createFolderStore } from './folder.ts';
import { joinStores } from './joined.ts';
import { createS3Store } from './s3.ts';

/** The store of this installation. */
export function createFileStore({
  files,
  filesDir,
}: {
  files: FileStoreConfig;
  filesDir: string;
}): FileStore {
  const folder = createFolderStore(filesDir);
  if (files.bucket === null) return folder;
  const bucket = createS3Store(files.bucket);
  if (files.places === 'bucket') return bucket;
  const written = files.places === 'bucket-then-folder' ? bucket : folder;
  return joinStores({ folder, bucket, written });
}
