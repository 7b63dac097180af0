import {
  CHANNEL_DEFAULTS,
  DEFAULT_QUIET_HOURS,
  PUSH_DEVICES_MAX,
  type OutsideChannel,
} from '@fws/contract/notifications/channels';
import { NOTIFICATION_GROUPS, type NotificationGroup } from '@fws/contract/notifications/model';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Caller } from '../../../platform/caller.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { checkVersion, computeVersion } from '../../../platform/form-version.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { getChannelState, type QuietHours } from '../deliveries/rules.ts';
import { deliverTest } from '../deliveries/service.ts';
import type { Subscription } from '../unsubscribing/service.ts';
import {
  deletePushSubscription,
  getSettings,
  insertConsent,
  lockQuietHours,
  trimPushSubscriptions,
  upsertChoice,
  upsertPushSubscription,
  updateQuietHours,
  withdrawConsent,
  withdrawConsentByMobile,
} from './store.ts';

type SettingsDeps = Pick<Deps, 'db' | 'ports'>;
type Reader = Pick<Caller, 'userId' | 'sessionId'>;

export async function loadSettings(
  { ports }: Pick<Deps, 'ports'>,
  db: Db | Tx,
  { userId, sessionId }: Reader,
): Promise<NotificationSettings> {
  const row = await getSettings(db, userId);
  const quietHours = row.quietHours ?? DEFAULT_QUIET_HOURS;
  const toGroup = (group: NotificationGroup) => ({
    group,
    push: getChannelState(row.choices, group, 'push'),
    whatsapp: getChannelState(row.choices, group, 'whatsapp'),
    sms: getChannelState(row.choices, group, 'sms'),
    email: getChannelState(row.choices, group, 'email'),
  });
  return {
    groups: NOTIFICATION_GROUPS.map(toGroup),
    quietHours: {
      isOn: quietHours.isOn,
      from: formatTimeOfDay(quietHours.from),
      to: formatTimeOfDay(quietHours.to),
      version: computeVersion(pickQuietHours(quietHours)),
    },
    push: {
      publicKey: ports.push.publicKey,
      devices: row.devices.map((device) => ({
        id: device.id,
        name: device.name,
        addedAt: new Date(device.addedAt).toISOString(),
        isThis: device.sessionId === sessionId,
      })),
    },
    whatsapp: {
      isAvailable: ports.whatsApp !== null,
      agreedAt: row.agreedToWhatsAppAt?.toISOString() ?? null,
    },
    mobile: { number: row.mobile, isVerified: row.mobileVerified },
    email: { address: row.email, isVerified: row.emailVerified, isReturned: row.emailReturned },
  };
}

/** Changes settings in one transaction and returns them. */
function change(
  deps: SettingsDeps,
  reader: Reader,
  apply: (tx: Tx, now: Date) => Promise<Outcome<null>>,
): Promise<Outcome<NotificationSettings>> {
  return inTx(deps.db, async (tx) => {
    const applied = await apply(tx, deps.ports.clock.now());
    if (!applied.ok) return applied;
    await publishChange(tx, reader.userId);
    return done(await loadSettings(deps, tx, reader));
  });
}

const publishChange = (tx: Tx, userId: number) =>
  publish(tx, { users: [userId], topic: 'notifications', id: null });

export const setChannel = (
  deps: SettingsDeps,
  reader: Reader,
  choice: { group: NotificationGroup; channel: OutsideChannel; isOn: boolean },
): Promise<Outcome<NotificationSettings>> =>
  change(deps, reader, async (tx, now) => {
    if (CHANNEL_DEFAULTS[choice.group][choice.channel] === 'always')
      return choice.isOn ? done(null) : refuse('conflict', 'notifications.always_on');
    await upsertChoice(tx, { ...choice, userId: reader.userId }, now);
    return done(null);
  });

const pickQuietHours = ({ isOn, from, to }: QuietHours) => [isOn, from, to];

export const setQuietHours = (
  deps: SettingsDeps,
  reader: Reader,
  { version, ...hours }: QuietHours & { version: string },
): Promise<Outcome<NotificationSettings>> =>
  change(deps, reader, async (tx) => {
    const unchanged = checkVersion(version, pickQuietHours(await lockQuietHours(tx, reader.userId)));
    if (!unchanged.ok) return unchanged;
    await updateQuietHours(tx, reader.userId, hours);
    return done(null);
  });

export const agreeToWhatsApp = (
  deps: SettingsDeps,
  reader: Reader,
  { agrees, locale }: { agrees: boolean; locale: Locale },
): Promise<Outcome<NotificationSettings>> =>
  change(deps, reader, async (tx, now) => {
    const consent = { userId: reader.userId, channel: 'whatsapp' } as const;
    if (!agrees) await withdrawConsent(tx, consent, now);
    else if (deps.ports.whatsApp === null) return refuse('conflict', 'notifications.whatsapp_off');
    else {
      const { mobile } = await getSettings(tx, reader.userId);
      await withdrawConsent(tx, { ...consent, otherThan: mobile }, now);
      await insertConsent(tx, { ...consent, contact: mobile, locale }, now);
    }
    return done(null);
  });

export const addPushSubscription = (
  deps: SettingsDeps,
  reader: Reader,
  subscription: { endpoint: string; p256dh: string; auth: string; locale: Locale },
): Promise<Outcome<NotificationSettings>> =>
  change(deps, reader, async (tx, now) => {
    // A server must not be made to call any address that a stranger names.
    if (!deps.ports.push.isPushService(subscription.endpoint))
      return refuseField('endpoint', 'notifications.push_endpoint');
    const { locale, ...keys } = subscription;
    await upsertPushSubscription(tx, { ...reader, ...keys }, now);
    await trimPushSubscriptions(tx, reader.userId, PUSH_DEVICES_MAX);
    await insertConsent(tx, { userId: reader.userId, channel: 'push', contact: '', locale }, now);
    return done(null);
  });

export const removePushSubscription = (
  deps: SettingsDeps,
  reader: Reader,
  deviceId: number,
): Promise<Outcome<NotificationSettings>> =>
  change(deps, reader, async (tx, now) => {
    if (!(await deletePushSubscription(tx, reader.userId, deviceId)))
      return refuse('not_found', 'common.not_found');
    const { devices } = await getSettings(tx, reader.userId);
    if (devices.length === 0) await withdrawConsent(tx, { userId: reader.userId, channel: 'push' }, now);
    return done(null);
  });

export const sendTest = (deps: SettingsDeps, userId: number): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const { devices } = await getSettings(tx, userId);
    if (devices.length === 0) return refuse('conflict', 'notifications.no_push_device');
    await deliverTest(tx, userId, deps.ports.clock.now());
    return done(null);
  });

/** From the link in a mail. */
export const unsubscribe = ({ db, ports }: SettingsDeps, { userId, group }: Subscription): Promise<void> =>
  inTx(db, async (tx) => {
    if (CHANNEL_DEFAULTS[group].email === 'always') return;
    await upsertChoice(tx, { userId, group, channel: 'email', isOn: false }, ports.clock.now());
    await publishChange(tx, userId);
  });

/** Their owners pressed the button or wrote "stop". */
export async function stopWhatsApp(tx: Tx, mobiles: readonly string[], now: Date): Promise<void> {
  if (mobiles.length === 0) return;
  const userIds = await withdrawConsentByMobile(tx, mobiles, now);
  if (userIds.length > 0) await publish(tx, { users: userIds, topic: 'notifications', id: null });
}

const formatTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
