import { sql } from 'kysely';
import {
  CHANNEL_NOTICE_VERSION,
  DEFAULT_QUIET_HOURS,
  type OutsideChannel,
} from '@fws/contract/notifications/channels';
import type { NotificationGroup } from '@fws/contract/notifications/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { ChannelChoice, QuietHours } from '../deliveries/rules.ts';

export interface SettingsRow {
  mobile: string;
  mobileVerified: boolean;
  email: string;
  emailVerified: boolean;
  emailReturned: boolean;
  agreedToWhatsAppAt: Date | null;
  choices: readonly ChannelChoice[];
  quietHours: QuietHours | null;
  devices: readonly { id: number; sessionId: number; name: string; addedAt: string }[];
}

// Parts of statements that read what a user `u` has chosen.

/** The choices that differ from the defaults, as JSON. */
export const selectChoices = sql`coalesce((
  SELECT json_agg(json_build_object('group', s."group", 'channel', s.channel, 'isOn', s.is_on))
  FROM notification_setting s WHERE s.user_id = u.id), '[]')`;

export const selectQuietHours = sql`(
  SELECT json_build_object('isOn', q.is_on, 'from', q.from_minute, 'to', q.to_minute)
  FROM quiet_hours q WHERE q.user_id = u.id)`;

/** When they agreed to WhatsApp for their present number; null when they have not. */
export const selectWhatsAppConsent = sql`(
  SELECT c.agreed_at FROM channel_consent c
  WHERE c.user_id = u.id AND c.channel = 'whatsapp' AND c.contact = u.mobile AND c.withdrawn_at IS NULL)`;

/** Whether mail to their address came back since it was verified. */
export const isMailReturned = sql`EXISTS (
  SELECT FROM returned_mail r WHERE r.email = u.email AND r.returned_at >= u.email_verified_at)`;

export async function getSettings(db: Db | Tx, userId: number): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    SELECT u.mobile, u.mobile_verified_at IS NOT NULL AS "mobileVerified",
      u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
      ${isMailReturned} AS "emailReturned", ${selectWhatsAppConsent} AS "agreedToWhatsAppAt",
      ${selectChoices} AS choices, ${selectQuietHours} AS "quietHours",
      coalesce((SELECT json_agg(json_build_object('id', p.id, 'sessionId', p.session_id, 'name', session.device,
          'addedAt', p.added_at) ORDER BY p.id DESC)
        FROM push_subscription p JOIN session ON session.id = p.session_id WHERE p.user_id = u.id), '[]') AS devices
    FROM user_account u WHERE u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the settings of a user who is gone');
  return row;
}

export async function upsertChoice(
  tx: Tx,
  choice: { userId: number; group: NotificationGroup; channel: OutsideChannel; isOn: boolean },
  now: Date,
): Promise<void> {
  const { userId, group, channel, isOn } = choice;
  await tx
    .insertInto('notification_setting')
    .values({ user_id: userId, group, channel, is_on: isOn, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'group', 'channel']).doUpdateSet({ is_on: isOn, changed_at: now }),
    )
    .execute();
}

/** Creates the row if there is none and locks it, so that concurrent changes wait. */
export async function lockQuietHours(tx: Tx, userId: number): Promise<QuietHours> {
  const { isOn, from, to } = DEFAULT_QUIET_HOURS;
  const row = await tx
    .insertInto('quiet_hours')
    .values({ user_id: userId, is_on: isOn, from_minute: from, to_minute: to })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning(['is_on as isOn', 'from_minute as from', 'to_minute as to'])
    .executeTakeFirstOrThrow();
  return row;
}

export async function updateQuietHours(
  tx: Tx,
  userId: number,
  { isOn, from, to }: QuietHours,
): Promise<void> {
  await tx
    .updateTable('quiet_hours')
    .set({ is_on: isOn, from_minute: from, to_minute: to })
    .where('user_id', '=', userId)
    .execute();
}

/** Records that a person agreed, unless they have agreed already. */
export async function insertConsent(
  tx: Tx,
  consent: { userId: number; channel: 'push' | 'whatsapp'; contact: string; locale: Locale },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('channel_consent')
    .values({
      user_id: consent.userId,
      channel: consent.channel,
      contact: consent.contact,
      locale: consent.locale,
      version: CHANNEL_NOTICE_VERSION,
      agreed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute();
}

export async function withdrawConsent(
  tx: Tx,
  consent: {
    userId: number;
    channel: 'push' | 'whatsapp';
    /** Withdraws only what was agreed for another contact. */
    otherThan?: string;
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('channel_consent')
    .set({ withdrawn_at: now, withdrawn_by: 'settings' })
    .where('user_id', '=', consent.userId)
    .where('channel', '=', consent.channel)
    .where('withdrawn_at', 'is', null)
    .$if(consent.otherThan !== undefined, (query) => query.where('contact', '!=', consent.otherThan ?? ''))
    .execute();
}

/** Whoever owns one of these numbers takes no more messages by WhatsApp. */
export async function withdrawConsentByMobile(
  tx: Tx,
  mobiles: readonly string[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE channel_consent c SET withdrawn_at = ${now}, withdrawn_by = 'whatsapp'
    FROM user_account u
    WHERE u.id = c.user_id AND u.mobile = ANY(${mobiles}::text[]) AND c.channel = 'whatsapp'
      AND c.withdrawn_at IS NULL
    RETURNING c.user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** A browser that another user of the device subscribed belongs to this user now. */
export async function upsertPushSubscription(
  tx: Tx,
  subscription: { userId: number; sessionId: number; endpoint: string; p256dh: string; auth: string },
  now: Date,
): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth } = subscription;
  const columns = { user_id: userId, session_id: sessionId, p256dh, auth };
  await tx
    .insertInto('push_subscription')
    .values({ ...columns, endpoint, added_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
    .execute();
}

/** Keeps the newest of a person's browsers. */
export async function trimPushSubscriptions(tx: Tx, userId: number, kept: number): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE id IN (
    SELECT id FROM push_subscription WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${kept})`.execute(tx);
}

/** Returns false when this user has no such subscription. */
export async function deletePushSubscription(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface PushDevice {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function listPushDevices(db: Db | Tx, userId: number): Promise<PushDevice[]> {
  return db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function deletePushDevices(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('push_subscription').where('id', 'in', ids).execute();
}
