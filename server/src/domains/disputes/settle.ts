import { REVIEW_DAYS, ticketNumber } from '@fws/contract/disputes/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../platform/db/index.ts';
import { tellAll } from '../../platform/jobs/index.ts';
import { divideMoney, heldAmounts, liftHold, lockContract } from '../contracts/index.ts';
import { daysLater, dividesAll, type Division } from './rules.ts';
import { changed, pathOf } from './service.ts';
import {
  changeDueDates,
  closeDispute,
  disputeById,
  insertComment,
  insertParts,
  lockDispute,
} from './store.ts';

export interface Settlement {
  disputeId: number;
  adminId: number;
  /** Every milestone with held money, each split completely: a release, a refund or both. */
  parts: readonly Division[];
  /** The charge on a refund in hundredths of a percent; 0 if the admin waives it. */
  chargeBps: number;
  /** Shown to both sides. */
  reason: string;
}

/**
 * An admin settles a dispute. The money moves in one ledger transaction, the ticket is closed, and the job continues
 * with the milestones that are not funded yet. The caller checks permissions.
 */
export async function settle(tx: Tx, settlement: Settlement, now: Date): Promise<Outcome<null>> {
  const { disputeId, adminId, parts, chargeBps } = settlement;
  const seen = await disputeById(tx, disputeId);
  const contract = seen && (await lockContract(tx, seen.job_id, seen.raised_by));
  const dispute = contract && (await lockDispute(tx, disputeId));
  if (!dispute) return refuse('not_found', 'disputes.not_found');
  if (dispute.state !== 'open') return refuse('conflict', 'disputes.closed');
  const reason = settlement.reason.trim();
  if (reason === '') return refuseField('reason', 'disputes.reason_required');
  if (!dividesAll(await heldAmounts(tx, contract), parts))
    return refuseField('parts', 'disputes.division_wrong');

  await insertParts(tx, disputeId, parts);
  if (parts.length > 0) await divideMoney(tx, contract, { disputeId, parts, chargeBps, now });
  await closeDispute(tx, disputeId, { ending: 'settled', closed_at: now, settled_by: adminId, reason });
  await liftHold(tx, contract, now);
  await tellAll(
    tx,
    [dispute.raised_by, dispute.against].map((userId) => ({
      userId,
      type: 'dispute_settled',
      values: { ticket: ticketNumber(disputeId) },
      path: pathOf(disputeId),
      dedupeKey: `dispute:${disputeId}:settled`,
    })),
  );
  await changed(tx, dispute);
  return done(null);
}

/** How many days both sides have to answer a request of FWS, from the day of the request. */
const MORE_DAYS = 3;

/**
 * FWS writes to both sides. If the time for documents is over or nearly over, it is extended, and the review date
 * with it.
 */
export async function askForPapers(
  tx: Tx,
  { disputeId, adminId, text }: { disputeId: number; adminId: number; text: string },
  now: Date,
): Promise<Outcome<null>> {
  const dispute = await lockDispute(tx, disputeId);
  if (!dispute) return refuse('not_found', 'disputes.not_found');
  if (dispute.state !== 'open') return refuse('conflict', 'disputes.closed');
  const id = await insertComment(tx, { disputeId, userId: adminId, body: text, now });
  const until = daysLater(now, MORE_DAYS);
  if (until > dispute.documents_due_at)
    await changeDueDates(tx, disputeId, {
      documents_due_at: until,
      review_due_at: daysLater(until, REVIEW_DAYS),
    });
  await tellAll(
    tx,
    [dispute.raised_by, dispute.against].map((userId) => ({
      userId,
      type: 'dispute_comment',
      values: { person: 'FWS', ticket: ticketNumber(disputeId) },
      path: pathOf(disputeId),
      dedupeKey: `dispute:${disputeId}:comment:${id}`,
    })),
  );
  await changed(tx, dispute);
  return done(null);
}
