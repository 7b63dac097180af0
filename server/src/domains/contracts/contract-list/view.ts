import type { Side } from '@fws/contract/contracts/model';
import type { ContractSummary } from '@fws/contract/contracts/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isUnderWay, listSplits, loadMilestones } from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { getWaitMs } from '../auto-release/deadlines.ts';
import { findSuspendedSide, toJobFacts } from '../facts.ts';
import { listAwardedJobs } from '../store.ts';
import { findOpenSplit } from '../splitting/view.ts';
import { findStatus } from '../turns/rules.ts';
import { toJobIds, toSharedFields, toTurnFacts } from '../view.ts';

export interface ContractListQuery extends PageRequest {
  side: Side;
  callerId: number;
  /** Null for all. */
  states: readonly JobState[] | null;
}

/** The lists "Projects Awarded" and "Jobs I'm doing", newest award first. */
export async function listContracts(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  query: ContractListQuery,
): Promise<Outcome<Page<ContractSummary>>> {
  const { side, callerId, states, limit } = query;
  const page = await loadPageByTime(
    query,
    (after) => listAwardedJobs(db, { side, userId: callerId, states, after, limit: limit + 1 }),
    (row) => [row.awarded_at, row.job_id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const parties = new Set(rows.flatMap((row) => [row.poster_id, row.worker_id]));
  const [people, milestones, splits] = await Promise.all([
    loadPeople(db, [...parties]),
    loadMilestones(db, toJobIds(rows)),
    listSplits(db, toJobIds(rows.filter(({ state }) => state === 'ending'))),
  ]);
  return done({
    items: rows.map((row) => ({
      ...toSharedFields(row, side, people, row.ever_funded),
      milestoneCount: row.milestone_count,
      releasedCount: row.released_count,
      heldPaise: row.held_paise,
      releasedPaise: row.released_paise,
      status: findStatus(side, {
        isUnderWay: isUnderWay(row.state),
        isDisputed: row.disputed,
        milestones: (milestones.get(row.job_id) ?? []).map((milestone, _, all) =>
          toTurnFacts(milestone, {
            waitMs: getWaitMs(config.autoReleaseMs, row.in_person),
            limits: config.paymentLimits,
            suspended: findSuspendedSide(row, side, people),
            job: toJobFacts(row.state, all),
            split: findOpenSplit(splits, milestone),
          }),
        ),
      }),
    })),
    nextCursor,
  });
}
