import type { DisputeDecision } from '@fws/contract/admin/disputes/model';
import { refundChargePaise } from '../../ledger/index.ts';

interface Held {
  milestoneId: number;
  amountPaise: number;
}

interface Part {
  milestoneId: number;
  toWorkerPaise: number;
  toPosterPaise: number;
}

/** Divides every held milestone completely. Null for a split of another milestone, or of more than is held. */
export function partsOf(
  { decision, toWorker }: Pick<DisputeDecision, 'decision' | 'toWorker'>,
  held: readonly Held[],
): Part[] | null {
  const known = new Set(held.map(({ milestoneId }) => String(milestoneId)));
  if (decision === 'split' && Object.keys(toWorker).some((id) => !known.has(id))) return null;
  const parts = held.map(({ milestoneId, amountPaise }) => {
    const toWorkerPaise = { release: amountPaise, refund: 0, split: toWorker[milestoneId] ?? 0 }[decision];
    return { milestoneId, toWorkerPaise, toPosterPaise: amountPaise - toWorkerPaise };
  });
  return parts.some(({ toPosterPaise }) => toPosterPaise < 0) ? null : parts;
}

/** Sums what each side gets, and the charge kept from the refunds. */
export function sumsOf(parts: readonly Part[], chargeBps: number) {
  const sum = (paise: (part: Part) => number) => parts.reduce((total, part) => total + paise(part), 0);
  const chargePaise = sum((part) => refundChargePaise(part.toPosterPaise, chargeBps));
  return {
    toWorkerPaise: sum((part) => part.toWorkerPaise),
    toPosterPaise: sum((part) => part.toPosterPaise) - chargePaise,
    chargePaise,
  };
}
