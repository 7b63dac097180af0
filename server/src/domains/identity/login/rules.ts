import { DEVICE_CONFIRMED_MS, type LoginMethod } from '@fws/contract/identity/model';

/** What a login needs after the right password: nothing, a code to the mobile number, or the second factor. */
export type Proof = 'none' | 'code' | 'second_factor';

export interface LoginFacts {
  /** A browser, which is recognised by its cookie, or a client that carries its token itself. */
  client: 'web' | 'api';
  /** Without a verified number no code can be sent, and the session is read-only. */
  mobileVerified: boolean;
  hasSecondFactor: boolean;
  /** When a proof was last given in this browser; null in an unknown one. */
  deviceConfirmedAt: Date | null;
  /** Strangers have guessed this account's password so often that the password alone proves little. */
  isUnderAttack: boolean;
  now: Date;
}

/**
 * Every client must give the second factor of a user who has one, or it would protect nothing. Without one, the web
 * asks for a code in a new browser and every thirty days.
 */
export function getRequiredProof(facts: LoginFacts): Proof {
  if (facts.hasSecondFactor) return 'second_factor';
  if (!facts.mobileVerified) return 'none';
  const isKnown =
    facts.deviceConfirmedAt !== null &&
    facts.now.getTime() - facts.deviceConfirmedAt.getTime() <= DEVICE_CONFIRMED_MS;
  if (facts.client === 'web') return isKnown ? 'none' : 'code';
  return facts.isUnderAttack ? 'code' : 'none';
}

export interface ChosenFactors {
  authenticator: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export const hasSecondFactor = ({ authenticator, passkeys }: ChosenFactors): boolean =>
  authenticator || passkeys > 0;

export function listLoginMethods(proof: Exclude<Proof, 'none'>, factors: ChosenFactors): LoginMethod[] {
  if (proof === 'code') return ['otp'];
  return [
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.authenticator ? (['authenticator'] as const) : []),
    ...(factors.recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}
