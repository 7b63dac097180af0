import { toIstDate } from '@fws/contract/platform/dates';
import { POINTS_PER_STAR, REVIEW_DAYS } from '@fws/contract/reviews/model';
import { escrowEvents } from '../../server/src/domains/contracts/index.ts';
import { lockAwardedJob } from '../../server/src/domains/escrow/index.ts';
import type { Tx } from '../../server/src/platform/db/index.ts';
import type { DemoContract } from './contracts.ts';
import { getRequired, HOUR_MS, subtractHours } from './tools.ts';

const DAY_HOURS = 24;

interface DemoReview {
  by: 'poster' | 'worker';
  stars: number;
  text: string;
  /** Of whoever it is about. */
  reply?: string;
}

export interface FinishedJob {
  contract: DemoContract;
  endedDaysAgo: number;
  /** The day by which the work was agreed. Left out: none was. */
  agreedDaysAgo?: number;
  reviews: readonly DemoReview[];
}

/** One job that both sides have reviewed, and one that its poster has still to review. */
export const demoFinished: readonly FinishedJob[] = [
  {
    contract: {
      job: {
        poster: 'meera',
        category: 'Carpentry',
        title: 'Study table with two drawers',
        description: 'A table of 120 by 60 cm in ply with laminate, and two drawers on telescopic channels.',
        location: 'Kothrud, Pune, Maharashtra 411038',
        position: [18.5074, 73.8077],
        skills: ['Carpentry'],
        budgetRupees: [9_000],
        term: 'completion',
        postedHoursAgo: DAY_HOURS * 60,
        startsInDays: -50,
        closesInDays: -40,
      },
      worker: 'imran',
      workScope: 'Ply, laminate, channels and fitting at your home.',
      awardedHoursAgo: DAY_HOURS * 55,
      milestones: [
        {
          name: 'quotes.part_completion',
          rupees: 8_600,
          fund: 'released',
          work: 'payment_requested',
          changedHoursAgo: DAY_HOURS * 45,
        },
      ],
    },
    endedDaysAgo: 45,
    reviews: [
      {
        by: 'poster',
        stars: 5,
        text: 'The drawers run smoothly and the edges are clean. He swept the room before he left.',
        reply: 'Thank you. The channels are good for ten years.',
      },
      { by: 'worker', stars: 5, text: 'Clear about what she wanted, and paid on the same day.' },
    ],
  },
  {
    contract: {
      job: {
        poster: 'meera',
        category: 'Carpentry',
        title: 'Two doors that do not close',
        description: 'The bedroom doors have swollen in the rain. Plane them and change the hinges.',
        location: 'Kothrud, Pune, Maharashtra 411038',
        position: [18.5074, 73.8077],
        skills: ['Carpentry'],
        budgetRupees: [2_500],
        term: 'completion',
        postedHoursAgo: DAY_HOURS * 12,
        startsInDays: -5,
        closesInDays: 2,
      },
      worker: 'imran',
      workScope: 'Planing, six hinges and two coats of polish.',
      awardedHoursAgo: DAY_HOURS * 8,
      milestones: [
        {
          name: 'quotes.part_completion',
          rupees: 2_400,
          fund: 'released',
          work: 'payment_requested',
          changedHoursAgo: DAY_HOURS * 2,
        },
      ],
    },
    endedDaysAgo: 2,
    reviews: [{ by: 'worker', stars: 5, text: 'The hinges were there, and there was room to work.' }],
  },
];

/** The product ends the jobs, and counts what is open. */
export async function endJobs(
  tx: Tx,
  { finished, jobs, now }: { finished: readonly FinishedJob[]; jobs: Map<string, number>; now: Date },
): Promise<void> {
  for (const { contract, endedDaysAgo, agreedDaysAgo, reviews } of finished) {
    const lockedJob = await lockAwardedJob(tx, getRequired(jobs, contract.job.title));
    if (!lockedJob) throw new Error(`${contract.job.title} was not awarded`);
    const endedAt = subtractHours(now, endedDaysAgo * DAY_HOURS);
    if (agreedDaysAgo !== undefined)
      await handIn(tx, lockedJob.job.id, {
        finishBy: toIstDate(subtractHours(now, agreedDaysAgo * DAY_HOURS)),
        handedInAt: endedAt,
      });
    await insertReviews(tx, lockedJob.contract, { reviews, endedAt });
    await escrowEvents.onMilestonesEnded(tx, lockedJob, endedAt);
    if (reviews.length === 2 || endedDaysAgo > REVIEW_DAYS)
      await tx
        .updateTable('review_period')
        .set({ closed_at: new Date(endedAt.getTime() + HOUR_MS) })
        .where('job_id', '=', lockedJob.job.id)
        .execute();
  }
}

/** The work of its only milestone, which was paid at the award. */
async function handIn(
  tx: Tx,
  jobId: number,
  { finishBy, handedInAt }: { finishBy: string; handedInAt: Date },
): Promise<void> {
  const { awarded_at: awardedAt } = await tx
    .updateTable('contract')
    .set({ finish_by: finishBy })
    .where('job_id', '=', jobId)
    .returning('awarded_at')
    .executeTakeFirstOrThrow();
  const milestone = await tx
    .updateTable('milestone')
    .set({ funded_at: awardedAt })
    .where('job_id', '=', jobId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('milestone_completion')
    .values({ milestone_id: milestone.id, job_id: jobId, round: 1, note: '', completed_at: handedInAt })
    .execute();
}

/** Both: they are open. One: it is sealed. */
async function insertReviews(
  tx: Tx,
  sides: { job_id: number; poster_id: number; worker_id: number },
  { reviews, endedAt }: { reviews: readonly DemoReview[]; endedAt: Date },
): Promise<void> {
  const writtenAt = new Date(endedAt.getTime() + HOUR_MS);
  const isOpen = reviews.length === 2;
  for (const { by, stars, text, reply } of reviews)
    await tx
      .insertInto('rating')
      .values({
        job_id: sides.job_id,
        by_user_id: by === 'poster' ? sides.poster_id : sides.worker_id,
        about_user_id: by === 'poster' ? sides.worker_id : sides.poster_id,
        points: stars * POINTS_PER_STAR,
        comment: text,
        rated_at: writtenAt,
        // Not counted yet, so that the end of the job counts it.
        uncounted_reason: 'unpaid',
        state: reply ? 'answered' : isOpen ? 'open' : 'sealed',
        opened_at: isOpen ? writtenAt : null,
        reply: reply ?? '',
        replied_at: reply ? new Date(writtenAt.getTime() + HOUR_MS) : null,
      })
      .execute();
}
