import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checksum } from './body.ts';

export interface StoredObject {
  key: string;
  etag: string;
  bytes: number;
  encryption: string;
  checksum: Checksum | null;
  storedAt: string;
}

/** The objects of the bucket, each in two files: its bytes, and what is known about them. They change one at a time. */
export class Objects {
  readonly #folder: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes the description last: an object without one does not exist. */
  put(object: StoredObject, bytes: Buffer): Promise<void> {
    return this.#inTurn(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#replace(this.#toPath(object.key, 'bin'), bytes);
      await this.#replace(this.#toPath(object.key, 'json'), JSON.stringify(object));
    });
  }

  read(key: string): Promise<{ object: StoredObject; bytes: Buffer } | null> {
    return this.#inTurn(async () => {
      const object = await readJson(this.#toPath(key, 'json'));
      return object && { object, bytes: await readFile(this.#toPath(key, 'bin')) };
    });
  }

  remove(key: string): Promise<void> {
    return this.#inTurn(async () => {
      for (const kind of ['json', 'bin'] as const) await rm(this.#toPath(key, kind), { force: true });
    });
  }

  async list(): Promise<StoredObject[]> {
    // Otherwise a bucket that nothing was put into has no folder.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#folder);
    const objects = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readJson(join(this.#folder, name))),
    );
    return objects
      .flatMap((object) => object ?? [])
      .toSorted((first, second) => (first.key < second.key ? -1 : 1));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  #toPath(key: string, kind: 'bin' | 'json'): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.${kind}`);
  }

  async #replace(file: string, content: Buffer | string): Promise<void> {
    const draft = `${file}.${randomUUID()}.new`;
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, file);
  }
}

async function readJson(file: string): Promise<StoredObject | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredObject;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
