import type { Db, Tx } from '../../../platform/db/index.ts';
import { recordSignals, type SignalDeps } from '../../links/index.ts';
import type { CheckRow } from '../checks/store.ts';
import { compareNames } from '../names/compare.ts';
import { deleteUses, insertUses, listOtherUses, lockFingerprints, type IdentityUse } from './store.ts';

type CheckOfIdentity = Pick<CheckRow, 'id' | 'user_id' | 'kind' | 'fingerprints'>;

/**
 * The other accounts that were verified with the identity of a check. Of people with the same end of an Aadhaar number
 * and the same birth date, those whose name is clearly another are not the same person.
 */
export async function findOtherUses(
  db: Db | Tx,
  check: CheckOfIdentity,
  nameOnId: string,
): Promise<IdentityUse[]> {
  const others = await listOtherUses(db, check.user_id, check.fingerprints);
  return check.kind === 'aadhaar'
    ? others.filter(({ name }) => compareNames(name, nameOnId).match !== 'other')
    : others;
}

/** The same for a decision: until the transaction ends, no other account becomes verified with this identity. */
export async function lockOtherUses(
  tx: Tx,
  check: CheckOfIdentity,
  nameOnId: string,
): Promise<IdentityUse[]> {
  await lockFingerprints(tx, check.fingerprints);
  return findOtherUses(tx, check, nameOnId);
}

/** Accounts with one identity are linked, also while a person decides which of them it verifies. */
export const recordIdentitySignal = (deps: SignalDeps, tx: Tx, check: CheckOfIdentity): Promise<void> =>
  recordSignals(
    deps,
    tx,
    check.user_id,
    check.fingerprints.map((value) => ({ kind: 'identity' as const, value })),
  );

/** `isShared`: an admin has added this account to those of a firm. */
export const takeIdentity = (
  tx: Tx,
  check: CheckOfIdentity,
  { isShared, now }: { isShared: boolean; now: Date },
): Promise<void> => insertUses(tx, check, { isSole: !isShared && check.kind !== 'aadhaar', now });

/** Frees the identity of a check from other accounts, by an admin's decision. Nothing else frees one. */
export const freeIdentity = (tx: Tx, check: CheckOfIdentity, others: readonly IdentityUse[]): Promise<void> =>
  deleteUses(
    tx,
    others.map(({ userId }) => userId),
    check.fingerprints,
  );
