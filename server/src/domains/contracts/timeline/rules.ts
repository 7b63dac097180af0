import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { ContractEventKind } from '@fws/contract/contracts/model';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';

/** A change of a state of the job, of one of its milestones, or of one of its disputes. */
export type ChangeFacts = {
  /** Who caused it; null: a provider, a timer, or another change. */
  byRole: string | null;
} & (
  | { track: 'job'; to: JobState }
  | { track: 'fund'; from: FundState; to: FundState }
  | { track: 'work'; from: WorkState; to: WorkState }
  | { track: 'dispute'; to: DisputeState }
);

const JOB_KINDS: Record<JobState, ContractEventKind | null> = {
  open: null,
  withheld: null,
  awarded: 'awarded',
  in_progress: null,
  ending: 'cancelling',
  completed: 'job_completed',
  expired: null,
  cancelled: 'job_cancelled',
};

const WORK_KINDS: Record<WorkState, ContractEventKind | null> = {
  not_started: null,
  started: 'started',
  completed: 'completed',
  payment_requested: 'payment_requested',
};

/** What both sides read of a change; null: nothing, because another event says it. */
export function toEventKind(change: ChangeFacts): ContractEventKind | null {
  switch (change.track) {
    case 'job':
      return JOB_KINDS[change.to];
    case 'work':
      return change.from !== 'not_started' && change.to === 'started'
        ? 'change_requested'
        : WORK_KINDS[change.to];
    case 'dispute':
      if (change.to === 'open') return null;
      return change.byRole === 'admin' ? 'dispute_settled' : 'dispute_withdrawn';
    case 'fund':
      return toFundKind(change);
  }
}

type FundChange = Extract<ChangeFacts, { track: 'fund' }>;

const toFundKind = (change: FundChange): ContractEventKind | null => FUND_KINDS[change.to](change);

const FUND_KINDS: Record<FundState, (change: FundChange) => ContractEventKind | null> = {
  unfunded: () => null,
  funding_pending: () => null,
  funded: () => 'funded',
  accepted: () => 'accepted',
  // A split or a decision divides what was not accepted, or what an admin divides: its own line names the sum.
  released: ({ from, byRole }) => {
    if (from !== 'accepted' || byRole === 'admin') return null;
    return byRole === 'system' ? 'released_unanswered' : 'released';
  },
  refund_pending: ({ byRole }) => (byRole === 'admin' ? null : 'refund_started'),
  refunded: ({ from, byRole }) => {
    if (from === 'refund_pending') return 'refunded';
    return byRole === 'provider' ? 'charged_back' : null;
  },
  // The agreed change says it.
  removed: () => null,
};

/** What happened in a contract. */
export interface ContractEvent {
  kind: ContractEventKind;
  /** Null: it is about the whole contract. */
  milestoneId: number | null;
  amountPaise: number | null;
  at: Date;
}

/** The events that say another one, too. */
const SAID_BY: Partial<Record<ContractEventKind, readonly ContractEventKind[]>> = {
  // Whoever releases work that was not accepted accepts it.
  accepted: ['released', 'released_unanswered'],
  refund_started: ['split_agreed'],
};

/** Without what another event of the same moment says already. In the order of time; those of one moment keep their order. */
export function mergeEvents(events: readonly ContractEvent[]): ContractEvent[] {
  const isSaid = ({ kind, milestoneId, at }: ContractEvent) =>
    events.some(
      (other) =>
        other.milestoneId === milestoneId &&
        other.at.getTime() === at.getTime() &&
        SAID_BY[kind]?.includes(other.kind) === true,
    );
  return events.filter((event) => !isSaid(event)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
