import { createHmac, timingSafeEqual } from 'node:crypto';
import { ALERT_LINK_DAYS, type AlertKind } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import type { Key, Keyring } from '../../../platform/keys.ts';

const DAY_MS = 24 * 3600_000;
const MAC_BYTES = 16;

interface SignedAlert {
  id: number;
  nonce: Buffer;
}

/** The secret part of an alert's link. It is stored nowhere: sending and checking both derive it. */
const calculateAlertMac = ({ secret }: Key, alert: SignedAlert): Buffer =>
  createHmac('sha256', secret)
    .update(`owner alert\n${alert.id}\n`)
    .update(alert.nonce)
    .digest()
    .subarray(0, MAC_BYTES);

export const buildAlertLink = (publicUrl: string, key: Key, alert: SignedAlert): string =>
  `${publicUrl}${buildAlertPath(alert.id)}-${calculateAlertMac(key, alert).toString('base64url')}`;

/** Accepts links made with a former key, so that a key rotation does not invalidate links already sent. */
export function isAlertMac(keyring: Keyring, alert: SignedAlert, given: string): boolean {
  const givenBytes = Buffer.from(given, 'base64url');
  return keyring.all.some((key) => {
    const mac = calculateAlertMac(key, alert);
    return givenBytes.length === mac.length && timingSafeEqual(givenBytes, mac);
  });
}

/** The path of an alert for its signed-in owner. */
export const buildAlertPath = (id: number): string => `/not-me/${id}`;

export const isExpired = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > ALERT_LINK_DAYS * DAY_MS;

/** How long before a denied event a contact change is not trusted. */
export const CONTACT_DISTRUST_MS = 30 * DAY_MS;

/** As long as the denial of an alert may have to be sent to its contacts. */
export const CONTACT_RETENTION_MS = ALERT_LINK_DAYS * DAY_MS + CONTACT_DISTRUST_MS;

/** Whether a contact may receive a password reset code: it was verified, and before `trustedBefore` if that is set. */
export const isTrustedContact = (verifiedAt: Date | null, trustedBefore: Date | null): boolean =>
  verifiedAt !== null && (trustedBefore === null || verifiedAt < trustedBefore);

type Contacts = { mobile: string; email: string };

/**
 * Where an alert goes: to the verified contacts, and instead of a changed contact to its former value. Never to a
 * contact that somebody else may have set: the link of the alert could lock the owner out.
 */
export function selectAlertContacts(
  user: Contacts &
    Record<'mobile_verified_at' | 'email_verified_at' | 'contacts_trusted_before', Date | null>,
  former: Partial<Contacts> = {},
): Contacts {
  const { contacts_trusted_before: trustedBefore } = user;
  return {
    mobile: former.mobile ?? (isTrustedContact(user.mobile_verified_at, trustedBefore) ? user.mobile : ''),
    email: former.email ?? (isTrustedContact(user.email_verified_at, trustedBefore) ? user.email : ''),
  };
}

/** "State Bank of India ··4417", or the UPI ID. */
export const formatAccount = (account: NonNullable<AlertFacts['account']>): string =>
  account.kind === 'upi' ? account.upiId : `${account.bankName} ··${account.ending}`;

/** The values for the text of the in-app notification. */
export function buildNotificationValues(facts: AlertFacts): Record<string, string> {
  return {
    ...(facts.before === undefined ? {} : { from: facts.before }),
    ...(facts.account === undefined ? {} : { to: formatAccount(facts.account) }),
    ...(facts.amountPaise === undefined ? {} : { amount: formatRupees(facts.amountPaise) }),
  };
}

/** A UPI ID can be as long as two text messages. */
const UPI_IN_SMS_MAX = 40;

export const shortenUpiId = (upiId: string): string =>
  upiId.length > UPI_IN_SMS_MAX ? `${upiId.slice(0, UPI_IN_SMS_MAX - 3)}...` : upiId;

/** Uses only characters of the cheapest encoding of text messages, so "Rs" instead of ₹. */
export const formatPlainRupees = (amountPaise: number): string =>
  `Rs ${formatRupees(amountPaise, { sign: false })}`;

/** Whether alerts of this kind are about a payout account. */
export const isAboutAccount = (kind: AlertKind): boolean => kind.startsWith('payout_account_');
