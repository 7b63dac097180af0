import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { KnownDeviceTable } from '../../../platform/db/tables.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { toDeviceName } from '../rules.ts';
import type { Client } from '../login/client.ts';

export type KnownDevice = Selectable<KnownDeviceTable>;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Identifies a device: a browser by its cookie, another client by its user agent and network. The latter can be forged,
 * so it only serves to alert the owner about a new device.
 */
export const hashDevice = (client: Client): Buffer =>
  client.kind === 'web' && client.deviceToken !== null
    ? hashToken(client.deviceToken)
    : hashToken(`${client.kind}\n${client.userAgent}\n${client.addressKey}`);

export async function findDevice(db: Db | Tx, userId: number, client: Client): Promise<KnownDevice | null> {
  const device = await db
    .selectFrom('known_device')
    .selectAll()
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashDevice(client))
    .executeTakeFirst();
  return device ?? null;
}

/**
 * Records the device of a login. `confirmed`: the second factor or a code to the mobile number was given there. Returns
 * a `token` for a browser that has none yet; `isAnother` when the device is new and the user has logged in elsewhere
 * before.
 */
export async function rememberDevice(
  tx: Tx,
  userId: number,
  client: Client,
  confirmed: boolean,
  now: Date,
): Promise<{ token: string | null; isAnother: boolean }> {
  const token =
    client.kind === 'web' && client.deviceToken === null ? randomBytes(32).toString('base64url') : null;
  const { isNew } = await tx
    .insertInto('known_device')
    .values({
      user_id: userId,
      token_hash: token === null ? hashDevice(client) : hashToken(token),
      name: toDeviceName(client.userAgent),
      confirmed_at: confirmed ? now : null,
      created_at: now,
      seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'token_hash'])
        .doUpdateSet({ seen_at: now, ...(confirmed ? { confirmed_at: now } : {}) }),
    )
    .returning((row) => row('created_at', '=', now).$castTo<boolean>().as('isNew'))
    .executeTakeFirstOrThrow();
  if (!isNew) return { token, isAnother: false };
  await recordSecurityEvent(tx, { kind: 'new_device', userId }, now);
  const devices = await tx
    .selectFrom('known_device')
    .select('created_at')
    .where('user_id', '=', userId)
    .limit(2)
    .execute();
  return { token, isAnother: devices.length > 1 };
}

/** Deletes the known devices of a user, except that of the given client. */
export async function deleteDevices(tx: Tx, userId: number, except?: Client): Promise<void> {
  const all = tx.deleteFrom('known_device').where('user_id', '=', userId);
  await (except ? all.where('token_hash', '<>', hashDevice(except)) : all).execute();
}
