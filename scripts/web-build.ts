import { exec } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockFolder } from './embedded-postgres/lock.ts';
import { UserError } from './user-error.ts';
import { getWebDist } from './web-dist.ts';

const SOURCES = ['web', 'contract'];
const OTHER_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'scripts/web-build.ts'];
const NOT_SOURCES = new Set(['dist', 'dist-server', 'node_modules']);

const ASK_AGAIN_MS = 250;

/** Builds the web app unless the last build had the same inputs; returns what it did. One build at a time. */
export async function buildWeb(root: string): Promise<'built' | 'unchanged'> {
  const unlock = await lockWhenFree(join(root, 'web'));
  try {
    return await buildIfChanged(root);
  } finally {
    await unlock();
  }
}

async function lockWhenFree(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

async function buildIfChanged(root: string): Promise<'built' | 'unchanged'> {
  const inputs = await hashInputs(root);
  const stamp = join(getWebDist(root), '.fws-inputs'); // Vite empties the folder, so a failed build has none
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return 'unchanged';
  try {
    // React has another runtime for development and tests, which cannot render pages on the server.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(exec)('npm run build --workspace web', { cwd: root, env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new UserError(`The web app does not build:\n${stdout}\n${stderr}`);
  }
  await writeFile(stamp, inputs);
  return 'built';
}

async function hashInputs(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.env['FWS_DESIGN_PAGE'] ?? '');
  const files = (await Promise.all(SOURCES.map((folder) => listFiles(root, folder)))).flat();
  for (const file of [...files, ...OTHER_INPUTS].toSorted()) {
    const content = await readFile(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : [path];
    });
  return (await Promise.all(lists)).flat();
}
