import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OtpChannel } from '@fws/contract/identity/model';
import { OTP_TRIES, OTP_TTL_MS } from '@fws/contract/identity/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Otp, OtpAddress } from '../rules.ts';

const KEY = ['purpose', 'channel', 'address', 'user_id'] as const;

export async function findLastSentAt(db: Db | Tx, to: OtpAddress): Promise<Date | null> {
  const otp = await db.selectFrom('otp').select('sent_at').where(buildAddressFilter(to)).executeTakeFirst();
  return otp?.sent_at ?? null;
}

/** Replaces the last code with a new one. */
export async function replaceOtp(tx: Tx, to: OtpAddress, now: Date): Promise<void> {
  const values = {
    nonce: randomBytes(16),
    tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + OTP_TTL_MS),
    used_at: null,
  };
  await tx
    .insertInto('otp')
    .values({ ...to, ...values })
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(values))
    .execute();
}

/** Returns the valid code of an address; null when there is none. */
export async function findLiveOtp(db: Db, to: OtpAddress, now: Date): Promise<Otp | null> {
  const otp = await db
    .selectFrom('otp')
    .select([...KEY, 'nonce'])
    .where(buildAddressFilter(to))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return otp ?? null;
}

/** Uses one try and locks the row until the transaction ends, so that parallel guesses wait and are counted. */
export async function takeTry(tx: Tx, to: OtpAddress, now: Date): Promise<Otp | null> {
  const otp = await tx
    .updateTable('otp')
    .set({ tries: sql<number>`tries + 1` })
    .where(buildAddressFilter(to))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', OTP_TRIES)
    .returning([...KEY, 'nonce'])
    .executeTakeFirst();
  return otp ?? null;
}

export async function markUsed(tx: Tx, to: OtpAddress, now: Date): Promise<void> {
  await tx.updateTable('otp').set({ used_at: now }).where(buildAddressFilter(to)).execute();
}

/** Makes a code valid again: it was right, but the rest of the form was not. */
export async function restoreOtp(tx: Tx, to: OtpAddress): Promise<void> {
  await tx.updateTable('otp').set({ used_at: null }).where(buildAddressFilter(to)).execute();
}

/** Returns the contact change that a user requested and has not completed; null when there is none. */
export async function findRequestedChange(
  db: Db | Tx,
  userId: number,
  channel: OtpChannel,
): Promise<OtpAddress | null> {
  const change = await db
    .selectFrom('otp')
    .select([...KEY])
    .where('purpose', '=', 'change')
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return change ?? null;
}

/** Only the last requested change of a channel stays valid. */
export async function deleteOtherChanges(tx: Tx, to: OtpAddress): Promise<void> {
  await tx
    .deleteFrom('otp')
    .where('purpose', '=', 'change')
    .where('user_id', '=', to.user_id)
    .where('channel', '=', to.channel)
    .where('address', '<>', to.address)
    .execute();
}

const buildAddressFilter = (to: OtpAddress) =>
  sql<boolean>`purpose = ${to.purpose} AND channel = ${to.channel} AND address = ${to.address} AND user_id = ${to.user_id}`;
