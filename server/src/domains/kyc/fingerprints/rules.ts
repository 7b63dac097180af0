import { createHmac } from 'node:crypto';
import { deriveSigningKey, type Keyring } from '../../../platform/keys.ts';

/**
 * Under every key of the ring, because a number that was checked under a former key is not stored and cannot be
 * calculated anew. Each names its key.
 */
const fingerprint = (keys: Keyring, subject: string): string[] =>
  keys.all.map(
    (key) =>
      `${key.id}:${createHmac('sha256', deriveSigningKey(key, 'identity number')).update(subject).digest('hex')}`,
  );

/** Of the person or firm: characters 3 to 12 of a GSTIN are the PAN of its holder. */
export const fingerprintNumber = (keys: Keyring, kind: 'pan' | 'gstin', number: string): string[] =>
  fingerprint(keys, `pan\n${kind === 'gstin' ? number.slice(2, 12) : number}`);

/**
 * No vendor documents a token that stays the same for a person, and the number may not be kept in any form. Empty when
 * the vendor named no birth date.
 */
export const fingerprintAadhaar = (
  keys: Keyring,
  last4: string | null | undefined,
  birthDate: string | null | undefined,
): string[] => (last4 && birthDate ? fingerprint(keys, `aadhaar\n${last4}\n${birthDate}`) : []);
