import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { toLatestStep } from '../../../platform/authenticator.ts';
import { REMOVAL_WAIT_MS } from './rules.ts';

/** When the lost factors of a user are removed; null when nobody has asked for it, or the owner has objected. */
export async function findRemovalTime(db: Db | Tx, userId: number, now: Date): Promise<Date | null> {
  const alert = await db
    .selectFrom('owner_alert')
    .select('at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'second_factor_lost')
    .where('at', '>', new Date(now.getTime() - REMOVAL_WAIT_MS))
    .where('denied_at', 'is', null)
    .executeTakeFirst();
  return alert ? new Date(alert.at.getTime() + REMOVAL_WAIT_MS) : null;
}

/** Whether somebody has used a second factor or a recovery code since then: it is not lost. */
export async function wasFactorUsed(tx: Tx, userId: number, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM authenticator WHERE user_id = ${userId} AND last_step > ${toLatestStep(since)}
    UNION ALL SELECT FROM passkey WHERE user_id = ${userId} AND last_used_at > ${since}
    UNION ALL SELECT FROM recovery_code WHERE user_id = ${userId} AND used_at > ${since} LIMIT 1`.execute(tx);
  return rows.length > 0;
}
