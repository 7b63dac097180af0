import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface MigrationFile {
  /** As recorded in the database: the file's name without `.sql`. */
  name: string;
  text: string;
}

/**
 * The newest migration of the last release; raised with each release. Whoever updates comes from that release, so its
 * processes are those that run beside the newer migrations.
 */
export const LAST_RELEASED = 20;

type Named = Pick<MigrationFile, 'name'>;

export const readNumber = ({ name }: Named): number => Number(name.slice(0, 4));

/** `0043_name.concurrent.sql` runs outside a transaction. */
export const isConcurrent = ({ name }: Named): boolean => name.endsWith('.concurrent');

/**
 * `0043_name.contract.sql` takes away what processes of the former version use, so it waits until they are gone. This
 * version works before it and after it.
 */
export const isContract = ({ name }: Named): boolean => /\.contract(?:\.|$)/.test(name);

/** Whether processes of this version work without it: it belongs to the deployment that brought them. */
export const mayWait = (file: Named, lastReleased = LAST_RELEASED): boolean =>
  isContract(file) && readNumber(file) > lastReleased;

/** Sorted by number. */
export async function findMigrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => path.basename(file, '.sql')).toSorted();
}

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const read = async (name: string): Promise<MigrationFile> => ({
    name,
    text: await readFile(path.join(folder, `${name}.sql`), 'utf8'),
  });
  return Promise.all((await findMigrationNames(folder)).map(read));
}
