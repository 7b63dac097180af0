import { randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { wallet } from '@fws/contract/payouts/calls';
import { updateProfile } from '@fws/contract/profile/calls';
import { translate } from '../../../server/src/platform/messages.ts';
import type { TestUser, WireAnswer } from '../../../server/test/user.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';
import { startStories, type StoryResults } from '../support/stories.ts';

export interface DiskRun extends StoryResults {
  uploadsRefused: number;
  /** While the disk of the database was full: reads answered with 200, and with 503. */
  readsAnswered: number;
  readsRefused: number;
  answersAfterMs: number;
}

const BEGUN = 8;
const FAILS_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 120_000;
const UPLOADS = 5;
const PHOTO_SIDE = 300;
const BMP_HEADER_BYTES = 54;

/** Fills the disk of the files, then the disk of the database, and frees each again. */
export async function runFullDisk(
  world: World,
  disk: { files: string; database: string },
  fullMs: number,
): Promise<DiskRun> {
  const stories = await startStories(world);
  const { results, worker } = stories;
  await waitFor('money to move', () => results.answered >= BEGUN);
  const uploadsRefused = await fillFileDisk(world, worker, disk.files, results.violations);
  const databaseFigures = await fillDatabaseDisk(world, worker, results, disk.database, fullMs);
  await stories.end();
  return { ...results, uploadsRefused, ...databaseFigures };
}

async function fillFileDisk(
  world: World,
  user: TestUser,
  folder: string,
  violations: string[],
): Promise<number> {
  const before = await listFiles(world.dataDir);
  const freeSpace = await fill(folder);
  let refused = 0;
  for (let upload = 0; upload < UPLOADS; upload++) {
    const answer = await sendPhoto(user);
    if (isStorageFull(answer)) refused += 1;
    else violations.push(`without room for files an upload was answered ${JSON.stringify(answer)}`);
  }
  await freeSpace();
  const leftFiles = (await listFiles(world.dataDir)).filter((file) => !before.includes(file));
  if (leftFiles.length > 0) violations.push(`refused uploads left ${leftFiles.join(', ')}`);
  const after = await sendPhoto(user);
  if (after.status !== 200) violations.push(`with room again an upload was answered ${after.status}`);
  return refused;
}

function sendPhoto(user: TestUser): Promise<WireAnswer> {
  const photo = new File([createNoise(PHOTO_SIDE)], 'me.bmp', { type: 'image/bmp' });
  return user.call(updateProfile, {}, { files: { photo } });
}

/** Random pixels, which no image format can compress. */
function createNoise(side: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(BMP_HEADER_BYTES);
  const row = Math.ceil((side * 3) / 4) * 4;
  header.write('BM');
  header.writeUInt32LE(header.length + row * side, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return new Uint8Array([...header, ...randomBytes(row * side)]);
}

function isStorageFull({ httpStatus, message, errors }: WireAnswer): boolean {
  const expectedText = translate('en', 'common.storage_full');
  return httpStatus === 503 && message === expectedText && errors?.['profile_image'] === expectedText;
}

async function fillDatabaseDisk(
  world: World,
  user: TestUser,
  results: StoryResults,
  folder: string,
  fullMs: number,
): Promise<Pick<DiskRun, 'readsAnswered' | 'readsRefused' | 'answersAfterMs'>> {
  const run = { readsAnswered: 0, readsRefused: 0 };
  const freeSpace = await fill(folder);
  const refusedBefore = results.saidToComeBack;
  await waitFor(
    'writes to fail',
    () => results.saidToComeBack > refusedBefore || writeFiller(world),
    FAILS_WITHIN_MS,
  );
  const end = performance.now() + fullMs;
  while (performance.now() < end) {
    const answer = await user.call(wallet, {});
    if (answer.status === 200) run.readsAnswered += 1;
    else if (answer.status === 503) run.readsRefused += 1;
    else results.violations.push(`a full disk was answered ${JSON.stringify(answer)}`);
    await sleep(200);
  }
  await freeSpace();
  const answered = results.answered;
  const freedAt = performance.now();
  await waitFor('a command to be done again', () => results.answered > answered, BACK_WITHIN_MS);
  return { ...run, answersAfterMs: Math.round(performance.now() - freedAt) };
}

/** Writes until the next file of the write-ahead log has no room. Always false, because it only helps the wait. */
async function writeFiller(world: World): Promise<false> {
  await sql`CREATE TABLE IF NOT EXISTS filler AS SELECT repeat(md5(g::text), 200) FROM generate_series(1, 500) g`
    .execute(world.db)
    .catch(() => undefined);
  return false;
}

/** Takes all the space that is left. Returns a function that frees it. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  for (const bytes of [1_000_000, 4_096, 1]) {
    const block = Buffer.alloc(bytes, 1);
    let hasRoom = true;
    while (hasRoom)
      hasRoom = await file.write(block).then(
        ({ bytesWritten }) => bytesWritten === bytes,
        () => false,
      );
  }
  await file.close();
  return () => rm(path);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
