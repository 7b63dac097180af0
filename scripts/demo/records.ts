import { cancelJobInTx } from '../../server/src/domains/contracts/index.ts';
import { contestOutcomeInTx } from '../../server/src/domains/reliability/index.ts';
import type { Tx } from '../../server/src/platform/db/index.ts';
import type { DemoContract, DemoMilestone } from './contracts.ts';
import type { FinishedJob } from './finished.ts';
import type { DemoJob } from './jobs.ts';
import { getRequired, subtractHours } from './tools.ts';

const DAY_HOURS = 24;

type Job = Pick<DemoJob, 'poster' | 'title' | 'description' | 'location' | 'position'> & { rupees: number };

const buildContract = (
  { rupees, ...job }: Job,
  awardedDaysAgo: number,
  milestone: Omit<DemoMilestone, 'name' | 'rupees'>,
): DemoContract => ({
  job: {
    ...job,
    category: 'Carpentry',
    skills: ['Carpentry'],
    budgetRupees: [rupees],
    term: 'completion',
    postedHoursAgo: (awardedDaysAgo + 2) * DAY_HOURS,
    startsInDays: 1 - awardedDaysAgo,
    closesInDays: 5 - awardedDaysAgo,
  },
  worker: 'imran',
  workScope: 'With material and fitting.',
  awardedHoursAgo: awardedDaysAgo * DAY_HOURS,
  milestones: [{ name: 'quotes.part_completion', rupees, ...milestone }],
});

const buildFinished = (
  job: Pick<Job, 'title' | 'description' | 'rupees'>,
  {
    endedDaysAgo,
    agreedDaysAgo,
    reviews = [],
  }: { endedDaysAgo: number; agreedDaysAgo: number; reviews?: FinishedJob['reviews'] },
): FinishedJob => ({
  contract: buildContract(
    { poster: 'meera', location: 'Kothrud, Pune, Maharashtra 411038', position: [18.5074, 73.8077], ...job },
    agreedDaysAgo + 5,
    { fund: 'released', work: 'payment_requested', changedHoursAgo: endedDaysAgo * DAY_HOURS },
  ),
  endedDaysAgo,
  agreedDaysAgo,
  reviews,
});

/** With the other jobs these are enough for a record of both sides, in which one was late. */
export const demoRecord: readonly FinishedJob[] = [
  buildFinished(
    {
      title: 'Shoe rack beside the door',
      description: 'A rack of 90 cm for twelve pairs, with a seat on top.',
      rupees: 3_200,
    },
    { endedDaysAgo: 70, agreedDaysAgo: 70 },
  ),
  buildFinished(
    {
      title: 'Bunk bed for two children',
      description: 'Sal wood, with a ladder on the left and a rail that a child cannot climb.',
      rupees: 7_400,
    },
    {
      endedDaysAgo: 9,
      agreedDaysAgo: 11,
      reviews: [
        { by: 'poster', stars: 4, text: 'Two days late, and as solid as a ship. The children love it.' },
        { by: 'worker', stars: 5, text: 'Tea at four, and patience with the ladder.' },
      ],
    },
  ),
  buildFinished(
    {
      title: 'Kitchen drawers that stick',
      description: 'Four drawers need new channels. The fronts stay.',
      rupees: 1_900,
    },
    { endedDaysAgo: 52, agreedDaysAgo: 51 },
  ),
];

/** Given up by its worker, who says that it was not his fault. A person at FWS decides. */
export const demoContest = {
  contract: buildContract(
    {
      poster: 'lakshmi',
      title: 'Shelves for the school library',
      description: 'Six open shelves of 180 by 90 cm along the long wall, fixed to it.',
      location: 'Hadapsar, Pune, Maharashtra 411028',
      position: [18.5089, 73.926],
      rupees: 14_000,
    },
    6,
    { fund: 'unfunded', work: 'not_started', changedHoursAgo: 6 * DAY_HOURS },
  ),
  cancelledHoursAgo: 4 * DAY_HOURS,
  comment: 'The hall was locked for an exam, and the next free day was in a month.',
  contestedHoursAgo: 3 * DAY_HOURS,
  text: 'I came twice with the wood. The guard had no key, and the school asked me to cancel.',
} as const;

/** The product cancels the job and takes what its worker says. */
export async function insertContest(
  tx: Tx,
  { people, jobs, now }: { people: Map<string, number>; jobs: Map<string, number>; now: Date },
): Promise<void> {
  const { contract, comment, text, cancelledHoursAgo, contestedHoursAgo } = demoContest;
  const jobId = getRequired(jobs, contract.job.title);
  const workerId = getRequired(people, contract.worker);
  const cancelled = await cancelJobInTx(
    tx,
    { jobId, comment, refundPaise: null, excuse: null },
    { callerId: workerId, chargeBps: 0, now: subtractHours(now, cancelledHoursAgo) },
  );
  if (!cancelled.ok) throw new Error(`the demo's job was not cancelled: ${cancelled.refusal.code}`);
  const contested = await contestOutcomeInTx(
    tx,
    workerId,
    { jobId, text },
    subtractHours(now, contestedHoursAgo),
  );
  if (!contested.ok) throw new Error(`the demo's outcome was not contested: ${contested.refusal.code}`);
}
