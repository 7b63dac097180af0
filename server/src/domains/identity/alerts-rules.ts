import { createHmac, timingSafeEqual } from 'node:crypto';
import { ALERT_LINK_DAYS, type AlertFacts, type AlertKind } from '@fws/contract/identity/model';
import { formatRupees } from '@fws/contract/platform/display';
import type { Key, Keyring } from '../../platform/keys.ts';

const DAY_MS = 24 * 3600_000;
const MAC_BYTES = 16;

interface Signed {
  id: number;
  nonce: Buffer;
}

/** The secret part of an alert's link. It is written nowhere: whoever sends or checks it derives it again. */
const alertMac = ({ secret }: Key, alert: Signed): Buffer =>
  createHmac('sha256', secret)
    .update(`owner alert\n${alert.id}\n`)
    .update(alert.nonce)
    .digest()
    .subarray(0, MAC_BYTES);

export const alertLink = (publicUrl: string, key: Key, alert: Signed): string =>
  `${publicUrl}${alertPath(alert.id)}-${alertMac(key, alert).toString('base64url')}`;

/** Links that a former key made stay good: changing the key must not take this way out from anybody. */
export function isAlertMac(keyring: Keyring, alert: Signed, given: string): boolean {
  const typed = Buffer.from(given, 'base64url');
  return keyring.all.some((key) => {
    const mac = alertMac(key, alert);
    return typed.length === mac.length && timingSafeEqual(typed, mac);
  });
}

/** Where the signed-in owner finds it. */
export const alertPath = (id: number): string => `/not-me/${id}`;

export const isExpired = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > ALERT_LINK_DAYS * DAY_MS;

/** How far back a change of contact is not trusted when its owner says that something was not them. */
export const CONTACTS_DOUBTED_MS = 30 * DAY_MS;

/** As long as somebody may have to be told there that an alert was denied. */
export const CONTACTS_KEPT_MS = ALERT_LINK_DAYS * DAY_MS + CONTACTS_DOUBTED_MS;

/** May a contact receive a code for a new password? Not one that was verified after things went wrong. */
export const isTrustedContact = (verifiedAt: Date | null, trustedBefore: Date | null): boolean =>
  verifiedAt !== null && (trustedBefore === null || verifiedAt < trustedBefore);

type Contacts = { mobile: string; email: string };

/**
 * Where an alert goes: to the verified contacts, and in place of a changed one to what it was before. Never to one that
 * somebody else may have put there: its link could shut the owner out.
 */
export function contactsToTell(
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
export const accountText = (account: NonNullable<AlertFacts['account']>): string =>
  account.kind === 'upi' ? account.upiId : `${account.bankName} ··${account.ending}`;

/** What the notice in the app says of it. */
export function noticeValues(facts: AlertFacts): Record<string, string> {
  return {
    ...(facts.before === undefined ? {} : { from: facts.before }),
    ...(facts.account === undefined ? {} : { to: accountText(facts.account) }),
    ...(facts.amountPaise === undefined ? {} : { amount: formatRupees(facts.amountPaise) }),
  };
}

/** A UPI ID may be as long as two text messages. */
const UPI_IN_SMS_MAX = 40;

export const shortUpiId = (upiId: string): string =>
  upiId.length > UPI_IN_SMS_MAX ? `${upiId.slice(0, UPI_IN_SMS_MAX - 3)}...` : upiId;

/** In letters that the cheapest encoding of text messages has, so without ₹. */
export const plainRupees = (amountPaise: number): string =>
  `Rs ${formatRupees(amountPaise, { sign: false })}`;

/** Which kind of alert is about a payout account. */
export const isAboutAccount = (kind: AlertKind): boolean => kind.startsWith('payout_account_');
