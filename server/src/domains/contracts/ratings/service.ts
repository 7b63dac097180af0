import { POINTS_PER_STAR } from '@fws/contract/contracts/model';
import type { LeaveRating } from '@fws/contract/contracts/schemas';
import type { Ability } from '@fws/contract/platform/process';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { listMilestones, lockPartyJob, publishContractChange } from '../../escrow/index.ts';
import { addRating } from '../../profile/index.ts';

/** Each side rates the other once per job, after a payment of it was released. */
export function mayRate(job: { hasRelease: boolean; hasRated: boolean }): Ability {
  if (job.hasRated) return { allowed: false, reason: 'contracts.already_rated' };
  return job.hasRelease ? { allowed: true } : { allowed: false, reason: 'contracts.rate_after_release' };
}

export async function leaveRating(
  tx: Tx,
  command: LeaveRating,
  context: { callerId: number; now: Date },
): Promise<Outcome<null>> {
  const { aboutId, points, comment } = command;
  const { callerId, now } = context;
  const jobId = command.jobId ?? (await findNewestJobBetween(tx, callerId, aboutId));
  const lockedJob = jobId === null ? null : await lockPartyJob(tx, jobId, callerId);
  if (!lockedJob) return refuse('not_found', 'contracts.not_found');
  const { job, contract, side } = lockedJob;
  if (aboutId !== (side === 'poster' ? contract.worker_id : contract.poster_id))
    return refuse('not_found', 'contracts.not_found');
  const milestones = await listMilestones(tx, job.id);
  const ability = mayRate({
    hasRelease: milestones.some((milestone) => milestone.released_at !== null),
    hasRated: (await findRatingPoints(tx, job.id, callerId)) !== null,
  });
  if (!ability.allowed) return refuse('conflict', ability.reason);

  await tx
    .insertInto('rating')
    .values({
      job_id: job.id,
      by_user_id: callerId,
      about_user_id: aboutId,
      points,
      comment,
      rated_at: now,
    })
    .execute();
  const stars = points / POINTS_PER_STAR;
  await addRating(tx, aboutId, stars);
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

export async function findRatingPoints(db: Db | Tx, jobId: number, userId: number): Promise<number | null> {
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
