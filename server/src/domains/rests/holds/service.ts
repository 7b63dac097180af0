import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { lockWallet } from '../releases/service.ts';

export interface HoldTarget {
  milestoneId: number;
  jobId: number;
}

/** Why releases are on hold. The chargeback as "cashfree:cb_7", or an admin's reason. */
export interface HoldReason {
  cause: 'chargeback' | 'admin';
  subject: string;
}

export interface HeldReleases {
  workerId: number;
  /** What can no longer be withdrawn. */
  heldPaise: number;
  /** What was sent to the bank before. No wallet is charged for it. */
  withdrawnPaise: number;
}

/**
 * Puts what was released of a milestone on hold. A withdrawal that took from it and was not sent yet fails when it is about
 * to be sent. Null if nothing of it was released.
 */
export async function holdReleases(
  tx: Tx,
  { milestoneId, jobId }: HoldTarget,
  reason: HoldReason & { heldBy?: number | null; at: Date },
): Promise<HeldReleases | null> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    SELECT id, user_id FROM wallet_release
    WHERE milestone_id = ${milestoneId} OR (milestone_id IS NULL AND job_id = ${jobId})
    ORDER BY id`.execute(tx);
  const workerId = rows[0]?.user_id;
  if (workerId === undefined) return null;
  await lockWallet(tx, workerId);
  const releaseIds = rows.map(({ id }) => id);
  await sql`
    INSERT INTO release_hold (release_id, cause, subject, held_by, held_at)
    SELECT id, ${reason.cause}, ${reason.subject}, ${reason.heldBy ?? null}, ${reason.at}::timestamptz
    FROM unnest(${releaseIds}::bigint[]) id
    ON CONFLICT (release_id, cause, subject) WHERE lifted_at IS NULL DO NOTHING`.execute(tx);
  return { workerId, ...(await sumHeld(tx, releaseIds)) };
}

async function sumHeld(tx: Tx, releaseIds: readonly number[]) {
  const { rows } = await sql<{ heldPaise: number; withdrawnPaise: number }>`
    SELECT coalesce(sum(r.left_paise + coalesce(unsent.paise, 0)), 0)::bigint AS "heldPaise",
      coalesce(sum(r.amount_paise - r.left_paise - coalesce(unsent.paise, 0)), 0)::bigint AS "withdrawnPaise"
    FROM wallet_release r
    LEFT JOIN LATERAL (
      SELECT sum(p.amount_paise) AS paise FROM release_part p JOIN withdrawal w ON w.id = p.withdrawal_id
      WHERE p.release_id = r.id AND p.returned_at IS NULL AND w.state = 'requested'
    ) unsent ON true
    WHERE r.id = ANY(${releaseIds}::bigint[])`.execute(tx);
  return rows[0] ?? { heldPaise: 0, withdrawnPaise: 0 };
}

/** What an end of a hold gave back to its worker. */
export interface LiftedReleases {
  workerId: number;
  releaseIds: number[];
  leftPaise: number;
}

/** Ends the holds for this reason. Holds for other reasons stay. Null if there are none. */
export async function liftHolds(
  tx: Tx,
  { cause, subject }: HoldReason,
  lifted: { by: number | null; reason: string | null; at: Date },
): Promise<LiftedReleases | null> {
  const { rows: workers } = await sql<{ user_id: number }>`
    SELECT DISTINCT r.user_id FROM release_hold h JOIN wallet_release r ON r.id = h.release_id
    WHERE h.subject = ${subject} AND h.cause = ${cause} AND h.lifted_at IS NULL`.execute(tx);
  const workerId = workers[0]?.user_id;
  if (workerId === undefined) return null;
  await lockWallet(tx, workerId);
  const { rows } = await sql<{ id: number; left_paise: number }>`
    WITH lifted AS (
      UPDATE release_hold SET lifted_at = ${lifted.at}, lifted_event = nextval('release_event'), lifted_by = ${lifted.by}, lift_reason = ${lifted.reason}
      WHERE subject = ${subject} AND cause = ${cause} AND lifted_at IS NULL RETURNING release_id
    )
    SELECT r.id, r.left_paise FROM wallet_release r JOIN lifted ON lifted.release_id = r.id ORDER BY r.id`.execute(
    tx,
  );
  // Another transaction ended them while this one waited for the wallet.
  if (rows.length === 0) return null;
  return {
    workerId,
    releaseIds: rows.map(({ id }) => id),
    leftPaise: rows.reduce((sum, row) => sum + row.left_paise, 0),
  };
}

/** What is left of the releases that are on hold for this reason. */
export async function sumHeldReleases(db: Db | Tx, { cause, subject }: HoldReason): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    SELECT coalesce(sum(r.left_paise), 0)::bigint AS paise
    FROM release_hold h JOIN wallet_release r ON r.id = h.release_id
    WHERE h.subject = ${subject} AND h.cause = ${cause} AND h.lifted_at IS NULL`.execute(db);
  return rows[0]?.paise ?? 0;
}
