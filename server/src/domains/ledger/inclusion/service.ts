import type { Db } from '../../../platform/db/index.ts';
import {
  createArchiveSource,
  findTxnRange,
  inArchiveTx,
  intersects,
  listArchivedMonths,
  loadMonth,
  type Files,
} from '../archives/store.ts';
import { calculatePath, followPath, hashLeaf, hashSeal } from '../seals/merkle.ts';
import {
  buildHeader,
  createLiveSource,
  findSealOfTxn,
  hashLeaves,
  listSealedBalances,
  readEntryCount,
  type MerkleSeal,
} from '../seals/store.ts';

/** What proves to somebody who knows a day's seal, and has no database, that the day contains this entry. */
export interface InclusionProof {
  /** The entry as it is hashed: a JSON array, whose fields docs/money.md lists. */
  line: string;
  /** Its place among the entries of its day, from 0. */
  index: number;
  /** Hashes beside the way from the entry to the day's root, in hex. */
  path: string[];
  /** The day, its number of entries, its transactions, and the balances that were rolled up with it. */
  header: string;
  /** The seal of the day before, in hex. */
  previous: string;
}

export type EntryId = { txnId: number; seq: number };

/** The proof of an entry, with the seal of its day in hex; null while no Merkle root contains it. */
export async function findInclusionProof(
  db: Db,
  entry: EntryId,
  files: Files,
): Promise<{ proof: InclusionProof; seal: string } | null> {
  const seal = await findSealOfTxn(db, entry.txnId);
  if (seal === null) return null;
  const { leaves, found } = await hashDayLeaves(db, seal, entry, files);
  if (found === null) return null;
  const header = buildHeader(seal, await listSealedBalances(db, seal.day));
  const proof = {
    ...found,
    path: calculatePath(leaves, found.index).map((hash) => hash.toString('hex')),
    header,
    previous: seal.previous.toString('hex'),
  };
  return { proof, seal: seal.hash.toString('hex') };
}

/** Reads the day from the file store where it is archived. */
async function hashDayLeaves(db: Db, seal: MerkleSeal, entry: EntryId, files: Files) {
  const range = await findTxnRange(db, seal);
  const months = (await listArchivedMonths(db)).filter((month) => intersects(month, range));
  if (range === null || months.length === 0) return hashLeaves(createLiveSource(db), seal, entry);
  return inArchiveTx(db, async (tx) => {
    for (const month of months) await loadMonth(tx, files, month, range);
    return hashLeaves(createArchiveSource(tx), seal, entry);
  });
}

/** Whether the day with this seal contains the proof's entry at that place. Needs nothing but its arguments. */
export function verifyInclusion(proof: InclusionProof, seal: string): boolean {
  const path = proof.path.map((hash) => Buffer.from(hash, 'hex'));
  const root = followPath(hashLeaf(proof.line), proof.index, readEntryCount(proof.header), path);
  if (root === null) return false;
  return hashSeal(Buffer.from(proof.previous, 'hex'), root, proof.header).toString('hex') === seal;
}
