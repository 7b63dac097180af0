import type { FileStore } from '../../ports/file-store.ts';

export interface JoinedStores {
  folder: FileStore;
  bucket: FileStore;
  /** The one that takes new files, and is read first. */
  written: FileStore;
}

/**
 * Files are in two places while they are moved, and every file is in at least one of them. A process that still writes
 * to one place finds what others have written to the other.
 */
export function joinStores({ folder, bucket, written }: JoinedStores): FileStore {
  const other = written === folder ? bucket : folder;
  return {
    put: (key, body) => written.put(key, body),

    get: async (key) => (await written.get(key)) ?? other.get(key),

    /** From the folder first: whoever copies a file looks afterwards whether its original is still there. */
    async remove(key) {
      await folder.remove(key);
      await bucket.remove(key);
    },

    createLink: (key, link) => bucket.createLink(key, link),
    findFault: async () => (await folder.findFault()) ?? bucket.findFault(),
  };
}
