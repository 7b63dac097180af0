import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '@fws/contract/identity/model';

/** Authenticator app codes (RFC 6238) and recovery codes. Pure. */

const PERIOD_S = 30;
const WINDOW = 1;
/** Without letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const RECOVERY_LETTERS = 12;

const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'FWS', label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret });

export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI for the QR code. The app shows `label` beside its code. */
export const buildAuthenticatorUri = (secret: string, label: string): string =>
  createTotp(secret, label).toString();

/** The time step of a code, at most one step off; null when the code does not match the secret. */
export function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = createTotp(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : toStep(timestamp) + delta;
}

/** The latest time step whose code can have been used at this time. */
export const toLatestStep = (at: Date): number => toStep(at.getTime()) + WINDOW;

const toStep = (timeMs: number): number => Math.floor(timeMs / 1000 / PERIOD_S);

/** For example "7KQ2-M9XR-4TBE", about 59 bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, createRecoveryCode);

function createRecoveryCode(): string {
  // Skip bytes beyond the last full multiple of the alphabet's length: they would favour its first letters.
  const fair = 256 - (256 % LETTERS.length);
  let letters = '';
  while (letters.length < RECOVERY_LETTERS)
    for (const byte of randomBytes(RECOVERY_LETTERS))
      if (byte < fair && letters.length < RECOVERY_LETTERS) letters += LETTERS[byte % LETTERS.length];
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
