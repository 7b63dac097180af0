import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FUND_STEPS, SPLIT_ANSWERS, WORK_STEPS, type Side } from '@fws/contract/contracts/model';
import { findFaults } from './endings/faults.ts';
import { DAY_MS, History } from './endings/history.ts';
import { simulate } from './endings/simulation.ts';

const side = fc.constantFrom<Side>('poster', 'worker');
/** A share of the milestone: nothing and all of it are as likely as anything between. */
const share = fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
const at = fc.nat({ max: 3 });
/** Work and money move more often than people cancel or argue; otherwise few histories come as far as an end. */
const steps = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      at,
      step: fc.constantFrom(...FUND_STEPS),
      accepts: fc.boolean(),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('work' as const), at, step: fc.constantFrom(...WORK_STEPS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), side }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('propose' as const), at, side, share }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      at,
      side,
      answer: fc.constantFrom(...SPLIT_ANSWERS),
      share,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('raise' as const), at, side }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), at, side }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), at, share }) },
  // The poster says that nothing was done, and nobody answers.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silence' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 5, 24, 73, 400) }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

function take(history: History, step: Step): void {
  const milestone = 'at' in step ? history.milestones[step.at % history.milestones.length] : undefined;
  const dispute = 'at' in step ? history.disputes[step.at % Math.max(1, history.disputes.length)] : undefined;
  const paise = 'share' in step ? Math.floor((milestone?.amountPaise ?? 0) * step.share) : 0;
  if (step.do === 'pass') history.pass(step.hours);
  if (step.do === 'cancel') history.cancel(step.side);
  if (step.do === 'withdraw' && dispute) history.withdraw(dispute, step.side);
  if (step.do === 'settle' && dispute) {
    const held = history.milestones.find(({ id }) => id === dispute.milestoneId)?.amountPaise ?? 0;
    history.settleAsAdmin(dispute, Math.floor(held * step.share));
  }
  if (!milestone) return;
  if (step.do === 'fund') history.moveFund(milestone, step.step, step.accepts);
  if (step.do === 'work') history.moveWork(milestone, step.step);
  if (step.do === 'change') history.requestChange(milestone);
  if (step.do === 'propose') history.propose(milestone, step.side, paise);
  if (step.do === 'answer') history.answer(milestone, step.side, step.answer, paise);
  if (step.do === 'raise') history.raise(milestone, step.side);
  if (step.do === 'silence') {
    history.propose(milestone, 'poster', 0);
    history.pass(73);
  }
}

const histories = fc.record({
  amounts: fc.array(fc.integer({ min: 1_00, max: 1_000_000 }), { minLength: 1, maxLength: 4 }),
  isReachable: fc.boolean(),
  steps: fc.array(steps, { minLength: 10, maxLength: 120, size: 'max' }),
});

type Given = typeof histories extends fc.Arbitrary<infer One> ? One : never;

/** Started work of a cancelled job, and how it ends. A thousand random histories may lack these ends. */
const createHistory = (...ending: Step[]): [Given] => [
  {
    amounts: [100_00],
    isReachable: true,
    steps: [
      { do: 'fund', at: 0, step: 'funded', accepts: false },
      { do: 'work', at: 0, step: 'started' },
      { do: 'cancel', side: 'poster' },
      ...ending,
    ],
  },
];
const proposal = { do: 'propose', at: 0, side: 'poster', share: 0.4 } as const;
const RARE = [
  createHistory({ do: 'silence', at: 0 }),
  createHistory(proposal, { do: 'answer', at: 0, side: 'worker', answer: 'agree', share: 0 }),
  createHistory(
    proposal,
    { do: 'answer', at: 0, side: 'worker', answer: 'refuse', share: 0 },
    { do: 'settle', at: 0, share: 0.5 },
  ),
];

test('each completed milestone is released, split by the word of both, or settled by an admin; nothing untouched waits', () => {
  const ends = new Map<string, number>();
  fc.assert(
    fc.property(histories, ({ amounts, isReachable, steps: taken }) => {
      const history = new History(amounts);
      history.isReachable = isReachable;
      for (const step of taken) {
        take(history, step);
        expect(findFaults(history)).toEqual([]);
      }
      for (const { end } of history.milestones) if (end) ends.set(end.how, (ends.get(end.how) ?? 0) + 1);
    }),
    { numRuns: 1_000, examples: RARE },
  );
  // The histories reach every end.
  expect([...ends.keys()].toSorted()).toEqual(['admin', 'agreed', 'refunded', 'released', 'stood']);
});

test('a cancelled job ends by itself within three weeks, once admins decide', () => {
  fc.assert(
    fc.property(
      histories,
      fc.constantFrom<Side>('poster', 'worker'),
      ({ amounts, steps: taken }, canceller) => {
        const history = new History(amounts);
        for (const step of taken) take(history, step);
        history.cancel(canceller);
        // Everybody keeps silent, but finished work is asked to be paid for.
        for (let day = 0; day < 21; day++) {
          for (const milestone of history.milestones) history.moveWork(milestone, 'payment_requested');
          for (const dispute of history.disputes)
            if (history.now - dispute.openedAt >= DAY_MS) history.settleAsAdmin(dispute, 1);
          history.pass(24);
        }
        expect(history.job).not.toBe('ending');
      },
    ),
    { numRuns: 200 },
  );
});

test('finds a rule that lets one side end finished work', () => {
  const history = new History([100_00]);
  const [milestone] = history.milestones;
  if (!milestone) throw new Error('one milestone');
  milestone.end = { how: 'refunded', work: 'payment_requested', workerPaise: 0, at: 0 };
  milestone.wasCompleted = true;
  expect(findFaults(history)).toContain('milestone 1 was finished and ended as refunded');
  milestone.untouchedSince = -2 * DAY_MS;
  expect(findFaults(history)).toContain('milestone 1 has waited untouched for more than a day');
});

test('a simulation of people counts disputes and minutes, the same for the same seed', () => {
  const result = simulate(300, 7);
  expect(result.faults).toEqual([]);
  expect(result).toEqual(simulate(300, 7));
  expect(result.cancelled).toBeGreaterThan(10);
  expect(result.agreed).toBeGreaterThan(5);
  expect(result.disputes.late_split + result.disputes.refused_split).toBeGreaterThan(0);
  expect(result.adminMinutes).toBeGreaterThan(0);
}, 600_000);
