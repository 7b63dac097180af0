import { REVIEW_DAYS, formatTicketNumber } from '@fws/contract/disputes/model';
import { disputeLifecycle } from '@fws/contract/disputes/lifecycle';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany } from '../../../platform/queue/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import {
  splitEscrow,
  lockAwardedJob,
  lockHeldAmounts,
  lockMilestones,
  liftHold,
  listUndisputed,
  holdUnheld,
  type LockedJob,
  type EscrowEvents,
} from '../../escrow/index.ts';
import { extendDocuments, getEndOfDayAfter, isCompleteSplit, type MilestoneSplit } from '../rules.ts';
import { publishDisputeChange, buildDisputePath, listSides } from '../service.ts';
import {
  changeDueDates,
  endWaitForFws,
  findDispute,
  listMilestoneIds,
  lockDispute,
  transitionDisputes,
  type DisputeRow,
} from '../store.ts';
import { insertParts } from './store.ts';
import { insertComment } from '../documents/store.ts';

export interface DisputeSettlement {
  disputeId: number;
  adminId: number;
  /** Every milestone with held money, each split completely: a release, a refund or both. */
  parts: readonly MilestoneSplit[];
  /** The charge on a refund in hundredths of a percent; 0 if the admin waives it. */
  chargeBps: number;
  /** Shown to both sides. */
  reason: string;
}

/**
 * An admin settles a dispute. The money moves in one ledger transaction, the ticket is closed, and the job continues
 * with its other milestones. The caller checks permissions.
 */
export async function settleDispute(
  tx: Tx,
  settlement: DisputeSettlement,
  { escrowEvents, now }: { escrowEvents: EscrowEvents; now: Date },
): Promise<Outcome<null>> {
  const { disputeId, adminId, parts, chargeBps } = settlement;
  const unlockedDispute = await findDispute(tx, disputeId);
  const lockedJob = unlockedDispute && (await lockAwardedJob(tx, unlockedDispute.job_id));
  const dispute = lockedJob && (await lockDispute(tx, unlockedDispute));
  if (!dispute) return refuse('not_found', 'disputes.not_found');
  if (dispute.state !== 'open') return refuse('conflict', 'disputes.closed');
  const reason = settlement.reason.trim();
  if (reason === '') return refuseField('reason', 'disputes.reason_required');
  const held = await lockHeldAmounts(tx, lockedJob, await listMilestoneIds(tx, dispute, 'held'));
  if (!isCompleteSplit(held, parts)) return refuseField('parts', 'disputes.division_wrong');

  await insertParts(tx, disputeId, parts);
  const cause: Cause = { by: { role: 'admin', userId: adminId }, at: now };
  if (parts.length > 0)
    await splitEscrow(tx, lockedJob, { source: { disputeId }, held, parts, chargeBps, cause }, escrowEvents);
  await transitionDisputes(tx, [dispute], 'settle', {
    ...cause,
    change: { ending: 'settled', closed_at: now, settled_by: adminId, reason },
  });
  await liftHold(tx, lockedJob, { disputeId, cause });
  await notifyMany(
    tx,
    listSides(lockedJob).map(({ id, side }) => ({
      userId: id,
      type: getNoticeType(disputeLifecycle, 'settle', side),
      values: { ticket: formatTicketNumber(disputeId) },
      path: buildDisputePath(disputeId),
      dedupeKey: `dispute:${disputeId}:settled`,
    })),
  );
  await publishDisputeChange(tx, dispute);
  return done(null);
}

/**
 * FWS writes to both sides. If the time for documents is over or nearly over, it is extended, and the review date
 * with it. A dispute that waits for FWS has been looked at now: it holds its money.
 */
export async function requestDocuments(
  tx: Tx,
  { disputeId, adminId, text }: { disputeId: number; adminId: number; text: string },
  now: Date,
): Promise<Outcome<null>> {
  const unlockedDispute = await findDispute(tx, disputeId);
  const lockedJob = unlockedDispute && (await lockAwardedJob(tx, unlockedDispute.job_id));
  const dispute = lockedJob && (await lockDispute(tx, unlockedDispute));
  if (!dispute) return refuse('not_found', 'disputes.not_found');
  if (dispute.state !== 'open') return refuse('conflict', 'disputes.closed');
  const id = await insertComment(tx, { disputeId, userId: adminId, body: text, now });
  if (dispute.waits_for_fws)
    await takeUp(tx, lockedJob, dispute, { by: { role: 'admin', userId: adminId }, at: now });
  const dueAt = extendDocuments(dispute, now);
  if (dueAt !== null)
    await changeDueDates(tx, dispute, {
      documents_due_at: dueAt,
      review_due_at: getEndOfDayAfter(dueAt, REVIEW_DAYS),
    });
  await notifyMany(
    tx,
    [dispute.raised_by, dispute.against].map((userId) => ({
      userId,
      type: 'dispute_comment',
      values: { person: 'FWS', ticket: formatTicketNumber(disputeId) },
      path: buildDisputePath(disputeId),
      dedupeKey: `dispute:${disputeId}:comment:${id}`,
    })),
  );
  await publishDisputeChange(tx, dispute);
  return done(null);
}

/** Holds what the dispute is about and still in escrow, unless a dispute of the other side holds it already. */
async function takeUp(tx: Tx, lockedJob: LockedJob, dispute: DisputeRow, cause: Cause): Promise<void> {
  const milestoneIds = await listMilestoneIds(tx, dispute);
  const undisputed = await listUndisputed(tx, lockedJob, await lockMilestones(tx, lockedJob));
  const milestones = undisputed.filter(({ id }) => milestoneIds.includes(id));
  await holdUnheld(tx, lockedJob, { disputeId: dispute.id, milestones, cause });
  await endWaitForFws(tx, dispute);
}
