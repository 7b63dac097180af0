import type { Side } from '@fws/contract/contracts/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { isWorkLate } from '@fws/contract/reliability/lateness';
import type { Waiver } from '@fws/contract/reliability/model';
import { decideOutcome, type JobFacts } from '@fws/contract/reliability/outcome';
import { COUNTED_FROM_PAISE } from '@fws/contract/reviews/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { isUnderWay, listMilestones, type LockedJob, type MilestoneRow } from '../../escrow/index.ts';
import { areLinked } from '../../links/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { findQuote } from '../../quotes/index.ts';
import { recordOutcomes } from '../../reliability/index.ts';
import { readVisitFault, type VisitFault } from '../../visits/index.ts';
import { findWaiver } from '../cancelling/rules.ts';
import { findJobEnding } from '../cancelling/store.ts';
import { findAwardedJob, type AwardedJobRow } from '../store.ts';
import { getOtherSide } from '../turns/rules.ts';
import { findHandIns, findVisitRuling, hasDispute } from './store.ts';

/** What is known of the job. The same rows give the same facts at any later time. */
export async function loadJobFacts(
  tx: Tx,
  contract: AwardedJobRow,
  { isCompleted, now }: { isCompleted: boolean; now: Date },
): Promise<JobFacts> {
  const { job_id: jobId } = contract;
  // Whoever cancelled it: all of its work was paid.
  const ending = isCompleted ? null : await findJobEnding(tx, jobId);
  const visit = await readVisitFault(tx, jobId, now);
  return {
    isCompleted,
    cancellation: ending && { by: ending.side, excuse: visit.excuse, waiver: ending.waiver },
    absence: visit.absence ?? (await judgeAbsence(tx, jobId, visit)),
    isLateVisit: visit.isLate,
    isLateWork: isCompleted && (await isLate(tx, contract, now)),
    uncounted: (await areSidesLinked(tx, contract))
      ? 'linked'
      : contract.total_paise < COUNTED_FROM_PAISE
        ? 'small'
        : null,
  };
}

/** Stored for a completed job: its end counts it, and each link that is found later counts it again. */
async function areSidesLinked(tx: Tx, contract: AwardedJobRow): Promise<boolean> {
  const { completed_at: completedAt, uncounted_reason: reason, poster_id: posterId } = contract;
  return completedAt === null ? areLinked(tx, posterId, contract.worker_id) : reason === 'linked';
}

/** Whoever a person found to be right about the visit was there. */
async function judgeAbsence(
  tx: Tx,
  jobId: number,
  { contestedBy }: VisitFault,
): Promise<JobFacts['absence']> {
  if (!contestedBy || (await findVisitRuling(tx, jobId)) !== contestedBy) return null;
  return { side: getOtherSide(contestedBy), excuse: null };
}

async function isLate(tx: Tx, contract: AwardedJobRow, now: Date): Promise<boolean> {
  // Most work ends before its day, and nothing can have been handed in later than now.
  if (contract.finish_by === null || toIstDate(now) <= contract.finish_by) return false;
  const { job_id: jobId } = contract;
  const worked = (await listMilestones(tx, jobId)).filter(({ kind }) => kind === 'work');
  const handIns = await findHandIns(
    tx,
    jobId,
    worked.map(({ id }) => id),
  );
  const quote = await findQuote(tx, contract.quote_id);
  return isWorkLate({
    finishBy: contract.finish_by,
    startsOn: quote?.starts_on ?? null,
    awardedMs: contract.awarded_at.getTime(),
    hasDispute: await hasDispute(tx, jobId),
    parts: worked.map((milestone) => ({
      position: milestone.position,
      fundedMs: milestone.funded_at?.getTime() ?? null,
      handedInMs: handIns.get(milestone.id)?.getTime() ?? null,
      changeRequests: milestone.change_requests,
    })),
  });
}

/** Why cancelling now is not the fault of this side; null: it is. The visit knows of the cancellation already. */
export async function decideWaiver(
  tx: Tx,
  { job, contract, milestones }: LockedJob & { milestones: readonly MilestoneRow[] },
  { side, now }: { side: Side; now: Date },
): Promise<Waiver | null> {
  const otherId = side === 'poster' ? contract.worker_id : contract.poster_id;
  return findWaiver(milestones, {
    side,
    isOtherSuspended: !!(await loadPeople(tx, [otherId])).get(otherId)?.suspendedAt,
    isNoArrival: (await readVisitFault(tx, job.id, now)).isNoArrival,
    awardedAt: (await findAwardedJob(tx, job.id))?.awarded_at ?? now,
    now,
  });
}

/** Whether it would count in the record of this side, if it cancelled now without an excuse. */
export async function foreseeCounts(
  db: Db | Tx,
  contract: AwardedJobRow,
  {
    side,
    milestones,
    suspended,
    now,
  }: { side: Side; milestones: readonly MilestoneRow[]; suspended: Side | null; now: Date },
): Promise<boolean> {
  if (!isUnderWay(contract.state) || contract.total_paise < COUNTED_FROM_PAISE) return false;
  const visit = await readVisitFault(db, contract.job_id, now, side);
  const waiver = findWaiver(milestones, {
    side,
    isOtherSuspended: suspended === getOtherSide(side),
    isNoArrival: visit.isNoArrival,
    awardedAt: contract.awarded_at,
    now,
  });
  const facts = {
    isCompleted: false,
    cancellation: { by: side, excuse: null, waiver },
    absence: visit.absence,
    isLateVisit: false,
    isLateWork: false,
    uncounted: null,
  };
  return decideOutcome(facts, side).outcome === 'cancelled';
}

/** The job has ended, or one side has cancelled it. The job must be locked before. */
export async function recordEnd(
  tx: Tx,
  { job }: LockedJob,
  end: { isCompleted: boolean; now: Date },
): Promise<void> {
  const contract = await findAwardedJob(tx, job.id);
  if (!contract) throw new Error(`job ${job.id} is awarded without a contract`);
  const facts = await loadJobFacts(tx, contract, end);
  const { poster_id: posterId, worker_id: workerId, awarded_at: awardedAt, title } = contract;
  await recordOutcomes(tx, { jobId: job.id, title, posterId, workerId, awardedAt }, facts, end.now);
}
