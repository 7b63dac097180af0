import { HINT_PEOPLE_MIN, HINT_QUOTES_MIN, toCountBand, toPriceStep } from '@fws/contract/prices/model';

/** An accepted quote whose money was all paid in, between two accounts. */
export interface AcceptedQuote {
  jobId: number;
  posterId: number;
  workerId: number;
  /** With the changes that both agreed to. */
  amountPaise: number;
  /** When its last milestone was funded. */
  countedAt: Date;
}

export interface PublishedPrices {
  lowPaise: number;
  middlePaise: number;
  highPaise: number;
  quotesFrom: number;
}

const DAY_MS = 24 * 3600_000;
/** Quotes count that were accepted in so long a time. */
export const YEAR_MS = 365 * DAY_MS;
/** A hint is shown for so long after it was last published. */
export const SHOWN_MS = 182 * DAY_MS;
/** As poster or as worker, each person counts with at most so many quotes, the newest. */
export const QUOTES_PER_PERSON_MAX = 2;
/** A hint is published again when so many quotes have come, of so many posters and as many workers. */
export const NEW_QUOTES_MIN = 5;
export const NEW_PEOPLE_MIN = 5;

/** Returns for each account the lowest id among the accounts that it is linked with, directly or through others. */
export function groupLinked(pairs: readonly (readonly [number, number])[]): (userId: number) => number {
  const parents = new Map<number, number>();
  const findRoot = (userId: number): number => {
    let root = userId;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const [userA, userB] of pairs) {
    const [rootA, rootB] = [findRoot(userA), findRoot(userB)];
    if (rootA !== rootB) parents.set(Math.max(rootA, rootB), Math.min(rootA, rootB));
  }
  return findRoot;
}

/**
 * The quotes that count: the newest first, so many of each person. Amounts decide nothing here, so that which quotes count
 * tells nothing of them.
 */
export function selectQuotes(
  quotes: readonly AcceptedQuote[],
  findPerson: (userId: number) => number,
): AcceptedQuote[] {
  const ofPosters = new Map<number, number>();
  const ofWorkers = new Map<number, number>();
  const newestFirst = quotes.toSorted(
    (a, b) => b.countedAt.getTime() - a.countedAt.getTime() || b.jobId - a.jobId,
  );
  return newestFirst.filter(({ posterId, workerId }) => {
    const [poster, worker] = [findPerson(posterId), findPerson(workerId)];
    const [posted, worked] = [ofPosters.get(poster) ?? 0, ofWorkers.get(worker) ?? 0];
    // A price between two accounts of one person is nobody's.
    if (poster === worker || posted >= QUOTES_PER_PERSON_MAX || worked >= QUOTES_PER_PERSON_MAX) return false;
    ofPosters.set(poster, posted + 1);
    ofWorkers.set(worker, worked + 1);
    return true;
  });
}

/** Whether there are so many quotes of so many posters and as many workers. */
function areEnough(
  quotes: readonly AcceptedQuote[],
  findPerson: (userId: number) => number,
  { quotesMin, peopleMin }: { quotesMin: number; peopleMin: number },
): boolean {
  const countPeople = (side: 'posterId' | 'workerId') =>
    new Set(quotes.map((quote) => findPerson(quote[side]))).size;
  return (
    quotes.length >= quotesMin && countPeople('posterId') >= peopleMin && countPeople('workerId') >= peopleMin
  );
}

/**
 * What to publish of the accepted quotes of a category in a city; null: what was published stays as it is.
 * `publishedUntil`: what the last publication counted was funded before; null: nothing was published.
 */
export function findPublication(
  quotes: readonly AcceptedQuote[],
  findPerson: (userId: number) => number,
  publishedUntil: Date | null,
): PublishedPrices | null {
  const counted = selectQuotes(quotes, findPerson);
  if (!areEnough(counted, findPerson, { quotesMin: HINT_QUOTES_MIN, peopleMin: HINT_PEOPLE_MIN }))
    return null;
  const entered = counted.filter(({ countedAt }) => publishedUntil === null || countedAt >= publishedUntil);
  if (!areEnough(entered, findPerson, { quotesMin: NEW_QUOTES_MIN, peopleMin: NEW_PEOPLE_MIN })) return null;
  // Rounded before they are compared: whichever amount stands in the middle, it is only seen as its step.
  const steps = counted.map(({ amountPaise }) => toPriceStep(amountPaise)).toSorted((a, b) => a - b);
  return {
    lowPaise: readQuantile(steps, 0.25),
    middlePaise: readQuantile(steps, 0.5),
    highPaise: readQuantile(steps, 0.75),
    quotesFrom: toCountBand(counted.length),
  };
}

/** The nearest rank: a value of the list, and no mean, which would tell of its parts. */
function readQuantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.ceil(sorted.length * share) - 1];
  if (value === undefined) throw new Error('there is no quantile of nothing');
  return value;
}
