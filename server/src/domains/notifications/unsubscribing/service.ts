import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_GROUPS, type NotificationGroup } from '@fws/contract/notifications/model';
import type { Deps } from '../../../platform/deps.ts';
import type { Key, Keyring } from '../../../platform/keys.ts';

/** One kind of mail to one person. */
export interface Subscription {
  userId: number;
  group: NotificationGroup;
}

const MAC_BYTES = 16;

const calculateMac = ({ secret }: Key, { userId, group }: Subscription): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe\n${userId}\n${group}`).digest().subarray(0, MAC_BYTES);

/** The address in a mail that ends mails of its kind. It does nothing else, and does not expire: mails are kept for years. */
export const buildUnsubscribeUrl = (
  { config, keyring }: Pick<Deps, 'config' | 'keyring'>,
  subscription: Subscription,
): string =>
  `${config.publicUrl}/unsubscribe/${subscription.userId}-${subscription.group}-${calculateMac(keyring.current, subscription).toString('base64url')}`;

/** Null for what is not one of ours. Accepts links made with a former key. */
export function parseUnsubscribeToken(keyring: Keyring, token: string): Subscription | null {
  const [, id = '', name = '', mac = ''] = /^([1-9]\d{0,14})-([a-z]+)-([\w-]{22})$/.exec(token) ?? [];
  const group = NOTIFICATION_GROUPS.find((each) => each === name);
  if (group === undefined) return null;
  const subscription = { userId: Number(id), group };
  const given = Buffer.from(mac, 'base64url');
  const isOurs = keyring.all.some((key) => {
    const expected = calculateMac(key, subscription);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? subscription : null;
}
