import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inLongTx, inTx, type Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';

export interface Seal {
  day: string;
  entries: number;
  previous: Buffer;
  hash: Buffer;
}

/** Task, nightly: seals every day that is over, starting with days that were missed before. */
export async function sealDays({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await inTx(db, (tx) => sql`SELECT ledger.await_posts()`.execute(tx));
  for (;;) {
    const { rows } = await inLongTx(db, (tx) =>
      sql<Seal | { day: null }>`SELECT day, entries, previous, hash FROM ledger.seal_next_day()`.execute(tx),
    );
    const seal = rows[0];
    if (!seal || seal.day === null) return;
    // The log is stored elsewhere: whoever rewrites the chain would have to rewrite the log too.
    log.info('ledger day sealed', { day: seal.day, entries: seal.entries, hash: seal.hash.toString('hex') });
  }
}

const LINES_A_PAGE = 5_000;
const NO_SEAL = Buffer.alloc(32);

export interface BrokenSeal {
  day: string;
  reason: string;
}

/** Hashes every sealed day again from the raw rows in this process, without the database's own function. */
export async function verifySeals(
  db: Db,
): Promise<{ days: number; head: Seal | null; broken: BrokenSeal[] }> {
  const { rows: seals } = await sql<Seal>`
    SELECT day, entries, previous, hash FROM ledger.day_seal ORDER BY day`.execute(db);
  const broken: BrokenSeal[] = [];
  let before: Seal | null = null;
  for (const seal of seals) {
    if (before && seal.day !== getNextDay(before.day))
      broken.push({ day: seal.day, reason: 'a day is missing before it' });
    if (!seal.previous.equals(before?.hash ?? NO_SEAL))
      broken.push({ day: seal.day, reason: 'it does not follow from the day before' });
    const recomputed = await hashDay(db, seal);
    if (recomputed.entries !== seal.entries)
      broken.push({
        day: seal.day,
        reason: `${seal.entries} entries were sealed, ${recomputed.entries} are there`,
      });
    else if (!recomputed.hash.equals(seal.hash))
      broken.push({ day: seal.day, reason: 'its entries were changed, or the seal was' });
    before = seal;
  }
  const first = seals[0];
  if (first) {
    const { rows } = await inLongTx(db, (tx) =>
      sql<{ earlier: number }>`
        SELECT count(*) AS earlier FROM ledger.sealed_line
        WHERE posted_at < ${first.day}::timestamp AT TIME ZONE 'Asia/Kolkata'`.execute(tx),
    );
    if ((rows[0]?.earlier ?? 0) > 0)
      broken.push({ day: first.day, reason: 'there are entries before the first seal' });
  }
  return { days: seals.length, head: before, broken };
}

async function hashDay(db: Db, { day, previous }: Seal): Promise<{ entries: number; hash: Buffer }> {
  let hash = sha256(previous, day);
  let entries = 0;
  let after = { txn: 0, seq: 0 };
  for (;;) {
    const { txn, seq } = after;
    const { rows } = await inLongTx(db, (tx) =>
      sql<{ txn_id: number; seq: number; line: string }>`
        SELECT txn_id, seq, line FROM ledger.sealed_line
        WHERE posted_at >= ${day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'
          AND posted_at < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
          AND (txn_id, seq) > (${txn}, ${seq})
        ORDER BY txn_id, seq LIMIT ${LINES_A_PAGE}`.execute(tx),
    );
    for (const { line } of rows) hash = sha256(hash, line);
    entries += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < LINES_A_PAGE) return { entries, hash };
    after = { txn: last.txn_id, seq: last.seq };
  }
}

const sha256 = (before: Buffer, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest();

const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600_000).toISOString().slice(0, 10);
