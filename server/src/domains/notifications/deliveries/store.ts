import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { OutsideChannel } from '@fws/contract/notifications/channels';
import type { Locale } from '@fws/contract/platform/messages';
import { prepared, type Db, type Tx } from '../../../platform/db/index.ts';
import type { DeliveryStatus, NotificationDeliveryTable } from '../tables.ts';
import { isMailReturned, selectChoices, selectQuietHours, selectWhatsAppConsent } from '../settings/store.ts';
import type { Recipient } from './rules.ts';

export type DeliveryRow = Selectable<NotificationDeliveryTable>;

/** How each of these people can be reached, by their id. People whose account is gone are missing. */
export async function loadRecipients(
  db: Db | Tx,
  userIds: readonly number[],
): Promise<Map<number, Recipient>> {
  const { rows } = await sql<Recipient>`${prepared}
    SELECT u.id AS "userId", u.locale,
      CASE WHEN u.mobile_verified_at < coalesce(u.contacts_trusted_before, 'infinity') THEN u.mobile END AS mobile,
      CASE WHEN u.email_verified_at < coalesce(u.contacts_trusted_before, 'infinity') AND NOT ${isMailReturned}
        THEN u.email END AS email,
      ${selectWhatsAppConsent} IS NOT NULL AS "agreedToWhatsApp",
      EXISTS (SELECT FROM push_subscription p WHERE p.user_id = u.id) AS "hasPush",
      ${selectChoices} AS choices, ${selectQuietHours} AS "quietHours"
    FROM user_account u WHERE u.id = ANY(${userIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

export interface NewDelivery {
  userId: number;
  channel: OutsideChannel;
  dedupeKey: string;
  type: string;
  values: Record<string, string | number>;
  path: string | null;
  alertId: number | null;
  isUrgent: boolean;
  sendAt: Date;
}

export interface InsertedDelivery {
  id: number;
  user_id: number;
  channel: OutsideChannel;
  is_urgent: boolean;
  send_at: Date;
}

/** 16 hexadecimal bytes fit the topic of a push message; eight bytes cannot be guessed and keep a text message short. */
const createReference = () => randomBytes(16).toString('hex');

const createLinkCode = () => randomBytes(8).toString('base64url');

/** Skips deliveries that were recorded before. What is not urgent joins the message that already waits, if there is one. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<InsertedDelivery[]> {
  const recordset = deliveries.map((delivery) => ({
    ...delivery,
    reference: createReference(),
    linkCode: createLinkCode(),
  }));
  const { rows } = await sql<InsertedDelivery>`${prepared}
    INSERT INTO notification_delivery (user_id, channel, dedupe_key, type, "values", path, alert_id, is_urgent, status,
      send_at, reference, link_code, created_at, changed_at)
    SELECT d."userId", d.channel, d."dedupeKey", d.type, d."values", d.path, d."alertId", d."isUrgent", 'waiting',
      CASE WHEN d."isUrgent" THEN d."sendAt" ELSE coalesce((
        SELECT min(w.send_at) FROM notification_delivery w WHERE w.user_id = d."userId" AND w.channel = d.channel
          AND w.status = 'waiting' AND NOT w.is_urgent AND w.send_at BETWEEN ${now} AND d."sendAt"), d."sendAt") END,
      d.reference, d."linkCode", ${now}, ${now}
    FROM json_to_recordset(${JSON.stringify(recordset)}::json) AS d ("userId" bigint, channel text, "dedupeKey" text,
      type text, "values" jsonb, path text, "alertId" bigint, "isUrgent" boolean, "sendAt" timestamptz, reference text,
      "linkCode" text)
    ORDER BY d."userId", d.channel, d."dedupeKey"
    ON CONFLICT (user_id, channel, dedupe_key) DO NOTHING
    RETURNING id, user_id, channel, is_urgent, send_at`.execute(tx);
  return rows;
}

export async function findDelivery(tx: Tx, id: number): Promise<DeliveryRow | null> {
  const row = await tx
    .selectFrom('notification_delivery')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a delivery; null while another transaction has it, or when it is gone. */
export async function lockDelivery(tx: Tx, id: number): Promise<DeliveryRow | null> {
  const row = await tx
    .selectFrom('notification_delivery')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks what is due for this person by this channel and not urgent: it goes in one message. In the order of the events.
 * Waits for another transaction that has locked it, so that two tasks do not send two messages.
 */
export function lockCompany(
  tx: Tx,
  { userId, channel }: { userId: number; channel: OutsideChannel },
  now: Date,
): Promise<DeliveryRow[]> {
  return tx
    .selectFrom('notification_delivery')
    .selectAll()
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('status', '=', 'waiting')
    .where('is_urgent', '=', false)
    .where('send_at', '<=', now)
    .orderBy('id')
    .limit(COMPANY_MAX)
    .forUpdate()
    .execute();
}

const COMPANY_MAX = 50;

/** The deliveries that the message of this one tells of, itself first. */
export async function listBundle(db: Db | Tx, delivery: DeliveryRow): Promise<DeliveryRow[]> {
  const others = await db
    .selectFrom('notification_delivery')
    .selectAll()
    .where('bundled_into', '=', delivery.id)
    .orderBy('id')
    .execute();
  return [delivery, ...others];
}

/** Those of these deliveries whose notification was read or cleared in the app. */
export async function listSeen(tx: Tx, deliveries: readonly DeliveryRow[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM notification_delivery d
    -- Both are written together: the time tells the month in which to look.
    JOIN notification n ON n.user_id = d.user_id AND n.dedupe_key = d.dedupe_key
      AND n.created_at BETWEEN d.created_at - interval '1 day' AND d.created_at + interval '1 day'
    WHERE d.id = ANY(${deliveries.map(({ id }) => id)}::bigint[])
      AND (n.read_at IS NOT NULL OR n.cleared_at IS NOT NULL)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function claimDelivery(
  tx: Tx,
  id: number,
  { provider, now }: { provider: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set((row) => ({
      status: 'sending',
      provider,
      claimed_at: now,
      // Until the attempt ends, nobody knows what became of it.
      reason: null,
      attempts: sql<number>`${row.ref('attempts')} + 1`,
      changed_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

export async function bundleDeliveries(
  tx: Tx,
  ids: readonly number[],
  into: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set({ status: 'bundled', bundled_into: into, changed_at: now })
    .where('id', 'in', ids)
    .execute();
}

export async function skipDeliveries(
  tx: Tx,
  ids: readonly number[],
  reason: string,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('notification_delivery')
    .set({ status: 'skipped', reason, changed_at: now })
    .where('id', 'in', ids)
    .execute();
}

/** Ends an attempt. A report that came in meanwhile knows more, so only a delivery that is still being sent changes. */
export async function endAttempt(
  tx: Tx,
  id: number,
  result: { status: DeliveryStatus; providerId?: string | null; reason?: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set({
      status: result.status,
      changed_at: now,
      ...(result.providerId !== undefined && { provider_id: result.providerId }),
      ...(result.reason !== undefined && { reason: result.reason }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** Leaves a delivery to a later attempt. `isCounted`: the vendor was called. */
export async function postponeAttempt(
  tx: Tx,
  id: number,
  { sendAt, reason, isCounted }: { sendAt: Date; reason: string | null; isCounted: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set((row) => ({
      send_at: sendAt,
      reason,
      attempts: sql<number>`${row.ref('attempts')} - ${isCounted ? 0 : 1}`,
      changed_at: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** Deliveries whose task was lost or failed for good: due for a minute, or being sent for a minute. */
export function listOverdue(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'is_urgent'>[]> {
  return db
    .selectFrom('notification_delivery')
    .select(['id', 'is_urgent'])
    .where('status', 'in', ['waiting', 'sending'])
    .where('send_at', '<', before)
    .where((row) => row.or([row('claimed_at', 'is', null), row('claimed_at', '<', before)]))
    .orderBy('send_at')
    .limit(limit)
    .execute();
}

/** Where a short link leads, and the language of its recipient; null for an unknown one. `path` null: the list. */
export async function findLink(
  db: Db,
  code: string,
): Promise<{ path: string | null; locale: Locale } | null> {
  const { rows } = await sql<{ path: string | null; locale: Locale }>`
    SELECT CASE WHEN NOT EXISTS (SELECT FROM notification_delivery b WHERE b.bundled_into = d.id) THEN d.path END AS path,
      u.locale
    FROM notification_delivery d JOIN user_account u ON u.id = d.user_id
    WHERE d.link_code = ${code}`.execute(db);
  return rows[0] ?? null;
}
