import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../user-error.ts';

/** What a data folder stores about its database between starts; `password` is the owner's. */
export type Settings = {
  password: string;
  appPassword: string;
  queuePassword: string;
  port?: number;
  cluster: string;
};
/** Folders of earlier versions lack the passwords of the product's own logins. */
export type SavedSettings = Omit<Settings, 'appPassword' | 'queuePassword'> & Partial<Settings>;

export const isComplete = (settings: SavedSettings): settings is Settings =>
  settings.appPassword !== undefined && settings.queuePassword !== undefined;

const getSettingsFile = (dataDir: string) => join(dataDir, 'postgres.json');

export async function readSettings(dataDir: string): Promise<SavedSettings | undefined> {
  const file = getSettingsFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new UserError(`Cannot read ${file} (${error.code}): run as its owner, or set DATA_DIR.`);
  });
  if (text === undefined) return undefined;
  const settings: SavedSettings = JSON.parse(text);
  return { ...settings, cluster: resolve(dataDir, settings.cluster) };
}

export async function writeSettings(dataDir: string, settings: Settings): Promise<void> {
  const file = getSettingsFile(dataDir);
  // Relative when inside, so that the folder can be moved.
  const inside = relative(dataDir, settings.cluster);
  const cluster = inside.startsWith('..') ? settings.cluster : inside;
  await writeFile(`${file}.new`, `${JSON.stringify({ ...settings, cluster }, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export const createPassword = () => randomBytes(24).toString('base64url');
