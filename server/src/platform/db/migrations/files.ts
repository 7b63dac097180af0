import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface MigrationFile {
  /** As recorded in the database: the file's name without `.sql`. */
  name: string;
  text: string;
}

type Named = Pick<MigrationFile, 'name'>;

export const readNumber = ({ name }: Named): number => Number(name.slice(0, 4));

/** Which release brings it: the first two digits of its number. The baseline is release 0. */
export const readRelease = ({ name }: Named): number => Number(name.slice(0, 2));

/** The newest release with migrations. Who updates comes from an earlier one, whose processes run beside its migrations. */
export const findNewestRelease = (files: readonly Named[]): number => Math.max(0, ...files.map(readRelease));

/** `0143_name.concurrent.sql` runs outside a transaction. */
export const isConcurrent = ({ name }: Named): boolean => name.endsWith('.concurrent');

/**
 * `0143_name.contract.sql` takes away what processes of the former version use, so it waits until they are gone. This
 * version works before it and after it.
 */
export const isContract = ({ name }: Named): boolean => /\.contract(?:\.|$)/.test(name);

/** Those without which processes of this version cannot work: all but the contract migrations of its own release. */
export function listNeeded<File extends Named>(files: readonly File[]): File[] {
  const newest = findNewestRelease(files);
  return files.filter((file) => !isContract(file) || readRelease(file) < newest);
}

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
