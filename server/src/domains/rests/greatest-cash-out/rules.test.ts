import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAY_METHODS } from '@fws/contract/rests/model';
import { formatRupees } from '@fws/contract/platform/display';
import { findGreatestCashOut } from './rules.ts';
import { calculateLeft, findReachedLimit, type Movement } from '../limits.ts';
import { calculateRestEnd, DAY_MS, decideRest } from '../rules.ts';
import { buildTerms } from '../testing/terms.ts';

const terms = buildTerms();
const find = (days: number) =>
  Object.fromEntries(PAY_METHODS.map((method) => [method, findGreatestCashOut(terms, { method, days })]));

test('two fresh accounts cash out what docs/money.md says', () => {
  expect(find(7)).toEqual({ upi: 1_00_000_00, netbanking: 1_00_000_00, card: 0 });
  expect(find(30)).toEqual({ upi: 1_00_000_00, netbanking: 1_00_000_00, card: 1_00_000_00 });
  const documentation = readFileSync('docs/money.md', 'utf8');
  for (const days of [7, 30])
    for (const [method, paise] of Object.entries(find(days)))
      expect(documentation).toContain(`| ${days} days, by ${method} | ${formatRupees(paise)} |`);
});

/** What one of them withdraws by a plan: what is paid and withdrawn on each day, where the rules allow it. */
function followPlan(plan: readonly { pay: number; take: number }[], method: 'upi' | 'card'): number {
  const released: (Movement & { restUntil: Date })[] = [];
  const withdrawn: Movement[] = [];
  const sum = (movements: readonly Movement[]) =>
    movements.reduce((total, moved) => total + moved.amountPaise, 0);
  for (const [day, { pay, take }] of plan.entries()) {
    const now = new Date(day * DAY_MS);
    const oldest = released.find(({ amountPaise }) => amountPaise >= terms.knownReleasePaise);
    const isPaid =
      pay > 0 && !findReachedLimit(terms, 'fund', { movements: released, amountPaise: pay, now });
    if (isPaid) {
      const rest = decideRest(terms, {
        method,
        amountPaise: pay,
        payerDays: day,
        workerDays: day,
        payerIdentified: true,
        workerIdentified: true,
        pair: {
          releases: released.length,
          oldestDays: oldest ? Math.floor((now.getTime() - oldest.at.getTime()) / DAY_MS) : null,
        },
        link: 'none',
        chargedBack: false,
        disputed: false,
        unrestedTodayPaise: 0,
        overLimit:
          findReachedLimit(terms, 'release', { movements: released, amountPaise: pay, now }) !== null,
      });
      released.push({ amountPaise: pay, at: now, restUntil: calculateRestEnd(now, rest) });
    }
    const free = sum(released.filter(({ restUntil }) => restUntil <= now)) - sum(withdrawn);
    const isTaken = take > 0 && take <= free;
    if (isTaken && !findReachedLimit(terms, 'withdraw', { movements: withdrawn, amountPaise: take, now }))
      withdrawn.push({ amountPaise: take, at: now });
  }
  return sum(withdrawn);
}

test('no plan of payments and withdrawals brings more', () => {
  const rupees = fc.integer({ min: 0, max: 60_000 }).map((amount) => amount * 100);
  for (const [method, days] of [
    ['upi', 7],
    ['upi', 30],
    ['card', 30],
  ] as const) {
    const greatest = findGreatestCashOut(terms, { method, days });
    fc.assert(
      fc.property(
        fc.array(fc.record({ pay: rupees, take: rupees }), { minLength: days, maxLength: days }),
        (plan) => 2 * followPlan(plan, method) <= greatest,
      ),
      { numRuns: 300 },
    );
  }
});

test('the greedy plan reaches that sum', () => {
  const plan = Array.from({ length: 30 }, (_, day) => ({
    pay: day < 2 ? 50_000_00 : 0,
    take: [7, 8, 9].includes(day) ? 15_000_00 : day === 10 ? 5_000_00 : 0,
  }));
  expect(2 * followPlan(plan, 'card')).toBe(findGreatestCashOut(terms, { method: 'card', days: 30 }));
});

test('a sum without limits is not calculated', () => {
  expect(() => findGreatestCashOut({ ...terms, limits: [] }, { method: 'upi', days: 7 })).toThrow(RangeError);
  expect(() => findGreatestCashOut(terms, { method: 'upi', days: 31 })).toThrow(RangeError);
});

test('money that was released more than 30 days ago counts in no limit', () => {
  const limit = { action: 'withdraw', hours: 720, maxPaise: 5 } as const;
  expect(calculateLeft(limit, [{ amountPaise: 5, at: new Date(0) }], new Date(30 * DAY_MS))).toBe(5);
});
