import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** A whole run writes less than a third of this. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * A folder for everything that a test run writes; in memory where there is much of it. The databases of a run create and
 * delete some hundred thousand files, on which a disk's file system spends a fifth of the run's processor time.
 */
export function createRunFolder(): string {
  const folder = createFolder(hasRoom() ? IN_MEMORY : tmpdir());
  if (canExecute(folder)) return folder;
  rmSync(folder, { recursive: true });
  return createFolder(tmpdir());
}

function createFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'fws-run-'));
  chmodSync(folder, 0o711); // as root, test databases run under another account
  return folder;
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= ROOM_BYTES;
}

/** Some systems refuse to run programs from memory. Tests run copies of programs. */
function canExecute(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
