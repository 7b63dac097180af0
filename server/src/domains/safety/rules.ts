import {
  APPEAL_ANSWER_DAYS,
  APPEAL_DAYS,
  HARMS,
  REASONS,
  WAIT_HOURS,
  listAuthorReasons,
  listReasons,
  type ChangeState,
  type ContentType,
  type Harm,
  type ReportReason,
} from '@fws/contract/safety/model';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The worst harm has the lowest rank. */
export const getHarmRank = (reason: ReportReason): number => HARMS.indexOf(REASONS[reason].harm);
export const getHarm = (rank: number): Harm => HARMS[rank] ?? 'honesty';

/** When FWS decides about a report at the latest. */
export const calculateDueTime = (reason: ReportReason, at: Date): Date =>
  addMs(at, REASONS[reason].hours * HOUR_MS);

export const isReasonFor = (reason: ReportReason, type: ContentType, isAuthor: boolean): boolean =>
  (isAuthor ? listAuthorReasons(type) : listReasons(type)).includes(reason);

/** What a case becomes by another report of the same: the worse harm, and the earlier time. */
export function mergeReport<Case extends { harm: number; reason: ReportReason; due_at: Date }>(
  reportCase: Case,
  report: { reason: ReportReason; due_at: Date },
): Pick<Case, 'harm' | 'reason' | 'due_at'> {
  const rank = getHarmRank(report.reason);
  const isWorse = rank < reportCase.harm;
  return {
    harm: isWorse ? rank : reportCase.harm,
    reason: isWorse ? report.reason : reportCase.reason,
    due_at: report.due_at < reportCase.due_at ? report.due_at : reportCase.due_at,
  };
}

/** When what waits for a look since then is shown at the latest. */
export const calculateWaitEnd = (since: Date): Date => addMs(since, WAIT_HOURS * HOUR_MS);

export const calculateAppealEnd = (decidedAt: Date): Date => addMs(decidedAt, APPEAL_DAYS * DAY_MS);
export const calculateAnswerTime = (appealedAt: Date): Date => addMs(appealedAt, APPEAL_ANSWER_DAYS * DAY_MS);

export function mayAppeal(
  decided: { decided_at: Date | null; appealed_at: Date | null; change_state?: ChangeState | null },
  now: Date,
): Ability {
  if (decided.appealed_at !== null) return { allowed: false, reason: 'safety.appeal_sent' };
  if (decided.change_state === 'shown' || decided.change_state === 'ended')
    return { allowed: false, reason: 'safety.appeal_needless' };
  return allowIf(
    decided.decided_at !== null && now <= calculateAppealEnd(decided.decided_at),
    'safety.appeal_over',
  );
}

/**
 * Which reports weigh: of linked accounts only the first, so that one person with many accounts is one voice. `links`:
 * pairs of reporters that share a device, a payout account or an identity. Visitors count one for all of them together.
 */
export function findCounted(
  reporters: readonly (number | null)[],
  links: readonly (readonly [number, number])[],
): boolean[] {
  const isLinked = (a: number, b: number) =>
    links.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  const counted: (number | null)[] = [];
  return reporters.map((reporter) => {
    const counts = counted.every((other) =>
      reporter === null
        ? other !== null
        : other === null || (other !== reporter && !isLinked(other, reporter)),
    );
    if (counts) counted.push(reporter);
    return counts;
  });
}
