import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { JobReviews, NewReply, NewReview } from '@fws/contract/reviews/schemas';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { Side } from '@fws/contract/contracts/model';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { replacePhotos } from '../../platform/photos.ts';
import {
  getOtherSideId,
  listMilestones,
  lockPartyJob,
  publishContractChange,
  type LockedJob,
} from '../escrow/index.ts';
import { findReasonNow } from './counting.ts';
import { toJobFacts } from './facts.ts';
import { LIMITS } from './limits.ts';
import { toMaskedReviewColumns } from './masking/rules.ts';
import { notifyReplied } from './notices.ts';
import { openIfBothGiven } from './opening.ts';
import { ensurePeriod } from './periods.ts';
import { isWriter } from './policy.ts';
import { findDueTime, getReplyAbility, getWriteAbility } from './rules.ts';
import { createAttachmentId, findEnds, listJobReviews, transitionReviews, type ReviewRow } from './store.ts';
import { presentJobReviews } from './view.ts';

interface Step {
  lockedJob: LockedJob & { side: Side };
  reviews: ReviewRow[];
  callerId: number;
  now: Date;
}

/** Runs a step of one of the two sides with the job locked. To anybody else the job does not exist. */
const runStep = (
  { db, ports, config }: Pick<Deps, 'db' | 'ports' | 'config'>,
  { jobId, callerId }: { jobId: number; callerId: number },
  step: (tx: Tx, context: Step) => Promise<Outcome<null>>,
): Promise<Outcome<JobReviews>> =>
  inTx(db, async (tx): Promise<Outcome<JobReviews>> => {
    const limit = config.limits.get(LIMITS.review_user);
    const counted = await countAttempt(tx, limit, String(callerId), ports.clock.now());
    if (!counted.ok) return counted;
    const lockedJob = await lockPartyJob(tx, jobId, callerId);
    if (!lockedJob) return refuse('not_found', 'contracts.not_found');
    // After the wait for the lock, in which the time may have ended.
    const now = ports.clock.now();
    const reviews = await listJobReviews(tx, jobId);
    const stepped = await step(tx, { lockedJob, reviews, callerId, now });
    if (!stepped.ok) return stepped;
    await publishContractChange(tx, lockedJob.contract);
    return presentJobReviews(tx, { jobId, readerId: callerId, now });
  });

/** Writes the caller's review of the other side, or changes it while it is sealed. */
export const writeReview = (deps: Deps, command: NewReview, callerId: number): Promise<Outcome<JobReviews>> =>
  runStep(deps, { jobId: command.jobId, callerId }, async (tx, context) => {
    const { lockedJob, reviews, now } = context;
    const own = reviews.find((review) => isWriter(review, callerId)) ?? null;
    const ends = await findEnds(tx, command.jobId);
    const facts = toJobFacts(ends, await listMilestones(tx, command.jobId));
    const ability = getWriteAbility({ ...facts, own: own?.state ?? null }, now);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const saved = await saveReview(tx, command, { ...context, own });
    if (!saved.ok) return saved;
    await ensurePeriod(tx, lockedJob.contract, { endsAt: findDueTime(facts), now });
    await openIfBothGiven(tx, lockedJob, { by: { role: lockedJob.side, userId: callerId }, at: now });
    return done(null);
  });

async function saveReview(
  tx: Tx,
  command: NewReview,
  { lockedJob: { job, contract }, callerId, now, own }: Step & { own: ReviewRow | null },
): Promise<Outcome<null>> {
  const attachmentId = own?.attachment_id ?? (command.photoIds?.length ? await createAttachmentId(tx) : null);
  const written = {
    points: command.rating * POINTS_PER_STAR,
    comment: command.text,
    quality: command.quality,
    on_time: command.onTime,
    as_agreed: command.asAgreed,
    manner: command.manner,
    rated_at: now,
    attachment_id: attachmentId,
    ...toMaskedReviewColumns({ comment: command.text, reply: '' }),
  };
  if (own) {
    await tx
      .updateTable('rating')
      .set(written)
      .where('job_id', '=', job.id)
      .where('by_user_id', '=', callerId)
      .execute();
  } else {
    await tx
      .insertInto('rating')
      .values({
        ...written,
        job_id: job.id,
        by_user_id: callerId,
        about_user_id: getOtherSideId(contract, callerId),
        state: 'sealed',
        uncounted_reason: await findReasonNow(tx, contract),
      })
      .execute();
  }
  if (attachmentId === null || command.photoIds === null) return done(null);
  return replacePhotos(tx, {
    ids: command.photoIds,
    ownerId: callerId,
    subject: 'review',
    subjectId: attachmentId,
  });
}

/** Answers the other side's open review of the caller, once. */
export const replyReview = (deps: Deps, command: NewReply, callerId: number): Promise<Outcome<JobReviews>> =>
  runStep(deps, { jobId: command.jobId, callerId }, async (tx, { lockedJob, reviews, now }) => {
    const review = reviews.find((candidate) => !isWriter(candidate, callerId)) ?? null;
    const ability = getReplyAbility(review);
    if (!review || !ability.allowed)
      return refuse('conflict', ability.allowed ? 'reviews.nothing_to_answer' : ability.reason);
    const texts = { comment: review.comment, reply: command.text };
    await transitionReviews(tx, [review], 'reply', {
      by: { role: lockedJob.side, userId: callerId },
      at: now,
      change: { reply: command.text, replied_at: now, ...toMaskedReviewColumns(texts) },
    });
    await notifyReplied(tx, review, lockedJob.job.title);
    return done(null);
  });
