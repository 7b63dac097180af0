import type { GatewayChargeback } from '../../../ports/payment-gateway.ts';

type State = GatewayChargeback['status'];

/** What is stored about a chargeback; null before its first report. */
export interface ChargebackFacts {
  state: State;
  /** The provider has debited the money. */
  isTaken: boolean;
  changedAt: Date | null;
}

export interface ChargebackStep {
  state: State;
  /** Whether the provider debited or returned the money. */
  money: 'take' | 'return' | null;
}

/** The states that may follow when no time shows which report is newer. */
const NEXT_STATES: Record<State, readonly State[]> = { open: ['lost', 'won'], lost: ['won'], won: [] };

/**
 * What a provider report changes; null when it is out of date. A bank that lost may reopen, so a newer report wins.
 */
export function decideChargeback(
  existing: ChargebackFacts | null,
  reported: GatewayChargeback,
): ChargebackStep | null {
  if (existing && !isNewer(existing, reported)) return null;
  const isTaken = existing?.isTaken ?? false;
  return {
    state: reported.status,
    money: reported.isDebited === isTaken ? null : reported.isDebited ? 'take' : 'return',
  };
}

function isNewer(existing: ChargebackFacts, { status, isDebited, updatedAt }: GatewayChargeback): boolean {
  if (status === existing.state && isDebited === existing.isTaken) return false;
  const [before, now] = [existing.changedAt?.getTime(), updatedAt?.getTime()];
  if (before !== undefined && now !== undefined && before !== now) return now > before;
  return NEXT_STATES[existing.state].includes(status) || (status === existing.state && isDebited);
}

/** Takes from the milestone's escrow as far as it reaches. The platform has to recover the rest. */
export function allocateTaking(
  amountPaise: number,
  escrowPaise: number,
): { escrowPaise: number; receivablePaise: number } {
  const fromEscrow = Math.min(amountPaise, escrowPaise);
  return { escrowPaise: fromEscrow, receivablePaise: amountPaise - fromEscrow };
}
