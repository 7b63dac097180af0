import type { GatewayChargeback } from '../../ports/payment-gateway.ts';

type State = GatewayChargeback['status'];

/** What we know of a chargeback; null before we heard of it. */
export interface ChargebackFacts {
  state: State;
  /** The provider has the money. */
  isTaken: boolean;
  changedAt: Date | null;
}

export interface ChargebackStep {
  state: State;
  /** The provider took the money, or gave it back. */
  money: 'take' | 'return' | null;
}

/** What may follow where no time says which is newer. */
const NEXT: Record<State, readonly State[]> = { open: ['lost', 'won'], lost: ['won'], won: [] };

/** What the provider's word changes. Null: it is old news. A bank that lost may come back, so newer news wins. */
export function decideChargeback(
  known: ChargebackFacts | null,
  word: GatewayChargeback,
): ChargebackStep | null {
  if (known && !isNewer(known, word)) return null;
  const isTaken = known?.isTaken ?? false;
  return {
    state: word.status,
    money: word.isDebited === isTaken ? null : word.isDebited ? 'take' : 'return',
  };
}

function isNewer(known: ChargebackFacts, { status, isDebited, updatedAt }: GatewayChargeback): boolean {
  if (status === known.state && isDebited === known.isTaken) return false;
  const [before, now] = [known.changedAt?.getTime(), updatedAt?.getTime()];
  if (before !== undefined && now !== undefined && before !== now) return now > before;
  return NEXT[known.state].includes(status) || (status === known.state && isDebited);
}

/** Where the money is taken from: the milestone's escrow as far as it reaches, the rest is the platform's to get back. */
export function takenFrom(
  amountPaise: number,
  escrowPaise: number,
): { escrowPaise: number; receivablePaise: number } {
  const fromEscrow = Math.min(amountPaise, escrowPaise);
  return { escrowPaise: fromEscrow, receivablePaise: amountPaise - fromEscrow };
}
