import { POINTS_PER_STAR, type UncountedReason } from '@fws/contract/reviews/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { areLinked, findLinkedAccounts, STRONG_KINDS } from '../links/index.ts';
import { sumReleasedPaise } from '../escrow/index.ts';
import { lockJob } from '../jobs/index.ts';
import { addCompletedProject, addRating } from '../profile/index.ts';
import { uncountLinked } from '../reliability/index.ts';
import { extendReviews } from './periods.ts';
import { counts, findUncountedReason } from './rules.ts';

export interface Parties {
  job_id: number;
  poster_id: number;
  worker_id: number;
}

/** Why ratings and completion of a job count nowhere, from what is known now. */
export async function findReasonNow(tx: Tx, contract: Parties): Promise<UncountedReason | null> {
  return findUncountedReason({
    releasedPaise: await sumReleasedPaise(tx, contract.job_id),
    isLinked: await areLinked(tx, contract.poster_id, contract.worker_id),
  });
}

/**
 * Decides again whether the ratings and the completion of a job count, and changes averages and counters by the
 * difference. The caller must hold the lock of the job.
 */
export async function recountJob(tx: Tx, parties: Parties): Promise<void> {
  const { job_id: jobId } = parties;
  // One statement: it runs at every release, and most jobs have no rating by then.
  const rows = await tx
    .selectFrom('contract')
    .leftJoin('rating', 'rating.job_id', 'contract.job_id')
    .select([
      'contract.completed_at',
      'contract.cancelled_at',
      'contract.uncounted_reason as contract_reason',
      'rating.by_user_id',
      'rating.about_user_id',
      'rating.points',
      'rating.state',
      'rating.uncounted_reason',
    ])
    .where('contract.job_id', '=', jobId)
    // Two recounts at once change the users in the same order.
    .orderBy('rating.about_user_id')
    .execute();
  const [contract] = rows;
  const ratings = rows.flatMap(({ by_user_id: byUserId, about_user_id: aboutUserId, points, ...row }) =>
    byUserId === null || aboutUserId === null || points === null || row.state === null
      ? []
      : [{ byUserId, aboutUserId, points, state: row.state, reason: row.uncounted_reason }],
  );
  if (!contract || (ratings.length === 0 && contract.completed_at === null)) return;
  if (contract.completed_at === null && contract.cancelled_at === null) await extendReviews(tx, jobId);
  const stored = [contract.contract_reason, ...ratings.map((rating) => rating.reason)];
  const reason = stored.includes('linked') ? 'linked' : await findReasonNow(tx, parties);
  for (const rating of ratings) {
    // Taken down, it stays out whatever else is known of the job.
    if (rating.reason === reason || rating.reason === 'taken_down') continue;
    await setRatingReason(tx, { job_id: jobId, by_user_id: rating.byUserId }, reason);
    const difference = Number(counts({ ...rating, reason })) - Number(counts(rating));
    if (difference !== 0)
      await addRating(tx, rating.aboutUserId, { stars: rating.points / POINTS_PER_STAR, difference });
  }
  if (contract.completed_at === null || contract.contract_reason === reason) return;
  await setContractReason(tx, jobId, reason);
  const difference = toCount(reason) - toCount(contract.contract_reason);
  if (difference !== 0) await addCompletedProject(tx, parties.worker_id, difference);
}

/** FWS has taken a rating down: it is in no average from now on. The caller must hold the lock of the job. */
export async function leaveRatingOut(tx: Tx, { job_id: jobId }: Parties, writerId: number): Promise<void> {
  const rating = await tx
    .selectFrom('rating')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('by_user_id', '=', writerId)
    .executeTakeFirstOrThrow();
  await setRatingReason(tx, rating, 'taken_down');
  if (counts({ state: rating.state, reason: rating.uncounted_reason }))
    await addRating(tx, rating.about_user_id, { stars: rating.points / POINTS_PER_STAR, difference: -1 });
}

/** FWS has put a rating back: it counts if the job does. The caller must hold the lock of the job. */
export async function takeRatingIn(tx: Tx, parties: Parties, writerId: number): Promise<void> {
  // Not counted yet, so that the recount adds it.
  await setRatingReason(tx, { job_id: parties.job_id, by_user_id: writerId }, 'unpaid');
  await recountJob(tx, parties);
}

async function setRatingReason(
  tx: Tx,
  rating: { job_id: number; by_user_id: number },
  reason: UncountedReason | null,
): Promise<void> {
  await tx
    .updateTable('rating')
    .set({ uncounted_reason: reason })
    .where('job_id', '=', rating.job_id)
    .where('by_user_id', '=', rating.by_user_id)
    .execute();
}

const toCount = (reason: UncountedReason | null): number => (reason === null ? 1 : 0);

async function setContractReason(tx: Tx, jobId: number, reason: UncountedReason | null): Promise<void> {
  await tx.updateTable('contract').set({ uncounted_reason: reason }).where('job_id', '=', jobId).execute();
}

const BATCH = 500;

/**
 * Task: an account has begun to share something with others, so the jobs between them are counted again. Many links are
 * found only after a job: money is often withdrawn to the shared account at the end.
 */
export async function recountLinkedJobs(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  userId: number,
): Promise<void> {
  const linked = await findLinkedAccounts(db, userId, { kinds: STRONG_KINDS, limit: BATCH });
  if (linked.length === 0) return;
  const others = linked.map((account) => account.userId);
  const contracts = await db
    .selectFrom('contract')
    .select(['job_id', 'poster_id', 'worker_id'])
    .where((contract) =>
      contract.or([
        contract.and([contract('poster_id', '=', userId), contract('worker_id', 'in', others)]),
        contract.and([contract('worker_id', '=', userId), contract('poster_id', 'in', others)]),
      ]),
    )
    .execute();
  for (const contract of contracts)
    await inTx(db, async (tx) => {
      await lockJob(tx, contract.job_id);
      await recountJob(tx, contract);
      await uncountLinked(tx, contract, ports.clock.now());
    });
}
