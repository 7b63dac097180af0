import type { DisputeDecision } from '@fws/contract/admin/disputes/schemas';
import { calculateRefundChargePaise } from '../../ledger/index.ts';

interface HeldMilestone {
  milestoneId: number;
  amountPaise: number;
}

interface SplitPart {
  milestoneId: number;
  toWorkerPaise: number;
  toPosterPaise: number;
}

/** Divides every held milestone completely. Null for a split of another milestone, or of more than is held. */
export function calculateSplit(
  { decision, toWorker }: Pick<DisputeDecision, 'decision' | 'toWorker'>,
  heldMilestones: readonly HeldMilestone[],
): SplitPart[] | null {
  const heldIds = new Set(heldMilestones.map(({ milestoneId }) => String(milestoneId)));
  if (decision === 'split' && Object.keys(toWorker).some((id) => !heldIds.has(id))) return null;
  const parts = heldMilestones.map(({ milestoneId, amountPaise }) => {
    const toWorkerPaise = { release: amountPaise, refund: 0, split: toWorker[milestoneId] ?? 0 }[decision];
    return { milestoneId, toWorkerPaise, toPosterPaise: amountPaise - toWorkerPaise };
  });
  return parts.some(({ toPosterPaise }) => toPosterPaise < 0) ? null : parts;
}

/** Sums what each side gets, and the charge kept from the refunds. */
export function sumSplit(parts: readonly SplitPart[], chargeBps: number) {
  const sum = (getPaise: (part: SplitPart) => number) =>
    parts.reduce((total, part) => total + getPaise(part), 0);
  const chargePaise = sum((part) => calculateRefundChargePaise(part.toPosterPaise, chargeBps));
  return {
    toWorkerPaise: sum((part) => part.toWorkerPaise),
    toPosterPaise: sum((part) => part.toPosterPaise) - chargePaise,
    chargePaise,
  };
}
