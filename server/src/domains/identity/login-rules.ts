import { DEVICE_CONFIRMED_MS, type LoginMethod } from '@fws/contract/identity/model';

/** What has to be given after the right password: nothing, the code to the mobile number, or the second factor. */
export type Proof = 'none' | 'code' | 'second_factor';

export interface LoginFacts {
  /** A browser, which is known again by its cookie, or a client that carries its token itself. */
  client: 'web' | 'api';
  /** Without one there is nowhere to send a code to, and the session can only look. */
  mobileVerified: boolean;
  hasSecondFactor: boolean;
  /** When a proof was last given in this browser; null in another one. */
  deviceConfirmedAt: Date | null;
  /** Strangers have guessed at this account's password so often that the password alone says little. */
  isUnderAttack: boolean;
  now: Date;
}

/**
 * A second factor that somebody has chosen is asked for by every client, or else it would protect nothing. Without
 * one, the web asks for a code in a new browser and every thirty days.
 */
export function requiredProof(facts: LoginFacts): Proof {
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

export function loginMethods(proof: Exclude<Proof, 'none'>, factors: ChosenFactors): LoginMethod[] {
  if (proof === 'code') return ['otp'];
  return [
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.authenticator ? (['authenticator'] as const) : []),
    ...(factors.recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}
