import type { LimitedAction } from '@fws/contract/rests/model';
import type { MoneyLimit, RestTerms } from './terms/store.ts';

const HOUR_MS = 3600_000;

/** Money that an account moved. */
export interface Movement {
  amountPaise: number;
  at: Date;
}

/** A limit that leaves less than what is asked. */
export interface ReachedLimit extends MoneyLimit {
  leftPaise: number;
  /** When so much can be moved; null if it is more than the limit allows at any time. */
  moreFrom: Date | null;
}

/** An account is fresh until its first money is old enough. */
export const isFresh = ({ freshDays }: RestTerms, firstMoneyAt: Date | null, now: Date): boolean =>
  firstMoneyAt === null || now.getTime() - firstMoneyAt.getTime() < freshDays * 24 * HOUR_MS;

const isWithin = ({ hours }: MoneyLimit, { at }: Movement, now: Date): boolean =>
  at.getTime() > now.getTime() - hours * HOUR_MS;

/** What is left of a limit in the hours before `now`. */
export const calculateLeft = (limit: MoneyLimit, movements: readonly Movement[], now: Date): number =>
  Math.max(
    0,
    limit.maxPaise -
      movements.reduce((sum, moved) => sum + (isWithin(limit, moved, now) ? moved.amountPaise : 0), 0),
  );

/** The limit that leaves least for an action, where it leaves less than the amount. */
export function findReachedLimit(
  terms: RestTerms,
  action: LimitedAction,
  { movements, amountPaise, now }: { movements: readonly Movement[]; amountPaise: number; now: Date },
): ReachedLimit | null {
  const [tightest] = terms.limits
    .filter((limit) => limit.action === action)
    .map((limit) => ({ ...limit, leftPaise: calculateLeft(limit, movements, now) }))
    .filter(({ leftPaise }) => leftPaise < amountPaise)
    .toSorted((a, b) => a.leftPaise - b.leftPaise || b.hours - a.hours);
  if (!tightest) return null;
  return { ...tightest, moreFrom: findTimeWithin(terms, action, { movements, amountPaise, now }) };
}

/** The first time at which every limit of the action leaves the amount, if nothing else is moved. */
function findTimeWithin(
  terms: RestTerms,
  action: LimitedAction,
  { movements, amountPaise, now }: { movements: readonly Movement[]; amountPaise: number; now: Date },
): Date | null {
  const limits = terms.limits.filter((limit) => limit.action === action);
  if (limits.some((limit) => limit.maxPaise < amountPaise)) return null;
  const ends = limits.flatMap((limit) =>
    movements.map(({ at }) => at.getTime() + limit.hours * HOUR_MS).filter((end) => end > now.getTime()),
  );
  const isFreeAt = (time: number) =>
    limits.every((limit) => calculateLeft(limit, movements, new Date(time)) >= amountPaise);
  const time = ends.toSorted((a, b) => a - b).find(isFreeAt);
  return time === undefined ? null : new Date(time);
}
