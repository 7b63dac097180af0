import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '@fws/contract/identity/model';

/** Codes of an authenticator app (RFC 6238), and recovery codes for the day it is lost. Pure. */

const PERIOD_S = 30;
const WINDOW = 1;
/** Without letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RECOVERY_LETTERS = 12;

const totp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'FWS', label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret });

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What the app reads from a QR code. `label` is what it shows beside its code. */
export const authenticatorUri = (secret: string, label: string): string => totp(secret, label).toString();

/** The time step that a code belongs to, at most one off; null when it is no code of this secret. */
export function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** "7KQ2-M9XR-4TBE", each about 59 bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, oneRecoveryCode);

function oneRecoveryCode(): string {
  // Bytes beyond the last whole round of letters would favour the first ones.
  const fair = 256 - (256 % LETTERS.length);
  let letters = '';
  while (letters.length < RECOVERY_LETTERS)
    for (const byte of randomBytes(RECOVERY_LETTERS))
      if (byte < fair && letters.length < RECOVERY_LETTERS) letters += LETTERS[byte % LETTERS.length];
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** However it was typed. Enough as it is: nobody guesses 59 random bits. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest();
