import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { OTP_DIGITS, OTP_RESEND_MS, toStoredLastName, type OtpChannel } from '@fws/contract/identity/model';
import type { Registration } from '@fws/contract/identity/schemas';
import { normaliseEmail, normaliseMobile } from '@fws/contract/platform/identifiers';
import type { Outcome } from '@fws/contract/platform/refusal';
import type { Key, Keyring } from '../../platform/keys.ts';
import { checkCompanyName, checkPersonName } from '../../platform/person-names.ts';

/** What a code is for. It is valid for nothing else. */
export type OtpPurpose = 'verify' | 'reset' | 'change' | 'login';

export interface OtpAddress {
  purpose: OtpPurpose;
  channel: OtpChannel;
  address: string;
  /** The account whose contact it verifies or becomes, or that it confirms; 0: whoever has the address. */
  user_id: number;
}

export interface Otp extends OtpAddress {
  nonce: Buffer;
}

/** The code of an issued OTP. It is stored nowhere: sending and checking both derive it. */
export function deriveOtpCode({ secret }: Key, otp: Otp): string {
  const digest = createHmac('sha256', secret)
    .update(`otp\n${otp.purpose}\n${otp.channel}\n${otp.address}\n${otp.user_id}\n`)
    .update(otp.nonce)
    .digest();
  return String(digest.readUIntBE(0, 6) % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, '0');
}

/** Accepts a code made with any key of the ring, so that a key rotation does not invalidate codes already sent. */
export function isOtpCode(keyring: Keyring, otp: Otp, given: string): boolean {
  const givenBytes = Buffer.from(given);
  return keyring.all.some((key) => {
    const code = Buffer.from(deriveOtpCode(key, otp));
    return givenBytes.length === code.length && timingSafeEqual(givenBytes, code);
  });
}

/** Whole seconds until another code may be requested; 0: now. */
export function calculateResendSeconds(sentAt: Date | null, now: Date): number {
  const left = sentAt === null ? 0 : sentAt.getTime() + OTP_RESEND_MS - now.getTime();
  return Math.max(0, Math.ceil(left / 1000));
}

/** Normalises what users log in with: their mobile number in any usual notation, or their e-mail. */
export function parseLoginIdentifier(identifier: string): { mobile: string } | { email: string } {
  const mobile = normaliseMobile(identifier);
  return mobile === null ? { email: normaliseEmail(identifier) } : { mobile };
}

/** The OTP address of a code that verifies a contact of this account. Others with the same contact have their own. */
export const toVerifyAddress = (
  userId: number,
  { channel, address }: { channel: OtpChannel; address: string },
): OtpAddress => ({ purpose: 'verify', channel, address, user_id: userId });

/** The OTP address of a code for a client without cookies, whose login or session still lacks it. */
export const toLoginAddress = (user: { id: number; mobile: string }): OtpAddress => ({
  purpose: 'login',
  channel: 'mobile',
  address: user.mobile,
  user_id: user.id,
});

/**
 * The OTP address of a password reset code. It holds a hash of the typed contact, so that it is the same whether or not
 * the account exists, and contacts of strangers are not collected.
 */
export function toResetAddress(contact: { mobile: string } | { email: string }): OtpAddress {
  const [channel, contactText] =
    'mobile' in contact ? (['mobile', contact.mobile] as const) : (['email', contact.email] as const);
  const address = createHash('sha256').update(contactText).digest('base64url');
  return { purpose: 'reset', channel, address, user_id: 0 };
}

/** Returns the papers of this kind of account; those of the other kind are not stored. */
export function toAccountPapers(form: Pick<Registration, 'registerFor' | 'companyName' | 'aadhaarNumber'>): {
  company_name: string;
  aadhaar_last4: string;
} {
  return form.registerFor === 'company'
    ? { company_name: form.companyName, aadhaar_last4: '' }
    : { company_name: '', aadhaar_last4: form.aadhaarNumber.replace(/\s/g, '').slice(-4) };
}

/** Whether the names of a new account are names of people and companies, and of nobody else. */
export function checkAccountNames(
  form: Pick<Registration, 'firstName' | 'lastName' | 'registerFor' | 'companyName'>,
): Outcome<null> {
  const person = checkPersonName({ firstName: form.firstName, lastName: toStoredLastName(form.lastName) });
  if (!person.ok || form.registerFor !== 'company') return person;
  return checkCompanyName(form.companyName);
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A device name that its owner recognises; empty when the user agent has none. */
export function toDeviceName(userAgent: string): string {
  const findName = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined).join(' · ');
}

/** Rounded to one decimal; null when nobody has rated yet. */
export const calculateAverageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * sum) / count) / 10;
