import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OtpChannel } from '@fws/contract/identity/model';
import { OTP_TRIES, OTP_TTL_MS } from '@fws/contract/identity/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Otp } from './rules.ts';

export interface OtpAddress {
  channel: OtpChannel;
  address: string;
}

export async function lastSentAt(tx: Tx, to: OtpAddress): Promise<Date | null> {
  const otp = await tx
    .selectFrom('otp')
    .select('sent_at')
    .where('channel', '=', to.channel)
    .where('address', '=', to.address)
    .executeTakeFirst();
  return otp?.sent_at ?? null;
}

/** A new code in place of the last one. */
export async function replaceOtp(tx: Tx, to: OtpAddress, now: Date): Promise<void> {
  const fresh = {
    nonce: randomBytes(16),
    tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + OTP_TTL_MS),
    used_at: null,
  };
  await tx
    .insertInto('otp')
    .values({ ...to, ...fresh })
    .onConflict((last) => last.columns(['channel', 'address']).doUpdateSet(fresh))
    .execute();
}

/** The code that an address may still use; null when there is none. */
export async function liveOtp(db: Db, to: OtpAddress, now: Date): Promise<Otp | null> {
  const otp = await db
    .selectFrom('otp')
    .select(['channel', 'address', 'nonce'])
    .where('channel', '=', to.channel)
    .where('address', '=', to.address)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return otp ?? null;
}

/** Takes one of the few tries, and holds the row until the transaction ends: parallel guesses wait and then count. */
export async function takeTry(tx: Tx, to: OtpAddress, now: Date): Promise<Otp | null> {
  const otp = await tx
    .updateTable('otp')
    .set({ tries: sql<number>`tries + 1` })
    .where('channel', '=', to.channel)
    .where('address', '=', to.address)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', OTP_TRIES)
    .returning(['channel', 'address', 'nonce'])
    .executeTakeFirst();
  return otp ?? null;
}

export async function markUsed(tx: Tx, to: OtpAddress, now: Date): Promise<void> {
  await tx
    .updateTable('otp')
    .set({ used_at: now })
    .where('channel', '=', to.channel)
    .where('address', '=', to.address)
    .execute();
}
