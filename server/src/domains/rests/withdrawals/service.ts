import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findReachedLimit, isFresh, type ReachedLimit } from '../limits.ts';
import { listLeftReleases, type WalletReleaseRow } from '../releases/service.ts';
import { findFreeTime, sumFree, type LeftRelease } from '../rules.ts';
import { findTermsAt, type RestTerms } from '../terms/store.ts';

const toLeftRelease = ({ left_paise, rest_until, is_held }: WalletReleaseRow): LeftRelease => ({
  leftPaise: left_paise,
  restUntil: rest_until,
  isHeld: is_held,
});

/** What a wallet allows now. */
export interface WalletState {
  releases: WalletReleaseRow[];
  /** Neither resting nor on hold. */
  freePaise: number;
  /** The limit that allows less than that; null if none does. */
  limit: ReachedLimit | null;
}

/** To rely on it, hold the lock of the wallet. */
export async function readWalletState(db: Db | Tx, userId: number, now: Date): Promise<WalletState> {
  const releases = await listLeftReleases(db, userId);
  const freePaise = sumFree(releases.map(toLeftRelease), now);
  const limit =
    freePaise === 0 ? null : await findWithdrawalLimit(db, userId, { amountPaise: freePaise, now });
  return { releases, freePaise, limit };
}

/** When so much of the wallet is free; null if holds keep too much. */
export const findWithdrawableTime = (
  { releases }: Pick<WalletState, 'releases'>,
  amountPaise: number,
  now: Date,
): Date | null => findFreeTime(releases.map(toLeftRelease), amountPaise, now);

export async function findWithdrawalLimit(
  db: Db | Tx,
  userId: number,
  { amountPaise, now }: { amountPaise: number; now: Date },
): Promise<ReachedLimit | null> {
  const terms = await findTermsAt(db, now);
  if (!isFresh(terms, await findFirstRelease(db, userId, terms), now)) return null;
  const movements = await listWithdrawn(db, userId, { terms, now });
  return findReachedLimit(terms, 'withdraw', { movements, amountPaise, now });
}

async function findFirstRelease(db: Db | Tx, userId: number, terms: RestTerms): Promise<Date | null> {
  const row = await db
    .selectFrom('wallet_release')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('amount_paise', '>=', terms.knownReleasePaise)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

async function listWithdrawn(db: Db | Tx, userId: number, { terms, now }: { terms: RestTerms; now: Date }) {
  const hours = Math.max(0, ...terms.limits.map((limit) => (limit.action === 'withdraw' ? limit.hours : 0)));
  return db
    .selectFrom('withdrawal')
    .select(['amount_paise as amountPaise', 'created_at as at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - hours * 3600_000))
    .where('state', 'in', ['requested', 'processing', 'paid'])
    .execute();
}

interface Taking {
  userId: number;
  withdrawalId: number;
  amountPaise: number;
  at: Date;
}

/** Takes a withdrawal from the releases that are free, oldest first. The caller holds the lock of the wallet. */
export const takeFree = (tx: Tx, taking: Taking): Promise<void> => take(tx, taking, false);

/** The same for money that has left the wallet already, whether or not its releases rest or are on hold. */
export const takeLate = (tx: Tx, taking: Taking): Promise<void> => take(tx, taking, true);

async function take(
  tx: Tx,
  { userId, withdrawalId, amountPaise, at }: Taking,
  isLate: boolean,
): Promise<void> {
  const { rows } = await sql<{ taken: number }>`
    SELECT take_from_releases(${userId}, ${withdrawalId}, ${amountPaise}, ${at}, ${isLate}) AS taken`.execute(
    tx,
  );
  // Late money has left the wallet anyway, even if less is left of its releases.
  if (rows[0]?.taken !== amountPaise && !isLate)
    throw new Error(`withdrawal ${withdrawalId} of ${amountPaise} took ${rows[0]?.taken} from releases`);
}

/** A withdrawal failed or came back: its releases have again what it took. */
export async function giveBack(tx: Tx, withdrawalId: number, at: Date): Promise<void> {
  await sql`SELECT return_to_releases(${withdrawalId}, ${at})`.execute(tx);
}

/** Whether a withdrawal took from a release that is on hold now. */
export async function tookHeldRelease(tx: Tx, withdrawalId: number): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    SELECT EXISTS (SELECT FROM release_part p
      JOIN release_hold h ON h.release_id = p.release_id AND h.lifted_at IS NULL
      WHERE p.withdrawal_id = ${withdrawalId} AND p.returned_at IS NULL) AS is_held`.execute(tx);
  return rows[0]?.is_held === true;
}
