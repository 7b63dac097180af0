import type { FactorState } from '@fws/contract/admin/model';
import { findStep as findStepOfSecret } from '../../platform/authenticator.ts';
import { unseal, type Keyring } from '../../platform/keys.ts';

/** What the secrets of the admins' authenticator apps are sealed for. */
export const FACTOR_USE = 'totp';

export function factorState(
  keyring: Keyring,
  { totp_secret, totp_set_at }: { totp_secret: Buffer | null; totp_set_at: Date | null },
): FactorState {
  if (totp_secret === null || totp_set_at === null) return 'none';
  return unseal(keyring, FACTOR_USE, totp_secret) === null ? 'lost' : 'set';
}

/** The time step that a code belongs to; null when it is no code of the sealed secret, or no key opens it. */
export function findStep(keyring: Keyring, sealed: Buffer | null, code: string, now: Date): number | null {
  const secret = sealed && unseal(keyring, FACTOR_USE, sealed);
  return secret === null ? null : findStepOfSecret(secret, code, now);
}
