import path from 'node:path';
import { findFileStoreFaults } from '../server/src/adapters/files/bucket-check.ts';
import { createFolderStore } from '../server/src/adapters/files/folder.ts';
import { buildBucketUrl } from '../server/src/adapters/files/link-origin.ts';
import { moveFiles, type MoveCounts } from '../server/src/adapters/files/move.ts';
import { createS3Store } from '../server/src/adapters/files/s3.ts';
import { Faults } from '../server/src/config/faults.ts';
import { readInstalledFileStore } from '../server/src/config/file-store.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

const PROGRESS_MS = 10_000;

// npm run files:move: copies every file of the folder to the bucket and verifies it, while the product runs.
await runProgram(async (life) => {
  const { dataDir } = readStartConfig(process.env, process.argv.slice(2));
  const faults = new Faults();
  const { places, bucket } = readInstalledFileStore(process.env, faults);
  faults.throwIfAny();
  if (bucket === null || places === 'bucket')
    throw new UserError(
      `FILES is ${places}: it must be folder-then-bucket or bucket-then-folder, here and for every process, so that removed files are removed in both places.`,
    );
  for (const fault of await findFileStoreFaults(bucket)) throw new UserError(fault);
  const directory = path.join(dataDir, 'files');
  const bucketUrl = buildBucketUrl(bucket);
  console.log(`Copying from ${directory} to ${bucketUrl}.`);
  let reportedAtMs = Date.now();
  const counts = await moveFiles({
    directory,
    folder: createFolderStore(directory),
    bucket: createS3Store(bucket),
    bucketUrl,
    signal: life.signal,
    onProgress(soFar) {
      if (Date.now() - reportedAtMs < PROGRESS_MS) return;
      reportedAtMs = Date.now();
      console.log(describe(soFar));
    },
  });
  for (const { key, reason } of counts.failed) console.error(`${key}: ${reason}`);
  console.log(describe(counts));
  if (life.signal.aborted) {
    console.log('Stopped before the end: the next run continues.');
    return 1;
  }
  if (counts.failed.length > 0) {
    console.log(`${formatCount(counts.failed.length)} could not be copied: the next run tries them again.`);
    return 1;
  }
  console.log('Every file of the folder is in the bucket.');
  return 0;
});

function describe({ copied, bytes, before, gone }: MoveCounts): string {
  const megabytes = (bytes / 1e6).toFixed(1);
  return `Copied and verified ${formatCount(copied)} (${megabytes} MB); ${formatCount(before)} by earlier runs; ${formatCount(gone)} removed meanwhile.`;
}

function formatCount(count: number): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? 'file' : 'files'}`;
}
