import { SIGNAL_KINDS, type LinkStrength, type SignalKind } from '@fws/contract/links/model';

interface LinkRule {
  strength: LinkStrength;
  /**
   * A value that was seen with more accounts than this links none of them. Null: any number, because a limit on what its
   * owner controls would be an invitation to open one account more.
   */
  accountsMax: number | null;
}

/**
 * Which signal makes which link. Carriers put thousands of customers behind one address, and offices dozens, so that an
 * address says little, and that of many accounts nothing.
 */
export const LINK_RULES: Readonly<Record<SignalKind, LinkRule>> = {
  device: { strength: 'strong', accountsMax: null },
  payout_account: { strength: 'strong', accountsMax: null },
  identity: { strength: 'strong', accountsMax: null },
  address: { strength: 'weak', accountsMax: 10 },
};

export const STRONG_KINDS: readonly SignalKind[] = SIGNAL_KINDS.filter(
  (kind) => LINK_RULES[kind].strength === 'strong',
);

/** A signal that is seen again is written again after this time. */
export const REFRESH_MS = 24 * 3600_000;
