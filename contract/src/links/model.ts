/** What two accounts can have in common. Only a keyed hash of the value is stored. */
export const SIGNAL_KINDS = ['device', 'address', 'payout_account', 'identity'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** `weak`: a hint for people and for rests, never a reason to disqualify anything alone. */
export type LinkStrength = 'strong' | 'weak';
