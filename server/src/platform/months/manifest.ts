import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { FileStore } from '../../ports/file-store.ts';
import type { MonthPartition } from './catalogue.ts';

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What an archive contains, and what it must be to be the one that was written. */
export const Manifest = z.object({
  format: z.literal('fws-month-1'),
  table: z.string(),
  partition: z.string(),
  starts: z.string(),
  ends: z.string(),
  /** The last migration of the database that wrote it. */
  schemaVersion: z.string(),
  /** In the order of the rows' fields, with PostgreSQL's types. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.int(),
  /** The data: rows in the text format of COPY, compressed by gzip. */
  data: z.object({ key: z.string(), bytes: z.int(), sha256: Sha256, plainSha256: Sha256 }),
  /** Of the ledger: the seals of the days that have entries in it. */
  seals: z.array(z.object({ day: z.string(), algorithm: z.string(), entries: z.int(), hash: Sha256 })),
  writtenAt: z.iso.datetime(),
});
export type Manifest = z.infer<typeof Manifest>;

/** An archive that is not what was written. */
export class BrokenArchive extends Error {}

export const hashBytes = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Reads the manifest that the database names. The database knows its checksum, and the manifest that of the data. */
export async function readManifest(
  files: Pick<FileStore, 'get'>,
  partition: MonthPartition,
): Promise<Manifest> {
  const { manifestKey, manifestSha256 } = partition;
  if (manifestKey === null || manifestSha256 === null)
    throw new Error(`${partition.partition} has no archive`);
  const stored = await files.get(manifestKey);
  if (stored === null) throw new BrokenArchive('its manifest is missing in the file store');
  const bytes = await buffer(stored);
  if (!hashBytes(bytes).equals(manifestSha256)) throw new BrokenArchive('its manifest was changed');
  return Manifest.parse(JSON.parse(bytes.toString()));
}
