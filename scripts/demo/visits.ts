import { IST_OFFSET_MS } from '@fws/contract/platform/dates';
import { UNDELIVERED_MS } from '@fws/contract/visits/model';
import { createVisitSecret } from '../../server/src/domains/visits/index.ts';
import type { Tx } from '../../server/src/platform/db/index.ts';
import { loadKeyring } from '../../server/src/platform/keys.ts';
import type { DemoContract } from './contracts.ts';
import type { DemoJob } from './jobs.ts';
import { getRequired, HOUR_MS, subtractHours } from './tools.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

const FEE_RUPEES = 250;
const FUNDED = { fund: 'funded', work: 'not_started', changedHoursAgo: 40 } as const;

const buildContract = (
  job: Pick<DemoJob, 'title' | 'description'>,
  { worker, workRupees }: { worker: string; workRupees: number },
): DemoContract => ({
  job: {
    ...job,
    poster: 'meera',
    category: 'Electrical',
    location: 'Kothrud, Pune, Maharashtra 411038',
    position: [18.5074, 73.8077],
    skills: ['Wiring'],
    budgetRupees: [workRupees],
    term: 'completion',
    postedHoursAgo: 72,
    startsInDays: 0,
    closesInDays: 10,
  },
  worker,
  workScope: 'Visit, repair and test. Material is extra.',
  awardedHoursAgo: 48,
  milestones: [
    { kind: 'visit', name: 'visits.fee_part', rupees: FEE_RUPEES, ...FUNDED },
    { name: 'quotes.part_completion', rupees: workRupees, ...FUNDED },
  ],
});

/** A visit that is under way, and one about which the worker says that nobody was there. */
export const demoVisits = [
  {
    contract: buildContract(
      {
        title: 'Ceiling fan and two dead points',
        description: 'The fan in the bedroom does not turn, and two sockets in the kitchen are dead.',
      },
      { worker: 'imran', workRupees: 1_850 },
    ),
    isClaimed: false,
  },
  {
    contract: buildContract(
      {
        title: 'Doorbell and switchboard check',
        description: 'The doorbell hums, and the main switch trips once a week.',
      },
      { worker: 'fatima', workRupees: 900 },
    ),
    isClaimed: true,
  },
];

/** The full hour of the day in India, `hoursAgo` before now and on the same day. */
function getHour(now: Date, hoursAgo: number): number {
  const istMs = now.getTime() + IST_OFFSET_MS;
  const midnightMs = istMs - (istMs % DAY_MS);
  const hours = Math.floor((istMs % DAY_MS) / HOUR_MS) - hoursAgo;
  return midnightMs + Math.min(21, Math.max(0, hours)) * HOUR_MS - IST_OFFSET_MS;
}

export async function insertVisits(
  tx: Tx,
  { jobs, now, dataDir }: { jobs: Map<string, number>; now: Date; dataDir: string },
): Promise<void> {
  const keyring = loadKeyring({ secret: null, previousSecrets: [], dataDir });
  for (const { contract, isClaimed } of demoVisits) {
    const jobId = getRequired(jobs, contract.job.title);
    const { milestone_id, poster_id, worker_id } = await tx
      .selectFrom('contract')
      .innerJoin('milestone', 'milestone.job_id', 'contract.job_id')
      .select(['milestone.id as milestone_id', 'poster_id', 'worker_id'])
      .where('contract.job_id', '=', jobId)
      .where('milestone.kind', '=', 'visit')
      .executeTakeFirstOrThrow();
    const startsMs = getHour(now, isClaimed ? 1 : 0);
    await tx
      .insertInto('visit')
      .values({
        job_id: jobId,
        milestone_id,
        poster_id,
        worker_id,
        starts_at: new Date(startsMs),
        ends_at: new Date(startsMs + 2 * HOUR_MS),
        fee_paise: FEE_RUPEES * 100,
        agreed_at: subtractHours(now, contract.awardedHoursAgo),
        secret: createVisitSecret(keyring),
        state: isClaimed ? 'claimed' : 'agreed',
        changes: isClaimed ? 2 : 0,
        due_at: isClaimed ? new Date(now.getTime() + UNDELIVERED_MS) : null,
        changed_at: now,
      })
      .execute();
    const funded = { job_id: jobId, number: 1, kind: 'funded' as const };
    await tx
      .insertInto('visit_evidence')
      .values({ ...funded, at: subtractHours(now, FUNDED.changedHoursAgo) })
      .execute();
    if (isClaimed) await insertClaim(tx, { jobId, startsMs, now });
  }
}

/** The worker arrived a few minutes after the agreed time began, and claims now. */
async function insertClaim(
  tx: Tx,
  { jobId, startsMs, now }: { jobId: number; startsMs: number; now: Date },
): Promise<void> {
  const arrivedAt = new Date(Math.min(startsMs + 6 * MINUTE_MS, now.getTime()));
  const step = { device: 'demo', counter: 1, device_at: arrivedAt, seen_at: new Date(startsMs) };
  await tx
    .insertInto('visit_evidence')
    .values([
      { job_id: jobId, number: 2, kind: 'arrived', at: arrivedAt, ...step },
      { job_id: jobId, number: 3, kind: 'claimed', side: 'worker', at: now },
    ])
    .execute();
}
