import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCountBand, toPriceStep } from '@fws/contract/prices/model';
import {
  findPublication,
  groupLinked,
  NEW_PEOPLE_MIN,
  NEW_QUOTES_MIN,
  QUOTES_PER_PERSON_MAX,
  selectQuotes,
  YEAR_MS,
  type AcceptedQuote,
  type PublishedPrices,
} from './rules.ts';

const DAY_MS = 24 * 3600_000;
const alone = (userId: number) => userId;
const atDay = (day: number) => new Date(day * DAY_MS);

/** One of ten quotes of five posters and five workers. */
const buildQuote = (index: number, change: Partial<AcceptedQuote> = {}): AcceptedQuote => ({
  jobId: index,
  posterId: 1 + (index % 5),
  workerId: 101 + (index % 5),
  amountPaise: (index + 1) * 1000_00,
  countedAt: atDay(index),
  ...change,
});
const buildQuotes = (count: number, change: (index: number) => Partial<AcceptedQuote> = () => ({})) =>
  Array.from({ length: count }, (_, index) => buildQuote(index, change(index)));

test.each([
  [100, 100],
  [109, 100],
  [110, 120],
  [52_500_00, 50_000_00],
  [57_800_00, 60_000_00],
  [89_999, 80_000],
  [90_000, 100_000],
  [100_000_000, 100_000_000],
])('rounds %i paise to the step %i', (paise, step) => {
  expect(toPriceStep(paise)).toBe(step);
});

test('the amounts of a step are far apart: the highest is at least a sixth above the lowest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 1_000_000_000 }), (paise) => {
      const step = toPriceStep(paise);
      expect(toPriceStep(step)).toBe(step);
      expect(Math.abs(step - paise)).toBeLessThanOrEqual(step / 6);
      const [below, above] = [Math.ceil(step * 0.92), Math.floor(step * 1.095)];
      expect([toPriceStep(below), toPriceStep(above)]).toEqual([step, step]);
      expect(above / below).toBeGreaterThan(1.17);
    }),
  );
});

test('says from how many quotes in bands', () => {
  expect([10, 19, 20, 99, 100, 7_000].map(toCountBand)).toEqual([10, 10, 20, 50, 100, 500]);
});

test('publishes the median and the quartiles of ten quotes of five posters and five workers', () => {
  expect(findPublication(buildQuotes(10), alone, null)).toEqual({
    lowPaise: 3_000_00,
    middlePaise: 5_000_00,
    highPaise: 8_000_00,
    quotesFrom: 10,
  });
});

test.each<[string, AcceptedQuote[]]>([
  ['nine quotes', buildQuotes(9)],
  ['four posters', buildQuotes(12, (index) => ({ posterId: 1 + (index % 4) }))],
  ['four workers', buildQuotes(12, (index) => ({ workerId: 101 + (index % 4) }))],
  ['third quotes of the same posters', buildQuotes(30, (index) => ({ posterId: 1 + (index % 4) }))],
  ['quotes between two accounts of one person', buildQuotes(10, () => ({ posterId: 7, workerId: 7 }))],
])('publishes nothing of %s', (_, quotes) => {
  expect(findPublication(quotes, alone, null)).toBeNull();
});

test('counts linked accounts as one person', () => {
  const findPerson = groupLinked([
    [5, 4],
    [3, 5],
    [9, 8],
  ]);
  expect([3, 4, 5, 8, 9, 10].map(findPerson)).toEqual([3, 3, 3, 8, 8, 10]);
  expect(findPublication(buildQuotes(10), groupLinked([[1, 2]]), null)).toBeNull();
  expect(findPublication(buildQuotes(10), groupLinked([[101, 102]]), null)).toBeNull();
  expect(selectQuotes(buildQuotes(10), groupLinked([[1, 101]]))).toHaveLength(8);
});

test('publishes again when five quotes of five posters and five workers are new', () => {
  const published = atDay(10);
  const grow = (count: number, change: (index: number) => Partial<AcceptedQuote> = () => ({})) => [
    ...buildQuotes(10),
    ...Array.from({ length: count }, (_, index) =>
      buildQuote(10 + index, { posterId: 20 + index, workerId: 200 + index, ...change(index) }),
    ),
  ];
  expect(findPublication(grow(4), alone, published)).toBeNull();
  expect(
    findPublication(
      grow(5, (index) => ({ posterId: 20 + (index % 4) })),
      alone,
      published,
    ),
  ).toBeNull();
  expect(
    findPublication(
      grow(5, (index) => ({ workerId: 200 + (index % 4) })),
      alone,
      published,
    ),
  ).toBeNull();
  expect(findPublication(grow(5), alone, published)).toMatchObject({ quotesFrom: 10 });
});

// What an attacker learns who reads every hint, and who controls accounts whose quotes they choose and know.

/** A contract of a category and city that is funded on one day. */
interface FundedContract {
  day: number;
  posterId: number;
  workerId: number;
  amountPaise: number;
  /** After so many days the contract is cancelled; null: never. */
  cancelledAfter: number | null;
}

const fundedContract = fc.record<FundedContract>({
  day: fc.integer({ min: 0, max: 500 }),
  posterId: fc.integer({ min: 1, max: 12 }),
  workerId: fc.integer({ min: 101, max: 112 }),
  amountPaise: fc.integer({ min: 1_000, max: 10_000_000 }),
  cancelledAfter: fc.option(fc.integer({ min: 1, max: 300 }), { freq: 8 }),
});
const contracts = fc.array(fundedContract, { minLength: 30, maxLength: 90 });

/** What was funded before a night, within a year, and is not cancelled. */
const listFunded = (all: readonly FundedContract[], night: number): AcceptedQuote[] =>
  all.flatMap(({ day, cancelledAfter, ...quote }, jobId) => {
    const isFunded = day < night && day >= night - YEAR_MS / DAY_MS;
    const isKept = cancelledAfter === null || day + cancelledAfter > night;
    return isFunded && isKept ? [{ ...quote, jobId, countedAt: atDay(day) }] : [];
  });

/** What the hint of a night rests on. */
const listCounted = (all: readonly FundedContract[], night: number): AcceptedQuote[] =>
  selectQuotes(listFunded(all, night), alone);

/** The hint after each night, and when it was counted. */
function publishNightly(
  all: readonly FundedContract[],
  nights = 520,
): (PublishedPrices & { until: number })[] {
  const history: (PublishedPrices & { until: number })[] = [];
  for (let night = 1; night <= nights; night += 1) {
    const last = history.at(-1);
    const published = findPublication(listFunded(all, night), alone, last ? atDay(last.until) : null);
    if (published) history.push({ ...published, until: night });
  }
  return history;
}

test('a quote is never told closer than its step, whoever else is in league with the reader', () => {
  let publications = 0;
  fc.assert(
    fc.property(contracts, fc.nat(), fc.double({ min: 0.92, max: 1.095, noNaN: true }), (all, at, factor) => {
      const victim = at % all.length;
      const change = (toAmount: (step: number) => number) =>
        all.map((each, index) =>
          index === victim ? { ...each, amountPaise: toAmount(toPriceStep(each.amountPaise)) } : each,
        );
      const history = publishNightly(change((step) => step));
      publications += history.length;
      expect(publishNightly(change((step) => Math.round(step * factor)))).toEqual(history);
    }),
    { numRuns: 60 },
  );
  // The histories are not empty.
  expect(publications).toBeGreaterThan(60);
});

test('asking before and after one acceptance, cancellation or end of a year gives the same answer', () => {
  fc.assert(
    fc.property(contracts, (all) => {
      const history = publishNightly(all);
      for (const [index, { until }] of history.entries()) {
        const before = history[index - 1];
        if (!before) continue;
        const entered = listCounted(all, until).filter(({ countedAt }) => countedAt >= atDay(before.until));
        expect(entered.length).toBeGreaterThanOrEqual(NEW_QUOTES_MIN);
        for (const side of ['posterId', 'workerId'] as const)
          expect(new Set(entered.map((each) => each[side])).size).toBeGreaterThanOrEqual(NEW_PEOPLE_MIN);
      }
    }),
    { numRuns: 60 },
  );
});

test('four posters, or four workers, never make a hint change by themselves', () => {
  const byFour = (poster: [number, number], worker: [number, number]) =>
    fc.array(
      fc.record<FundedContract>({
        day: fc.integer({ min: 200, max: 500 }),
        posterId: fc.integer({ min: poster[0], max: poster[1] }),
        workerId: fc.integer({ min: worker[0], max: worker[1] }),
        amountPaise: fc.integer({ min: 1_000, max: 10_000_000 }),
        cancelledAfter: fc.option(fc.integer({ min: 1, max: 300 })),
      }),
      { maxLength: 60 },
    );
  let published = 0;
  fc.assert(
    fc.property(
      contracts,
      fc.oneof(byFour([21, 24], [101, 140]), byFour([1, 40], [121, 124])),
      (earlier, attack) => {
        const before = earlier.filter(({ day }) => day < 200);
        const until = publishNightly(before, 200).at(-1)?.until ?? 0;
        // What came after the last publication could help the attackers to the next, as could a cancellation that
        // lets it count only later.
        const known = before.filter(({ day }) => day < until);
        const history = publishNightly(known);
        published += history.length;
        const attacked = publishNightly([...known, ...attack]);
        // Without a publication, the first one may need only what the attackers add.
        expect(history.length === 0 ? [] : attacked).toEqual(history);
      },
    ),
    { numRuns: 60 },
  );
  expect(published).toBeGreaterThan(30);
});

test('which of two people asked which price cannot be told: their amounts can be exchanged', () => {
  fc.assert(
    fc.property(contracts, fc.nat(), fc.nat(), (all, first, second) => {
      const until = atDay(365);
      const quotes = selectQuotes(
        all.flatMap(({ day, posterId, workerId, amountPaise }, jobId) =>
          day < 365 ? [{ posterId, workerId, amountPaise, jobId, countedAt: atDay(day) }] : [],
        ),
        alone,
      );
      if (quotes.length === 0) return;
      const [a, b] = [first % quotes.length, second % quotes.length];
      const exchanged = quotes.map((quote, index) => ({
        ...quote,
        amountPaise: quotes[index === a ? b : index === b ? a : index]?.amountPaise ?? 0,
      }));
      expect(findPublication(exchanged, alone, null)).toEqual(findPublication(quotes, alone, null));
      expect(findPublication(exchanged, alone, until)).toBeNull();
    }),
  );
});

test('each person counts with so many quotes, the newest', () => {
  const selected = selectQuotes(buildQuotes(30), alone);
  expect(selected.map(({ jobId }) => jobId)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20]);
  expect(selected).toHaveLength(5 * QUOTES_PER_PERSON_MAX);
});
