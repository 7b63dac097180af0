import type { PayMethod } from '@fws/contract/rests/model';
import { calculateLeft, findReachedLimit, type Movement } from '../limits.ts';
import { calculateRestEnd, DAY_MS, decideRest, type RestFacts } from '../rules.ts';
import type { RestTerms } from '../terms/store.ts';

// The greatest sum that two fresh accounts, which nothing links, can bring from a payer's bank to their own. It bounds what
// the platform loses by them if every payment is taken back later.

interface Released extends Movement {
  restUntil: Date;
}

/** What one of them withdraws in so many days of what the other pays in this way, each as much and as early as allowed. */
function cashOutOneWay(terms: RestTerms, method: PayMethod, days: number): number {
  const released: Released[] = [];
  const withdrawn: Movement[] = [];
  for (let day = 0; day < days; day += 1) {
    const now = new Date(day * DAY_MS);
    released.push(...fundAndRelease(terms, { method, day, released, now }));
    const freePaise = sum(released.filter(({ restUntil }) => restUntil <= now)) - sum(withdrawn);
    const amountPaise = Math.min(freePaise, calculateLeastLeft(terms, 'withdraw', withdrawn, now));
    if (amountPaise > 0) withdrawn.push({ amountPaise, at: now });
  }
  return sum(withdrawn);
}

/** All that the payer may fund on that day, in pieces of the size that rests least. */
function fundAndRelease(
  terms: RestTerms,
  { method, day, released, now }: { method: PayMethod; day: number; released: Released[]; now: Date },
): Released[] {
  const added: Released[] = [];
  for (;;) {
    const movements = [...released, ...added];
    const leftPaise = calculateLeastLeft(terms, 'fund', movements, now);
    if (leftPaise <= 0) return added;
    const sizes = listSizes(terms, leftPaise);
    const pieces = sizes.map((amountPaise) => {
      const facts = buildFacts(terms, { method, amountPaise, day, movements, now });
      return { amountPaise, at: now, restUntil: calculateRestEnd(now, decideRest(terms, facts)) };
    });
    const [best] = pieces.toSorted(
      (a, b) => a.restUntil.getTime() - b.restUntil.getTime() || b.amountPaise - a.amountPaise,
    );
    if (!best) return added;
    added.push(best);
  }
}

/** What is left, or just less than an amount from which a rule applies. */
const listSizes = (terms: RestTerms, leftPaise: number): number[] => [
  leftPaise,
  ...terms.rules.flatMap(({ amountFromPaise }) =>
    amountFromPaise !== null && amountFromPaise > 1 && amountFromPaise <= leftPaise
      ? [amountFromPaise - 1]
      : [],
  ),
];

function buildFacts(
  terms: RestTerms,
  {
    method,
    amountPaise,
    day,
    movements,
    now,
  }: { method: PayMethod; amountPaise: number; day: number; movements: readonly Released[]; now: Date },
): RestFacts {
  const counted = movements.filter((moved) => moved.amountPaise >= terms.knownReleasePaise);
  const oldest = counted.at(0);
  return {
    method,
    amountPaise,
    payerDays: day,
    workerDays: day,
    // Two people who verified their identities: the best case for them.
    payerIdentified: true,
    workerIdentified: true,
    pair: {
      releases: counted.length,
      oldestDays: oldest ? Math.floor((now.getTime() - oldest.at.getTime()) / DAY_MS) : null,
    },
    link: 'none',
    chargedBack: false,
    disputed: false,
    unrestedTodayPaise: 0,
    overLimit: findReachedLimit(terms, 'release', { movements, amountPaise, now }) !== null,
  };
}

const calculateLeastLeft = (
  terms: RestTerms,
  action: 'fund' | 'withdraw',
  movements: readonly Movement[],
  now: Date,
): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    ...terms.limits
      .filter((limit) => limit.action === action)
      .map((limit) => calculateLeft(limit, movements, now)),
  );

const sum = (movements: readonly Movement[]): number =>
  movements.reduce((total, { amountPaise }) => total + amountPaise, 0);

/** Both pay and both withdraw. Their limits are separate, so each way brings as much as the other. */
export function findGreatestCashOut(
  terms: RestTerms,
  { method, days }: { method: PayMethod; days: number },
): number {
  const hasLimits = (['fund', 'withdraw'] as const).every((action) =>
    terms.limits.some((limit) => limit.action === action),
  );
  if (!hasLimits || days > terms.freshDays)
    throw new RangeError('without limits, or for longer than accounts are fresh, nothing bounds the sum');
  return 2 * cashOutOneWay(terms, method, days);
}
