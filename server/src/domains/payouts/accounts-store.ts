import { sql, type Selectable } from 'kysely';
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

/** With whether money is on its way there. */
export type ShownAccountRow = AccountRow & { in_flight: boolean };

const inFlight = sql<boolean>`EXISTS (SELECT FROM withdrawal w
  WHERE w.user_id = payout_account.user_id AND w.account_id = payout_account.id
    AND w.state IN ('requested', 'processing'))`.as('in_flight');

/** Null when this user has added the same account before. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<ShownAccountRow | null> {
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
  return row ? { ...row, in_flight: false } : null;
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
export function accountsOf(db: Db, userId: number, kind: 'bank' | 'upi'): Promise<ShownAccountRow[]> {
  return db
    .selectFrom('payout_account')
    .selectAll()
    .select(inFlight)
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

/** Until the end of the transaction nobody changes where its money goes. */
export async function keepAccount(tx: Tx, userId: number, id: number): Promise<void> {
  await tx
    .selectFrom('payout_account')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forShare()
    .execute();
}

/** Only the owner's own, and locked: a withdrawal to it is either seen here or waits. */
export async function lockAccount(
  tx: Tx,
  account: { userId: number; id: number; kind: 'bank' | 'upi' },
): Promise<ShownAccountRow | null> {
  const locked = await tx
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', account.id)
    .where('user_id', '=', account.userId)
    .where('kind', '=', account.kind)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return null;
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { in_flight } = await tx
    .selectFrom('payout_account')
    .select(inFlight)
    .where('id', '=', locked.id)
    .executeTakeFirstOrThrow();
  return { ...locked, in_flight };
}

export type AccountChange = Pick<
  AccountRow,
  'account_number' | 'ifsc' | 'bank_name' | 'upi_id' | 'holder_name' | 'address'
> &
  Partial<Pick<AccountRow, 'beneficiary_id' | 'registered_at' | 'usable_from'>>;

export async function updateAccount(tx: Tx, id: number, change: AccountChange): Promise<void> {
  await tx.updateTable('payout_account').set(change).where('id', '=', id).execute();
}

/** Not when it has become another account to the provider meanwhile. */
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
