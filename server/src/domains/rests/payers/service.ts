import { sql } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findReachedLimit, isFresh, type Movement, type ReachedLimit } from '../limits.ts';
import { findTermsAt } from '../terms/store.ts';

/** Why a payer cannot fund an amount now. */
export type FundingObstacle =
  | { kind: 'stopped' }
  | { kind: 'identity'; maxPaise: number }
  | { kind: 'limit'; limit: ReachedLimit };

/** Serializes what a payer funds, so that two orders at once do not both fit into what is left of a limit. */
export async function lockPayer(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payer:' || ${userId}::bigint, 0))`.execute(tx);
}

export async function isPayerStopped(db: Db | Tx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('payer_stop')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** To rely on it, hold the lock of the payer. `exceptMilestoneId`: an order of this milestone is replaced. */
export async function findFundingObstacle(
  db: Db | Tx,
  {
    payerId,
    amountPaise,
    exceptMilestoneId,
    now,
  }: { payerId: number; amountPaise: number; exceptMilestoneId: number; now: Date },
): Promise<FundingObstacle | null> {
  if (await isPayerStopped(db, payerId)) return { kind: 'stopped' };
  const terms = await findTermsAt(db, now);
  const { isIdentified, firstPaidAt } = await readPayer(db, payerId, terms.knownReleasePaise);
  const movements = await listFunded(db, { payerId, exceptMilestoneId, now });
  if (!isIdentified) {
    const monthPaise = sumInMonth(movements, now);
    if (monthPaise + amountPaise > terms.identityMonthPaise)
      return { kind: 'identity', maxPaise: terms.identityMonthPaise };
  }
  if (!isFresh(terms, firstPaidAt, now)) return null;
  const limit = findReachedLimit(terms, 'fund', { movements, amountPaise, now });
  return limit && { kind: 'limit', limit };
}

/** The most that the payer can pay in a month; null once their identity is verified. */
export async function findIdentityLimit(db: Db | Tx, payerId: number, now: Date): Promise<number | null> {
  const { identity_state: identity } = await db
    .selectFrom('user_account')
    .select('identity_state')
    .where('id', '=', payerId)
    .executeTakeFirstOrThrow();
  return identity === 'verified' ? null : (await findTermsAt(db, now)).identityMonthPaise;
}

const sumInMonth = (movements: readonly Movement[], now: Date): number =>
  movements.reduce((sum, { at, amountPaise }) => sum + (toMonth(at) === toMonth(now) ? amountPaise : 0), 0);

/** "2026-11", in India. */
const toMonth = (at: Date): string => toIstDate(at).slice(0, 7);

async function readPayer(db: Db | Tx, payerId: number, knownPaise: number) {
  const { rows } = await sql<{ is_identified: boolean; first_paid_at: Date | null }>`
    SELECT u.identity_state = 'verified' AS is_identified,
      (SELECT min(p.received_at) FROM escrow_order o JOIN payment p ON p.order_id = o.id
        WHERE o.poster_id = u.id AND p.applied AND p.amount_paise >= ${knownPaise}) AS first_paid_at
    FROM user_account u WHERE u.id = ${payerId}`.execute(db);
  return { isIdentified: rows[0]?.is_identified === true, firstPaidAt: rows[0]?.first_paid_at ?? null };
}

/** What the payer paid in the last 31 days, and what may still be paid of open orders. */
async function listFunded(
  db: Db | Tx,
  { payerId, exceptMilestoneId, now }: { payerId: number; exceptMilestoneId: number; now: Date },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    SELECT p.amount_paise AS "amountPaise", p.received_at AS at
    FROM escrow_order o JOIN payment p ON p.order_id = o.id
    WHERE o.poster_id = ${payerId} AND p.applied AND p.received_at > ${now}::timestamptz - interval '31 days'
    UNION ALL
    SELECT o.amount_paise, ${now}::timestamptz FROM escrow_order o
    WHERE o.poster_id = ${payerId} AND o.state IN ('created', 'active', 'paid') AND o.milestone_id <> ${exceptMilestoneId}`.execute(
    db,
  );
  return rows;
}

/** From now on the payer funds nothing, until a person decided or the chargeback is won. True if that is new. */
export async function stopPayer(
  tx: Tx,
  { userId, subject, at }: { userId: number; subject: string; at: Date },
): Promise<boolean> {
  await lockPayer(tx, userId);
  const row = await tx
    .insertInto('payer_stop')
    .values({ user_id: userId, subject, stopped_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'subject']).where('ended_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The payer may fund again, unless another chargeback stops them. Null if this one did not stop anybody. */
export async function endPayerStop(
  tx: Tx,
  { subject, by, reason, at }: { subject: string; by: number | null; reason: string | null; at: Date },
): Promise<{ userId: number } | null> {
  const row = await tx
    .updateTable('payer_stop')
    .set({ ended_at: at, ended_by: by, reason })
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row ? { userId: row.user_id } : null;
}

/** Since when the payer may fund nothing; null if they may. */
export async function findPayerStop(db: Db | Tx, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('payer_stop')
    .select('stopped_at')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('stopped_at')
    .limit(1)
    .executeTakeFirst();
  return row?.stopped_at ?? null;
}

/** Ends every stop of the payer. Returns the chargebacks that had caused them. */
export async function allowPayer(
  tx: Tx,
  userId: number,
  { by, reason, at }: { by: number; reason: string; at: Date },
): Promise<string[]> {
  await lockPayer(tx, userId);
  const rows = await tx
    .updateTable('payer_stop')
    .set({ ended_at: at, ended_by: by, reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}
