import type { Tx } from '../../../platform/db/index.ts';
import { enqueueAll } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { enqueueRecount } from '../../jobs/index.ts';
import { disputeSettled, findRatesAt, postOrThrow, splitAgreed, type Posting } from '../../ledger/index.ts';
import { recordReleases } from '../../rests/index.ts';
import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import { sumChargebacks } from '../chargebacks/store.ts';
import type { EscrowEvents } from '../events.ts';
import { endHolds } from '../holds/service.ts';
import { lockMilestones, type LockedJob } from '../lock.ts';
import { findAppliedPayments } from '../orders/store.ts';
import { buildMilestoneRefundId } from '../refunds/ids.ts';
import { startMilestoneRefund } from '../refunds/milestones.ts';
import { insertDeductions } from '../releases/store.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';
import { calculateHeldPaise, getMilestoneOutcome, type SplitEvent } from './rules.ts';

export interface HeldAmount {
  milestoneId: number;
  amountPaise: number;
  milestone: MilestoneRow;
}

export interface SplitAmount {
  milestoneId: number;
  toWorkerPaise: number;
  /** Before the charge. */
  toPosterPaise: number;
}

/** What decided about the parts: an admin in a dispute, or both sides about one milestone. */
export type SplitSource =
  | { disputeId: number; splitId?: undefined }
  | { disputeId?: undefined; splitId: number };

/** What a dispute keeps in escrow. Locks the job's milestones. */
export async function lockHeldAmounts(
  tx: Tx,
  lockedJob: LockedJob,
  milestoneIds: readonly number[],
): Promise<HeldAmount[]> {
  const milestones = (await lockMilestones(tx, lockedJob)).filter(({ id }) => milestoneIds.includes(id));
  const chargebacks = await sumChargebacks(
    tx,
    milestones.map((milestone) => milestone.id),
  );
  return milestones.flatMap((milestone) => {
    const amountPaise = calculateHeldPaise({
      fund: milestone.fund_state,
      onHold: milestone.on_hold,
      amountPaise: milestone.amount_paise,
      chargebacks: chargebacks.get(milestone.id) ?? null,
    });
    return amountPaise === null ? [] : { milestoneId: milestone.id, amountPaise, milestone };
  });
}

/**
 * Books both sides' parts, which split all of these amounts, in one ledger transaction. The provider sends the refunds
 * afterwards.
 */
export async function splitEscrow(
  tx: Tx,
  lockedJob: LockedJob,
  split: {
    source: SplitSource;
    held: readonly HeldAmount[];
    parts: readonly SplitAmount[];
    chargeBps: number;
    cause: Cause;
  },
  escrowEvents: EscrowEvents,
): Promise<void> {
  const { source, held, parts, chargeBps, cause } = split;
  const { at: now } = cause;
  const { job_id: jobId, worker_id: workerId } = lockedJob.contract;
  const payments = await findAppliedPayments(
    tx,
    parts.map((part) => part.milestoneId),
  );
  const rates = await findRatesAt(tx, now);
  const events = new Map<number, SplitEvent>();
  for (const part of parts) {
    const { milestoneId } = part;
    const payment = payments.get(milestoneId);
    if (!payment) throw new Error(`milestone ${milestoneId} is funded without a payment`);
    const { refundPaise, event } = getMilestoneOutcome(part, chargeBps);
    events.set(milestoneId, event);
    if (refundPaise > 0)
      await startMilestoneRefund(tx, {
        milestoneId,
        refundPaise,
        payment,
        reason: source.disputeId === undefined ? 'cancelled' : 'dispute',
        now,
      });
  }
  await endMilestones(
    tx,
    held.map(({ milestone }) => milestone),
    { events, cause },
  );
  const bookedParts = parts.map(({ milestoneId, toWorkerPaise, toPosterPaise }) => ({
    milestoneId,
    refundId: buildMilestoneRefundId(milestoneId),
    released: { amountPaise: toWorkerPaise, ...calculateDeductions(toWorkerPaise, rates) },
    refunded: { amountPaise: toPosterPaise, chargeBps },
  }));
  const posting = toPosting(source, { jobId, workerId, parts: bookedParts, at: now });
  await recordReleases(tx, {
    postingKey: posting.key,
    jobId,
    payerId: lockedJob.contract.poster_id,
    workerId,
    parts: parts.map(({ milestoneId, toWorkerPaise }) => ({
      milestoneId,
      amountPaise: toWorkerPaise - totalDeductions(calculateDeductions(toWorkerPaise, rates)),
    })),
    at: now,
  });
  await postOrThrow(tx, posting);
  const releasedParts = parts.filter((part) => part.toWorkerPaise > 0);
  await insertDeductions(
    tx,
    releasedParts.map((part) => ({ milestoneId: part.milestoneId, grossPaise: part.toWorkerPaise })),
    rates,
  );
  await enqueueAll(
    tx,
    releasedParts.map(({ milestoneId }) => ({ task: 'make_invoice', payload: { milestoneId } })),
  );
  if (releasedParts.length > 0) await publish(tx, { users: [workerId], topic: 'wallet', id: null });
  await enqueueRecount(tx, lockedJob.contract.poster_id);
  await escrowEvents.onMilestonesEnded(tx, lockedJob, now);
}

/** A dispute is about several milestones, an agreed split about one. */
function toPosting(
  { disputeId, splitId }: SplitSource,
  settled: Omit<Parameters<typeof disputeSettled>[0], 'disputeId'>,
): Posting {
  if (disputeId !== undefined) return disputeSettled({ ...settled, disputeId });
  const { parts, ...booked } = settled;
  const [part, ...more] = parts;
  if (!part || more.length > 0) throw new RangeError(`split ${splitId} is of one milestone`);
  return splitAgreed({ ...booked, ...part, splitId });
}

async function endMilestones(
  tx: Tx,
  milestones: readonly MilestoneRow[],
  { events, cause }: { events: ReadonlyMap<number, SplitEvent>; cause: Cause },
): Promise<void> {
  for (const event of new Set(events.values()))
    await transitionFunds(
      tx,
      milestones.filter((milestone) => events.get(milestone.id) === event),
      event,
      { ...cause, ...(event === 'split_to_worker' ? { change: { released_at: cause.at } } : {}) },
    );
  await endHolds(tx, milestones, cause);
}
