import { randomBytes } from 'node:crypto';
import { RECOVERY_LETTERS } from '../../../platform/authenticator.ts';
import { hashOnce } from '../password/passwords.ts';

const SALT_BYTES = 16;

const normalise = (code: string): string => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Whether a typed text can be a recovery code at all. Only then is it worth the time of a hash. */
export const looksLikeRecoveryCode = (code: string): boolean => normalise(code).length === RECOVERY_LETTERS;

/**
 * The codes as they are stored: a salt, the same for all codes of a set, and the hash. So one slow hash finds out which
 * code of a set was typed.
 */
export const hashRecoveryCodes = (
  codes: readonly string[],
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<Buffer[]> =>
  Promise.all(codes.map(async (code) => Buffer.concat([salt, await hashOnce(normalise(code), salt)])));

export const readSalt = (stored: Buffer): Buffer => stored.subarray(0, SALT_BYTES);
