import type { FactorState } from '@fws/contract/admin/schemas';
import { findStep as findStepForSecret } from '../../../platform/authenticator.ts';
import { unseal, type Keyring } from '../../../platform/keys.ts';

/** The key use under which the TOTP secrets of admins are sealed. */
export const FACTOR_USE = 'totp';

export function getFactorState(
  keyring: Keyring,
  { totp_secret, totp_set_at }: { totp_secret: Buffer | null; totp_set_at: Date | null },
): FactorState {
  if (totp_secret === null || totp_set_at === null) return 'none';
  return unseal(keyring, FACTOR_USE, totp_secret) === null ? 'lost' : 'set';
}

/** Finds the TOTP time step of a code. Null when the code does not match the secret, or no key unseals the secret. */
export function findStep(keyring: Keyring, sealed: Buffer | null, code: string, now: Date): number | null {
  const secret = sealed && unseal(keyring, FACTOR_USE, sealed);
  return secret === null ? null : findStepForSecret(secret, code, now);
}
