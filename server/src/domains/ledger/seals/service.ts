import { sql } from 'kysely';
import { inLongTx, inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { calculateRoot, hashSeal } from './merkle.ts';
import { BrokenArchive, formatMonth } from '../../../platform/months/index.ts';
import { findArchiveFaults, isRolledUp, type ArchiveCheck } from '../archives/checks.ts';
import {
  createArchiveSource,
  findTxnRange,
  inArchiveTx,
  intersects,
  listArchivedMonths,
  loadMonth,
  type ArchivedMonth,
  type Files,
  type TxnRange,
} from '../archives/store.ts';
import {
  buildHeader,
  createLiveSource,
  hashChain,
  hashLeaves,
  listSealedBalances,
  listSeals,
  type LineSource,
  type MerkleSeal,
  type Seal,
} from './store.ts';
import { preferIndexes } from '../verification/service.ts';

/** Task, nightly: seals every day that is over, starting with days that were missed before. */
export async function sealDays({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const { rows } = await inTx(db, (tx) =>
    sql<{ final_txn: number; last_change: number }>`
      SELECT final_txn, last_change FROM ledger.await_final_txn()`.execute(tx),
  );
  const [final] = rows;
  if (!final) throw new Error('ledger.await_final_txn() answered nothing');
  for (;;) {
    const seal = await inLongTx(db, (tx) => sealNextDay(tx, final));
    if (seal === null) return;
    // The log is stored elsewhere: whoever rewrites the seals would have to rewrite the log too.
    log.info('ledger day sealed', { day: seal.day, entries: seal.entries, hash: seal.hash.toString('hex') });
  }
}

type NewSeal = Pick<Seal, 'day' | 'entries' | 'hash'>;

async function sealNextDay(
  tx: Tx,
  final: { final_txn: number; last_change: number },
): Promise<NewSeal | null> {
  // Without this, all transactions of a large ledger are read to join those of the day.
  await preferIndexes(tx);
  const { rows } = await sql<NewSeal | { day: null }>`
    SELECT day, entries, hash FROM ledger.seal_day(${final.final_txn}, ${final.last_change})`.execute(tx);
  const [seal] = rows;
  return !seal || seal.day === null ? null : seal;
}

const NO_SEAL = Buffer.alloc(32);

export interface BrokenSeal {
  day: string;
  reason: string;
}

export interface VerifiedSeals {
  days: number;
  head: Seal | null;
  broken: BrokenSeal[];
  /** How many months of entries are in the file store. */
  archivedMonths: number;
}

export interface Archives {
  files: Files;
  /** Checks of other domains that need archived entries. */
  checks: readonly ArchiveCheck[];
}

/**
 * Hashes every sealed day again from the raw rows in this process, without the database's own functions. With `since`, a
 * day that was verified before, it hashes the entries of later days only. Days of archived months are read from the file
 * store.
 */
export async function verifySeals(
  db: Db,
  since: { day: string } | null = null,
  archives: Archives | null = null,
): Promise<VerifiedSeals> {
  const seals = await listSeals(db, since?.day ?? null);
  const months = await listArchivedMonths(db);
  const broken: BrokenSeal[] = [];
  const report = (seal: Seal, reasons: readonly string[]) =>
    broken.push(...reasons.map((reason) => ({ day: seal.day, reason })));
  const archivedDays: { seal: Seal; range: TxnRange }[] = [];
  let before: Seal | null = null;
  for (const seal of seals) {
    if (seal.day === since?.day) {
      report(seal, await findFaultsInSealAlone(db, seal));
    } else {
      report(seal, findFaultsInOrder(seal, before));
      if (seal.algorithm === 'merkle' && before?.algorithm === 'chain' && (await hasGapBefore(db, seal)))
        report(seal, ['there are entries between the day before and it']);
      const range = months.length === 0 ? null : await findTxnRange(db, seal);
      if (range && months.some((month) => intersects(month, range))) archivedDays.push({ seal, range });
      else report(seal, await findFaultsInEntries(db, createLiveSource(db), seal));
    }
    if (seal.verified_hash?.equals(seal.hash) === false)
      report(seal, ['the seal is not the one that was verified']);
    before = seal;
  }
  const first = seals[0];
  if (since === null && first?.algorithm === 'chain' && (await hasEntriesBefore(db, first.day)))
    broken.push({ day: first.day, reason: 'there are entries before the first seal' });
  if (since === null && months.length > 0 && archives === null)
    throw new Error('archived months can be verified with the file store only');
  if (since === null && archives !== null)
    broken.push(...(await verifyArchives(db, archives, months, archivedDays)));
  return { days: seals.length, head: before, broken, archivedMonths: months.length };
}

/** Verifies each archived month, and the seals of its days. A day that two months share counts as one of the first. */
async function verifyArchives(
  db: Db,
  { files, checks }: Archives,
  months: readonly ArchivedMonth[],
  days: readonly { seal: Seal; range: TxnRange }[],
): Promise<BrokenSeal[]> {
  const broken: BrokenSeal[] = [];
  for (const month of months) {
    const own = days.filter(({ range }) => months.find((other) => intersects(other, range)) === month);
    try {
      broken.push(...(await verifyArchive(db, { files, checks }, month, months, own)));
    } catch (error) {
      if (!(error instanceof BrokenArchive)) throw error;
      broken.push({ day: `archive ${formatMonth(month)}`, reason: error.message });
    }
  }
  return broken;
}

const verifyArchive = (
  db: Db,
  { files, checks }: Archives,
  month: ArchivedMonth,
  months: readonly ArchivedMonth[],
  days: readonly { seal: Seal; range: TxnRange }[],
): Promise<BrokenSeal[]> =>
  inArchiveTx(db, async (tx) => {
    const manifest = await loadMonth(tx, files, month);
    const faults = await findArchiveFaults(tx, month, checks);
    const broken = faults.map((reason) => ({ day: `archive ${formatMonth(month)}`, reason }));
    const shared = months.filter((other) => other !== month);
    for (const { seal, range } of days) {
      for (const other of shared) if (intersects(other, range)) await loadMonth(tx, files, other, range);
      const reasons = await findFaultsInEntries(db, createArchiveSource(tx), seal);
      if (seal.algorithm === 'merkle' && !(await isRolledUp(tx, seal)))
        reasons.push('its balances are not those of the day before and its entries');
      const hash = seal.hash.toString('hex');
      if (manifest && !manifest.seals.some((sealed) => sealed.day === seal.day && sealed.hash === hash))
        reasons.push('its seal is not the one with which it was archived');
      broken.push(...reasons.map((reason) => ({ day: seal.day, reason })));
    }
    return broken;
  });

const CHANGED = 'its entries were changed, or the seal was';

/** Of a day whose entries were verified before: hashes what the seal says of them, and the balances. */
async function findFaultsInSealAlone(db: Db, seal: Seal): Promise<string[]> {
  const isSound = seal.algorithm === 'chain' || (await hashDay(db, seal, seal.root)).equals(seal.hash);
  return isSound ? [] : ['the seal or its balances were changed'];
}

function findFaultsInOrder(seal: Seal, before: Seal | null): string[] {
  const faults: string[] = [];
  if (before && seal.day !== getNextDay(before.day)) faults.push('a day is missing before it');
  if (!seal.previous.equals(before?.hash ?? NO_SEAL)) faults.push('it does not follow from the day before');
  if (seal.algorithm === 'merkle' && before?.algorithm !== 'chain') {
    if (seal.after_txn !== (before?.last_txn ?? 0))
      faults.push('it does not begin where the day before ended');
  }
  return faults;
}

async function findFaultsInEntries(db: Db, source: LineSource, seal: Seal): Promise<string[]> {
  const recomputed =
    seal.algorithm === 'chain' ? await hashChain(source, seal) : await hashMerkleDay(db, source, seal);
  if (recomputed.entries !== seal.entries)
    return [`${seal.entries} entries were sealed, ${recomputed.entries} are there`];
  return recomputed.hash.equals(seal.hash) ? [] : [CHANGED];
}

async function hashMerkleDay(
  db: Db,
  source: LineSource,
  seal: MerkleSeal,
): Promise<{ entries: number; hash: Buffer }> {
  const { leaves } = await hashLeaves(source, seal);
  const root = calculateRoot(leaves);
  // Inclusion proofs and later nights rely on the stored root.
  const hash = root.equals(seal.root) ? await hashDay(db, seal, root) : NO_SEAL;
  return { entries: leaves.length, hash };
}

const hashDay = async (db: Db, seal: MerkleSeal, root: Buffer): Promise<Buffer> =>
  hashSeal(seal.previous, root, buildHeader(seal, await listSealedBalances(db, seal.day)));

async function hasEntriesBefore(db: Db, day: string): Promise<boolean> {
  const { rows } = await inLongTx(db, (tx) =>
    sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM ledger.sealed_line
        WHERE posted_at < ${day}::timestamp AT TIME ZONE 'Asia/Kolkata') AS found`.execute(tx),
  );
  return rows[0]?.found ?? false;
}

/** The day before was sealed by its time: what was posted later must not have an id before this day's. */
async function hasGapBefore(db: Db, seal: MerkleSeal): Promise<boolean> {
  const { rows } = await inLongTx(db, (tx) =>
    sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM ledger.txn
        WHERE id <= ${seal.after_txn} AND posted_at >= ${seal.day}::timestamp AT TIME ZONE 'Asia/Kolkata'
      ) AS found`.execute(tx),
  );
  return rows[0]?.found ?? false;
}

const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600_000).toISOString().slice(0, 10);
