import type { Side } from '@fws/contract/contracts/model';
import { toIstDate } from '@fws/contract/platform/dates';
import type { TodayKind } from '@fws/contract/today/model';
import type { TodayItem } from '@fws/contract/today/schemas';
import { EMPTY_ITEM, type Findings } from './findings.ts';

/** The visit that an awarded job begins with, before the work has started. */
export interface TodayVisit {
  jobId: number;
  jobNumber: string;
  milestoneId: number;
  position: number;
  /** The reader's. */
  side: Side;
  otherName: string;
  startsAt: Date;
  /** Whether its milestone is paid. Otherwise nobody has to come. */
  isFunded: boolean;
  feePaise: number;
  /** What is paid and nobody has worked for. */
  unusedPaise: number;
  /** The open claim, if there is one. */
  claimedBy: Side | null;
  /** When the time to answer is over. Null: the message about the claim has not arrived. */
  answerBy: Date | null;
}

export function findInVisit(visit: TodayVisit, now: Date): Findings {
  if (visit.claimedBy !== null) return findInClaim(visit, visit.claimedBy);
  const { side, startsAt } = visit;
  if (!visit.isFunded || toIstDate(startsAt) > toIstDate(now)) return { items: [], waiting: [] };
  const kind = side === 'worker' ? 'go_to_visit' : 'open_door';
  return { items: [{ ...toItem(visit), kind, dueAt: startsAt.toISOString() }], waiting: [] };
}

/** The fee is claimed by a worker, everything that nobody has worked for by a poster. */
function findInClaim(visit: TodayVisit, claimedBy: Side): Findings {
  const amountPaise = claimedBy === 'worker' ? visit.feePaise : visit.unusedPaise;
  const dueAt = visit.answerBy?.toISOString() ?? null;
  if (claimedBy !== visit.side)
    return { items: [{ ...toItem(visit), kind: 'answer_visit', amountPaise, dueAt }], waiting: [] };
  const { jobNumber, otherName: name } = visit;
  return { items: [], waiting: [{ kind: 'visit', jobNumber, amountPaise, dueAt, name }] };
}

const toItem = (visit: TodayVisit): Omit<TodayItem, 'kind'> => ({
  ...EMPTY_ITEM,
  side: visit.side,
  jobId: visit.jobId,
  jobNumber: visit.jobNumber,
  milestoneId: visit.milestoneId,
  position: visit.position,
  name: visit.otherName,
});

/** What a visit starts is not started in another way. */
export const isStartedByVisit = (
  kind: TodayKind,
  milestoneId: number | null,
  visits: readonly TodayVisit[],
): boolean => kind === 'started' && visits.some((visit) => visit.milestoneId === milestoneId);
