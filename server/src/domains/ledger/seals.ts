import { sql } from 'kysely';
import { inLongTx, inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { calculateRoot, hashSeal } from './merkle.ts';
import {
  buildHeader,
  hashChain,
  hashLeaves,
  listSealedBalances,
  listSeals,
  type MerkleSeal,
  type Seal,
} from './sealed-days.ts';
import { preferIndexes } from './verify.ts';

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
}

/**
 * Hashes every sealed day again from the raw rows in this process, without the database's own functions. With `since`, a
 * day that was verified before, it hashes the entries of later days only.
 */
export async function verifySeals(db: Db, since: { day: string } | null = null): Promise<VerifiedSeals> {
  const seals = await listSeals(db, since?.day ?? null);
  const broken: BrokenSeal[] = [];
  const report = (seal: Seal, reasons: readonly string[]) =>
    broken.push(...reasons.map((reason) => ({ day: seal.day, reason })));
  let before: Seal | null = null;
  for (const seal of seals) {
    if (seal.day === since?.day) {
      report(seal, await findFaultsInSealAlone(db, seal));
    } else {
      report(seal, findFaultsInOrder(seal, before));
      if (seal.algorithm === 'merkle' && before?.algorithm === 'chain' && (await hasGapBefore(db, seal)))
        report(seal, ['there are entries between the day before and it']);
      report(seal, await findFaultsInEntries(db, seal));
    }
    if (seal.verified_hash?.equals(seal.hash) === false)
      report(seal, ['the seal is not the one that was verified']);
    before = seal;
  }
  const first = seals[0];
  if (since === null && first?.algorithm === 'chain' && (await hasEntriesBefore(db, first.day)))
    broken.push({ day: first.day, reason: 'there are entries before the first seal' });
  return { days: seals.length, head: before, broken };
}

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

async function findFaultsInEntries(db: Db, seal: Seal): Promise<string[]> {
  const recomputed = seal.algorithm === 'chain' ? await hashChain(db, seal) : await hashMerkleDay(db, seal);
  if (recomputed.entries !== seal.entries)
    return [`${seal.entries} entries were sealed, ${recomputed.entries} are there`];
  return recomputed.hash.equals(seal.hash) ? [] : [CHANGED];
}

async function hashMerkleDay(db: Db, seal: MerkleSeal): Promise<{ entries: number; hash: Buffer }> {
  const { leaves } = await hashLeaves(db, seal);
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
