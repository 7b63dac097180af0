import { sql, type Selectable } from 'kysely';
import { prepared, type Db, type Tx } from '../../../platform/db/index.ts';
import type { WalletReleaseTable } from '../../../platform/db/tables.ts';
import { findPayMethods, loadRestFacts } from '../facts/store.ts';
import { calculateRestEnd, decideRest } from '../rules.ts';
import { findTermsAt } from '../terms/store.ts';

/** Money that reaches a wallet in one ledger transaction: what a milestone gives its worker after deductions. */
export interface ReleasedPart {
  milestoneId: number;
  amountPaise: number;
}

export interface Released {
  postingKey: string;
  jobId: number;
  payerId: number;
  workerId: number;
  parts: readonly ReleasedPart[];
  at: Date;
}

/**
 * Serializes everything that reads or changes what is left of a wallet's releases. It comes after the rows that the money
 * belongs to, and before the ledger's accounts.
 */
export async function lockWallet(tx: Tx, userId: number): Promise<void> {
  await sql`${prepared} SELECT lock_wallet(${userId})`.execute(tx);
}

/** Decides the rest of each part by the rules then in force, and records both. Call it with the posting. */
export async function recordReleases(tx: Tx, released: Released): Promise<void> {
  const { payerId, workerId, at } = released;
  const parts = released.parts.filter(({ amountPaise }) => amountPaise > 0);
  if (parts.length === 0) return;
  await lockWallet(tx, workerId);
  const terms = await findTermsAt(tx, at);
  const methods = await findPayMethods(
    tx,
    parts.map(({ milestoneId }) => milestoneId),
  );
  const totalPaise = parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const facts = await loadRestFacts(tx, terms, { payerId, workerId, amountPaise: totalPaise, at });
  const rows = parts.map(({ milestoneId, amountPaise }) => {
    const method = methods.get(milestoneId) ?? null;
    const rest = decideRest(terms, { ...facts, method });
    return {
      user_id: workerId,
      posting_key: released.postingKey,
      milestone_id: milestoneId,
      job_id: released.jobId,
      payer_id: payerId,
      amount_paise: amountPaise,
      left_paise: amountPaise,
      method,
      rest_days: rest.days,
      rest_until: calculateRestEnd(at, rest),
      terms_id: rest.position === null ? null : terms.id,
      rule_position: rest.position,
      reason: rest.reason,
      payer_days: facts.payerDays,
      created_at: at,
    };
  });
  await tx.insertInto('wallet_release').values(rows).execute();
}

export type WalletReleaseRow = Selectable<WalletReleaseTable> & { is_held: boolean };

/** The releases of which something is left, oldest first. */
export async function listLeftReleases(db: Db | Tx, userId: number): Promise<WalletReleaseRow[]> {
  const rows = await db
    .selectFrom('wallet_release')
    .selectAll()
    .select(
      sql<boolean>`EXISTS (SELECT FROM release_hold h WHERE h.release_id = wallet_release.id AND h.lifted_at IS NULL)`.as(
        'is_held',
      ),
    )
    .where('user_id', '=', userId)
    .where('left_paise', '>', 0)
    .orderBy('id')
    .execute();
  return rows;
}
