import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OtpChannel, Registration } from '@fws/contract/identity/model';
import { OTP_DIGITS, OTP_RESEND_MS } from '@fws/contract/identity/model';
import { normaliseMobile } from '@fws/contract/platform/identifiers';

export interface Otp {
  channel: OtpChannel;
  address: string;
  nonce: Buffer;
}

/** The code of an issued OTP. It is written nowhere: whoever sends or checks it derives it again. */
export function otpCode(secret: Buffer, otp: Otp): string {
  const digest = createHmac('sha256', secret)
    .update(`otp\n${otp.channel}\n${otp.address}\n`)
    .update(otp.nonce)
    .digest();
  return String(digest.readUIntBE(0, 6) % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, '0');
}

export function isOtpCode(secret: Buffer, otp: Otp, given: string): boolean {
  const code = Buffer.from(otpCode(secret, otp));
  const typed = Buffer.from(given);
  return typed.length === code.length && timingSafeEqual(typed, code);
}

/** Whole seconds until another code may be asked for; 0: now. */
export function secondsToResend(sentAt: Date | null, now: Date): number {
  const left = sentAt === null ? 0 : sentAt.getTime() + OTP_RESEND_MS - now.getTime();
  return Math.max(0, Math.ceil(left / 1000));
}

/** What people log in with, as it is stored: their mobile number in any usual form, or their e-mail. */
export function loginKey(identifier: string): { mobile: string } | { email: string } {
  const mobile = normaliseMobile(identifier);
  return mobile === null ? { email: identifier.toLowerCase() } : { mobile };
}

/** Each kind of account has its own papers; the other kind's are not kept. */
export function papersOf(form: Pick<Registration, 'registerFor' | 'companyName' | 'aadhaarNumber'>): {
  company_name: string;
  aadhaar_last4: string;
} {
  return form.registerFor === 'company'
    ? { company_name: form.companyName, aadhaar_last4: '' }
    : { company_name: '', aadhaar_last4: form.aadhaarNumber.replace(/\s/g, '').slice(-4) };
}

/** One decimal; null when nobody has rated yet. */
export const averageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * sum) / count) / 10;
