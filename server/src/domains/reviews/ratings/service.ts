import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { LeaveRating } from '@fws/contract/reviews/schemas';
import type { Ability } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import {
  getOtherSideId,
  listMilestones,
  lockPartyJob,
  publishContractChange,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { addRating } from '../../profile/index.ts';
import { findReasonNow } from '../counting.ts';
import { mayRate } from '../rules.ts';

export const leaveRating = (deps: Deps, command: LeaveRating, callerId: number): Promise<Outcome<null>> =>
  inTx(deps.db, (tx) => leaveRatingInTx(tx, command, { callerId, now: deps.ports.clock.now() }));

async function leaveRatingInTx(
  tx: Tx,
  command: LeaveRating,
  context: { callerId: number; now: Date },
): Promise<Outcome<null>> {
  const { aboutId, comment } = command;
  const { callerId, now } = context;
  const jobId = command.jobId ?? (await findNewestJobBetween(tx, callerId, aboutId));
  const lockedJob = jobId === null ? null : await lockPartyJob(tx, jobId, callerId);
  if (!lockedJob) return refuse('not_found', 'contracts.not_found');
  const { job, contract, side } = lockedJob;
  if (aboutId !== getOtherSideId(contract, callerId)) return refuse('not_found', 'contracts.not_found');
  const milestones = await listMilestones(tx, job.id);
  const ends = await tx
    .selectFrom('contract')
    .select(['completed_at', 'cancelled_at'])
    .where('job_id', '=', job.id)
    .executeTakeFirstOrThrow();
  const points = await findRatingPoints(tx, job.id, callerId);
  const ability = mayRate(toRatingFacts(ends, milestones, points), now);
  if (!ability.allowed) return refuse('conflict', ability.reason);

  const reason = await findReasonNow(tx, contract);
  await tx
    .insertInto('rating')
    .values({
      job_id: job.id,
      by_user_id: callerId,
      about_user_id: aboutId,
      points: command.points,
      comment,
      rated_at: now,
      uncounted_reason: reason,
    })
    .execute();
  const stars = command.points / POINTS_PER_STAR;
  if (reason === null) await addRating(tx, aboutId, { stars, difference: 1 });
  await notify(tx, {
    userId: aboutId,
    type: 'rating_received',
    values: { stars, job: job.title },
    path: `${side === 'poster' ? '/myjobsdetail' : '/awardedjob'}/${job.id}`,
    dedupeKey: `rating:${job.id}:${callerId}`,
  });
  await publishContractChange(tx, contract);
  return done(null);
}

/** What this side has given, and whether it may give it now. */
export async function readRating(
  db: Db,
  contract: { job_id: number; completed_at: Date | null; cancelled_at: Date | null },
  context: { milestones: readonly MilestoneRow[]; callerId: number; now: Date },
): Promise<{ given: number | null; ability: Ability }> {
  const points = await findRatingPoints(db, contract.job_id, context.callerId);
  return {
    given: points === null ? null : points / POINTS_PER_STAR,
    ability: mayRate(toRatingFacts(contract, context.milestones, points), context.now),
  };
}

/** `points`: what the caller has given, or null. */
const toRatingFacts = (
  contract: { completed_at: Date | null; cancelled_at: Date | null },
  milestones: readonly Pick<MilestoneRow, 'released_at' | 'work_state'>[],
  points: number | null,
) => ({
  hasRelease: milestones.some((milestone) => milestone.released_at !== null),
  hasBegun: milestones.some((milestone) => milestone.work_state !== 'not_started'),
  hasRated: points !== null,
  completedAt: contract.completed_at,
  cancelledAt: contract.cancelled_at,
});

async function findRatingPoints(db: Db | Tx, jobId: number, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('rating')
    .select('points')
    .where('job_id', '=', jobId)
    .where('by_user_id', '=', userId)
    .executeTakeFirst();
  return row?.points ?? null;
}

/**
 * For clients that send a person without a job: prefers a job that can be rated, then one that the caller posted,
 * then the newest.
 */
async function findNewestJobBetween(tx: Tx, callerId: number, aboutId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('contract')
    .select('job_id')
    .where((contract) =>
      contract.or([
        contract.and([contract('poster_id', '=', callerId), contract('worker_id', '=', aboutId)]),
        contract.and([contract('worker_id', '=', callerId), contract('poster_id', '=', aboutId)]),
      ]),
    )
    .orderBy(
      (contract) =>
        contract.exists(
          contract
            .selectFrom('milestone')
            .select('milestone.id')
            .whereRef('milestone.job_id', '=', 'contract.job_id')
            .where('milestone.released_at', 'is not', null),
        ),
      'desc',
    )
    .orderBy((contract) =>
      contract.exists(
        contract
          .selectFrom('rating')
          .select('rating.job_id')
          .whereRef('rating.job_id', '=', 'contract.job_id')
          .where('rating.by_user_id', '=', callerId),
      ),
    )
    .orderBy((contract) => contract('poster_id', '=', callerId), 'desc')
    .orderBy('awarded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.job_id ?? null;
}
