import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { PayoutAccountTable } from '../../../platform/db/tables.ts';

export type AccountRow = Selectable<PayoutAccountTable>;

/** `in_flight`: a withdrawal to this account is not final yet. */
export type AccountWithInFlight = AccountRow & { in_flight: boolean };

const inFlight = sql<boolean>`EXISTS (SELECT FROM withdrawal w
  WHERE w.user_id = payout_account.user_id AND w.account_id = payout_account.id
    AND w.state IN ('requested', 'processing'))`.as('in_flight');

export async function insertAccount(
  tx: Tx,
  account: Insertable<PayoutAccountTable>,
): Promise<AccountWithInFlight> {
  const row = await tx.insertInto('payout_account').values(account).returningAll().executeTakeFirstOrThrow();
  return { ...row, in_flight: false };
}

/** Accounts of one kind or of both, newest first, without removed ones. */
export function listSavedAccounts(
  db: Db | Tx,
  userId: number,
  kind?: 'bank' | 'upi',
): Promise<AccountWithInFlight[]> {
  return db
    .selectFrom('payout_account')
    .selectAll()
    .select(inFlight)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'bank'))
    .orderBy('id', 'desc')
    .execute();
}

/** Null when the account is removed or belongs to another user. */
export async function findOwnAccount(db: Db | Tx, userId: number, id: number): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Includes removed accounts: a withdrawal to one may still be under way. */
export async function getAccount(db: Db, id: number): Promise<AccountRow> {
  return db.selectFrom('payout_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Locks an account of this user. A concurrent withdrawal to it is either visible here or waits for the lock. */
export async function lockAccount(
  tx: Tx,
  account: { userId: number; id: number; kind?: 'bank' | 'upi' },
): Promise<AccountWithInFlight | null> {
  const locked = await tx
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', account.id)
    .where('user_id', '=', account.userId)
    .where('removed_at', 'is', null)
    .$if(account.kind !== undefined, (query) => query.where('kind', '=', account.kind ?? 'bank'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return null;
  // A second statement sees what was committed while the first one waited for the lock.
  const { in_flight } = await tx
    .selectFrom('payout_account')
    .select(inFlight)
    .where('id', '=', locked.id)
    .executeTakeFirstOrThrow();
  return { ...locked, in_flight };
}

export type AccountChange = Partial<Omit<AccountRow, 'id' | 'user_id' | 'kind' | 'created_at'>>;

export async function updateAccount(tx: Tx, id: number, change: AccountChange): Promise<void> {
  await tx.updateTable('payout_account').set(change).where('id', '=', id).execute();
}

/** True for the first withdrawal since the account was added or its destination changed. */
export async function markFirstUse(tx: Tx, id: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('payout_account')
    .set({ first_used_at: now })
    .where('id', '=', id)
    .where('first_used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Does nothing if the destination, and with it the beneficiary id, has changed meanwhile. */
export async function markRegistered(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'beneficiary_id'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payout_account')
    .set({ registered_at: now })
    .where('id', '=', account.id)
    .where('beneficiary_id', '=', account.beneficiary_id)
    .execute();
}

/** Locks accounts whose number is not encrypted yet. Rows that others have locked are left for the next run. */
export function lockPlainAccounts(
  tx: Tx,
  limit: number,
): Promise<Pick<AccountRow, 'id' | 'account_number'>[]> {
  return tx
    .selectFrom('payout_account')
    .select(['id', 'account_number'])
    .where('account_number', '<>', '')
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** Locks accounts whose signal is not recorded under this key, removed ones too. Locked rows are left for the next run. */
export function lockUnrecordedAccounts(tx: Tx, keyId: string, limit: number): Promise<AccountRow[]> {
  return (
    tx
      .selectFrom('payout_account')
      .selectAll()
      // Each of the three reads the index; `<>` would read the table.
      .where((account) =>
        account.or([
          account('signal_key_id', 'is', null),
          account('signal_key_id', '<', keyId),
          account('signal_key_id', '>', keyId),
        ]),
      )
      .limit(limit)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
  );
}

export async function markRecorded(tx: Tx, ids: readonly number[], keyId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('payout_account')
    .set({ signal_key_id: keyId })
    .where('id', 'in', [...ids])
    .execute();
}

/** Includes removed accounts. */
export async function findNewestAccount(db: Db | Tx, userId: number): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('payout_account')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
