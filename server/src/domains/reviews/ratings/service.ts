import type { Contract } from '@fws/contract/contracts/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { LeaveRating } from '@fws/contract/reviews/schemas';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  getOtherSideId,
  listMilestones,
  lockPartyJob,
  publishContractChange,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { findReasonNow } from '../counting.ts';
import { toJobFacts } from '../facts.ts';
import { toMaskedReviewColumns } from '../masking/rules.ts';
import { openIfBothGiven } from '../opening.ts';
import { ensurePeriod } from '../periods.ts';
import { isWriter } from '../policy.ts';
import { findDueTime, getWriteAbility, mayRate } from '../rules.ts';
import { findEnds, listJobReviews } from '../store.ts';

export const leaveRating = (deps: Deps, command: LeaveRating, callerId: number): Promise<Outcome<null>> =>
  inTx(deps.db, (tx) => leaveRatingInTx(deps, tx, command, callerId));

async function leaveRatingInTx(
  { ports }: Pick<Deps, 'ports'>,
  tx: Tx,
  command: LeaveRating,
  callerId: number,
): Promise<Outcome<null>> {
  const { aboutId, comment } = command;
  const jobId = command.jobId ?? (await findNewestJobBetween(tx, callerId, aboutId));
  const lockedJob = jobId === null ? null : await lockPartyJob(tx, jobId, callerId);
  if (!lockedJob) return refuse('not_found', 'contracts.not_found');
  const { job, contract, side } = lockedJob;
  if (aboutId !== getOtherSideId(contract, callerId)) return refuse('not_found', 'contracts.not_found');
  // After the wait for the lock, in which the time may have ended.
  const now = ports.clock.now();
  const milestones = await listMilestones(tx, job.id);
  const facts = toJobFacts(await findEnds(tx, job.id), milestones);
  const hasRated = (await listJobReviews(tx, job.id)).some((review) => isWriter(review, callerId));
  const ability = mayRate({ ...facts, hasRated }, now);
  if (!ability.allowed) return refuse('conflict', ability.reason);

  await tx
    .insertInto('rating')
    .values({
      job_id: job.id,
      by_user_id: callerId,
      about_user_id: aboutId,
      points: command.points,
      comment,
      rated_at: now,
      state: 'sealed',
      uncounted_reason: await findReasonNow(tx, contract),
      ...toMaskedReviewColumns({ comment, reply: '' }),
    })
    .execute();
  await ensurePeriod(tx, contract, { endsAt: findDueTime(facts), now });
  await openIfBothGiven(tx, lockedJob, { by: { role: side, userId: callerId }, at: now });
  await publishContractChange(tx, contract);
  return done(null);
}

/** What each side has given, and what the caller may give now. */
export async function readStanding(
  db: Db,
  { job_id: jobId }: { job_id: number },
  context: { milestones: readonly MilestoneRow[]; callerId: number; now: Date },
): Promise<Pick<Contract, 'rating' | 'review'>> {
  const { milestones, callerId, now } = context;
  const reviews = await listJobReviews(db, jobId);
  const own = reviews.find((review) => isWriter(review, callerId));
  const facts = toJobFacts(await findEnds(db, jobId), milestones);
  return {
    rating: {
      given: own ? own.points / POINTS_PER_STAR : null,
      ability: mayRate({ ...facts, hasRated: own !== undefined }, now),
    },
    review: {
      own: own?.state ?? null,
      isOtherGiven: reviews.some((review) => !isWriter(review, callerId)),
      opensAt: findDueTime(facts)?.toISOString() ?? null,
      write: getWriteAbility({ ...facts, own: own?.state ?? null }, now),
    },
  };
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
