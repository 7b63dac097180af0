import type { FileStore } from '../../ports/file-store.ts';
import { openData, readRows } from './archive-data.ts';
import { BrokenArchive, type Manifest } from './manifest.ts';

/** Reads an archive from the file store to its end, and throws `BrokenArchive` where it is not what was written. */
export async function checkArchive(files: Pick<FileStore, 'get'>, manifest: Manifest): Promise<void> {
  const { rows, finish } = await openData(files, manifest);
  let count = 0;
  try {
    for await (const _ of readRows(rows)) count += 1;
  } finally {
    // Its reason says more than that of the stream.
    await finish();
  }
  if (count !== manifest.rows)
    throw new BrokenArchive(`it has ${count} rows, and its manifest says ${manifest.rows}`);
}
