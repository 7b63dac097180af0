import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { PayoutAccountTable } from '../../platform/db/tables.ts';

export type AccountRow = Selectable<PayoutAccountTable>;

export interface NewAccount {
  userId: number;
  kind: 'bank' | 'upi';
  accountNumber?: string;
  ifsc?: string;
  bankName?: string;
  upiId?: string;
  holderName: string;
  address: string;
  beneficiaryId: string;
  usableFrom: Date;
  now: Date;
}

/** Null when this user has added the same account before. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<AccountRow | null> {
  const row = await tx
    .insertInto('payout_account')
    .values({
      user_id: account.userId,
      kind: account.kind,
      account_number: account.accountNumber ?? '',
      ifsc: account.ifsc ?? '',
      bank_name: account.bankName ?? '',
      upi_id: account.upiId ?? '',
      holder_name: account.holderName,
      address: account.address,
      beneficiary_id: account.beneficiaryId,
      usable_from: account.usableFrom,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function countAccounts(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payout_account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest first. */
export function accountsOf(db: Db, userId: number, kind: 'bank' | 'upi'): Promise<AccountRow[]> {
  return db
    .selectFrom('payout_account')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute();
}

/** Only the owner's own. */
export async function ownAccount(db: Db | Tx, userId: number, id: number): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function accountById(db: Db, id: number): Promise<AccountRow> {
  return db.selectFrom('payout_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function markRegistered(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('payout_account').set({ registered_at: now }).where('id', '=', id).execute();
}
