import { sql } from 'kysely';
import type { IdKind } from '@fws/contract/kyc/model';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { CheckRow } from '../checks/store.ts';

/** Another account that was verified with the same identity. It stays one after a suspension or a revocation. */
export interface IdentityUse {
  userId: number;
  checkId: number;
  since: Date;
  /** The name on the ID. */
  name: string;
  kind: IdKind;
  last4: string | null;
  identityState: IdentityState;
  firstName: string;
  lastName: string;
  isSuspended: boolean;
}

/** Checks of one identity are decided one after another, whatever accounts they belong to. */
export async function lockFingerprints(tx: Tx, fingerprints: readonly string[]): Promise<void> {
  // Sorted, so that two checks with several keys lock in the same order.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(fingerprint, 7304))
    FROM unnest(${fingerprints.toSorted()}::text[]) fingerprint`.execute(tx);
}

export async function listOtherUses(
  db: Db | Tx,
  userId: number,
  fingerprints: readonly string[],
): Promise<IdentityUse[]> {
  const { rows } = await sql<IdentityUse>`
    SELECT DISTINCT ON (person.id) person.id AS "userId", used.check_id AS "checkId", used.since,
      coalesce(used_check.provider_name, '') AS name, used_check.kind, used_check.number_last4 AS last4,
      person.identity_state AS "identityState", person.first_name AS "firstName", person.last_name AS "lastName",
      person.suspended_at IS NOT NULL AS "isSuspended"
    FROM identity_use used
      JOIN identity_check used_check ON used_check.id = used.check_id
      JOIN user_account person ON person.id = used.user_id
    WHERE used.fingerprint = ANY (${[...fingerprints]}::text[]) AND used.user_id <> ${userId}
    ORDER BY person.id, used.since`.execute(db);
  return rows;
}

/** The caller has made sure that no other account uses the identity, or that an admin allows it. */
export async function insertUses(
  tx: Tx,
  check: Pick<CheckRow, 'id' | 'user_id' | 'fingerprints'>,
  { isSole, now }: { isSole: boolean; now: Date },
): Promise<void> {
  if (check.fingerprints.length === 0) return;
  await tx
    .insertInto('identity_use')
    .values(
      check.fingerprints.map((fingerprint) => ({
        fingerprint,
        user_id: check.user_id,
        check_id: check.id,
        is_sole: isSole,
        since: now,
      })),
    )
    // The same person verifies again, with the same number.
    .onConflict((row) => row.columns(['fingerprint', 'user_id']).doUpdateSet({ check_id: check.id }))
    .execute();
}

export async function deleteUses(
  tx: Tx,
  userIds: readonly number[],
  fingerprints: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('identity_use')
    .where('user_id', 'in', [...userIds])
    .where('fingerprint', 'in', [...fingerprints])
    .execute();
}
