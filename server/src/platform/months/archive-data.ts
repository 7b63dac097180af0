import { createHash, type Hash } from 'node:crypto';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileStore } from '../../ports/file-store.ts';
import { BrokenArchive, type Manifest } from './manifest.ts';

/** Hashes what passes through. */
const hashPassing = (hash: Hash): Transform =>
  new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece);
      done(null, piece);
    },
  });

/** Compresses and stores the rows, and returns what the manifest says of them. */
export async function writeData(
  files: Pick<FileStore, 'put'>,
  key: string,
  rows: Readable,
): Promise<Manifest['data']> {
  const plain = createHash('sha256');
  const compressed = createHash('sha256');
  const body = new PassThrough();
  // A failing source must fail the put too, which then leaves nothing behind.
  const [, { bytes }] = await Promise.all([
    pipeline(rows, hashPassing(plain), createGzip(), hashPassing(compressed), body),
    files.put(key, body),
  ]);
  return { key, bytes, sha256: compressed.digest('hex'), plainSha256: plain.digest('hex') };
}

/**
 * Reads the rows of an archive. The consumer must read to the end and must not trust what it read before `finish()`
 * found that the checksums agree.
 */
export async function openData(
  files: Pick<FileStore, 'get'>,
  { data }: Manifest,
): Promise<{ rows: Readable; finish: () => Promise<void> }> {
  const stored = await files.get(data.key);
  if (stored === null) throw new BrokenArchive('its data is missing in the file store');
  const plain = createHash('sha256');
  const compressed = createHash('sha256');
  const rows = hashPassing(plain);
  const reading = pipeline(stored, hashPassing(compressed), createGunzip(), rows);
  // Whoever reads the rows gets the error too.
  reading.catch(() => {});
  return {
    rows,
    async finish() {
      await reading.catch((error: unknown) => {
        throw new BrokenArchive('its data cannot be read', { cause: error });
      });
      if (compressed.digest('hex') !== data.sha256 || plain.digest('hex') !== data.plainSha256)
        throw new BrokenArchive('its data was changed');
    },
  };
}

/** The lines of the rows, in the text format of COPY. */
export async function* readRows(rows: Readable): AsyncGenerator<(string | null)[]> {
  let rest = '';
  rows.setEncoding('utf8');
  for await (const piece of rows as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.split('\t').map((field) => (field === '\\N' ? null : field));
  }
  if (rest !== '') throw new BrokenArchive('its data ends within a row');
}
