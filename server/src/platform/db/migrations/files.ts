import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface MigrationFile {
  /** As recorded in the database: the file's name without `.sql`. */
  name: string;
  text: string;
}

/** `0043_name.concurrent.sql` runs outside a transaction. */
export const isConcurrent = ({ name }: Pick<MigrationFile, 'name'>): boolean => name.endsWith('.concurrent');

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
