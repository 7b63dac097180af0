import { awardedJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { acceptQuote, submitQuote } from '@fws/contract/quotes/calls';
import { post } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

// Without the test runner, so that the browser tests use it too.

export interface VisitPair {
  poster: TestUser;
  worker: TestUser;
}

const WINDOW = '16:00-18:00';

/** The fields of a quote over ₹1,850 with a visit today. */
export const buildVisitQuote = (
  world: Pick<World, 'clock'>,
  jobId: number,
  change: Record<string, string> = {},
) => ({
  jobId: String(jobId),
  bidText: '1850',
  term: 'completion' as const,
  milestoneNames: [],
  milestoneAmountTexts: [],
  workScope: '',
  visitDate: toIstDate(world.clock.now()),
  visitWindow: WINDOW,
  visitFeeText: '250',
  ...change,
});

/** Awards a job over ₹1,850 with a visit from 16:00 to 18:00 today. */
export async function awardVisit(
  world: World,
  { poster, worker }: VisitPair,
  { fee = '250', date = toIstDate(world.clock.now()) }: { fee?: string; date?: string } = {},
): Promise<Contract> {
  const job = await post(world, poster);
  const { id } = await worker.done(
    submitQuote,
    buildVisitQuote(world, job.id, { visitFeeText: fee, visitDate: date }),
  );
  await poster.done(acceptQuote, { quoteId: String(id), jobId: String(job.id) });
  return poster.done(awardedJob, { jobId: String(job.id) });
}
