import { checkJourneys } from '../../../server/test/load/journey-books.ts';
import type { JourneyReport } from '../../../server/test/load/journeys.ts';
import { findJobs, type LoadReport } from '../../../server/test/load/rolling-load.ts';
import type { World } from '../../../server/test/world.ts';
import { checkMoney } from './money.ts';
import type { Verdict } from './program.ts';

/** Checks that everything answered with 200 exists exactly once and that all money is where it must be. */
export async function judgeTraffic(
  world: World,
  outcome: { loadReport: LoadReport; journeyReport: JourneyReport; balanceBefore: number },
): Promise<Verdict> {
  const { loadReport, journeyReport, balanceBefore } = outcome;
  const titles = await findJobs(world, loadReport);
  const books = await checkJourneys(world, journeyReport.journeys);
  const finished = journeyReport.journeys.filter(({ isPaidOut }) => isPaidOut);
  const failures = [...loadReport.failures, ...journeyReport.failures];
  const [lost, doubled] = [
    [...loadReport.posted.filter((title) => !titles.includes(title)), ...books.lost],
    [...titles.filter((title, index) => titles.indexOf(title) !== index), ...books.doubled],
  ];
  const webhooks = await world.db.selectFrom('provider_event').select('verdict').execute();
  const violations = [
    ...failures,
    ...journeyReport.abandoned,
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...books.unexpected.map((line) => `unexpected: ${line}`),
    ...(await checkMoney(world, balanceBefore)),
  ];
  if (webhooks.length === 0 || webhooks.some(({ verdict }) => verdict !== 'valid'))
    violations.push('webhooks did not come, or were refused');
  const figures = {
    'journeys finished': finished.length,
    'journeys not finished': journeyReport.journeys.length - finished.length,
    calls: loadReport.calls + journeyReport.calls,
    'jobs posted beside them': loadReport.posted.length,
    webhooks: webhooks.length,
    'failed calls': failures.length,
    lost: lost.length,
    doubled: doubled.length,
  };
  return { figures, violations };
}
