import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import type { Deps } from '../../../platform/deps.ts';
import {
  findLiveOrderIds,
  findMilestoneReceipts,
  findSide,
  listSplits,
  listSplitTurns,
  loadMilestones,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { getWaitMs } from '../auto-release/deadlines.ts';
import { findCompletions } from '../completions/store.ts';
import { getRefundChargeBps, goesToFws } from '../cancelling/rules.ts';
import { toCancelFacts } from '../cancelling/service.ts';
import { listJobEndings } from '../cancelling/store.ts';
import { findSuspendedSide, toJobFacts } from '../facts.ts';
import { maySeeMobiles } from '../policy.ts';
import { findDivision, findOpenSplitView } from '../splitting/view.ts';
import { listAwardedJobsById } from '../store.ts';
import { calculateInBank, toMilestone, toSharedFields } from '../view.ts';

/** An awarded job with its milestones, as one of its two sides sees it. */
export type Award = Pick<
  Contract,
  'side' | 'state' | 'awardedAt' | 'term' | 'totalPaise' | 'worker' | 'milestones'
>;

/** By job: the awards among `jobIds` in which this user has a part. Loads all of them at once. */
export async function loadAwards(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: number,
  jobIds: readonly number[],
): Promise<Map<number, Award>> {
  if (jobIds.length === 0) return new Map();
  const rows = await listAwardedJobsById(db, userId, jobIds);
  if (rows.length === 0) return new Map();
  const works = rows.some((row) => findSide(row, userId) === 'worker');
  const milestonesByJob = await loadMilestones(
    db,
    rows.map((row) => row.job_id),
  );
  const allMilestones = [...milestonesByJob.values()].flat();
  const milestoneIds = allMilestones.map(({ id }) => id);
  const endings = await listJobEndings(
    db,
    rows.map((row) => row.job_id),
  );
  const endedIds = [...endings.keys()];
  const [people, inBank, orders, completions, receipts, splits, turns] = await Promise.all([
    loadPeople(
      db,
      rows.flatMap((row) => [row.poster_id, row.worker_id]),
    ),
    works ? calculateInBank(db, userId) : new Map<number, number>(),
    findLiveOrderIds(db, milestoneIds),
    findCompletions(db, allMilestones),
    findMilestoneReceipts(db, milestoneIds),
    listSplits(db, endedIds),
    listSplitTurns(db, endedIds),
  ]);
  const awards = rows.map((row): [number, Award] => {
    const side = findSide(row, userId);
    if (!side) throw new Error(`user ${userId} has no part in job ${row.job_id}`);
    const milestones = milestonesByJob.get(row.job_id) ?? [];
    const setting = {
      waitMs: getWaitMs(config.autoReleaseMs, row.in_person),
      limits: config.paymentLimits,
      suspended: findSuspendedSide(row, side, people),
    };
    const job = toJobFacts(row.state, milestones);
    const splitContext = {
      side,
      chargeBps: getRefundChargeBps(endings.get(row.job_id)?.side ?? side, config.refundChargeBps),
      goesToFws: goesToFws(milestones.map(toCancelFacts)),
      splits,
      turns,
    };
    const toOwnMilestone = (milestone: MilestoneRow): Milestone => ({
      ...toMilestone(milestone, side, job, setting),
      split: findOpenSplitView(milestone, {
        ...splitContext,
        hasEvidence: completions.has(milestone.id),
      }),
      division: findDivision(milestone, splitContext),
      completions: completions.get(milestone.id) ?? [],
      receipts: side === 'poster' ? (receipts.get(milestone.id) ?? []) : [],
      inBankPaise: side === 'worker' ? (inBank.get(milestone.id) ?? 0) : 0,
      openOrderId: side === 'poster' ? (orders.get(milestone.id) ?? null) : null,
    });
    return [
      row.job_id,
      {
        ...toSharedFields(row, side, people, maySeeMobiles(milestones)),
        milestones: milestones.map(toOwnMilestone),
      },
    ];
  });
  return new Map(awards);
}
