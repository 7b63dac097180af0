import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { FUND_STEPS, WORK_STEPS, type FundStep, type WorkStep } from '@fws/contract/contracts/model';
import { fundLifecycle, workLifecycle, type FundState } from '@fws/contract/contracts/lifecycle';
import { listActors, type Lifecycle } from '@fws/contract/platform/lifecycle';
import {
  decideChange,
  decideFund,
  decideWork,
  findWaitingReason,
  type ChangeFacts,
  type FundFacts,
  findNextStep,
} from './rules.ts';

type Facts = FundFacts & ChangeFacts;

/** The actions on a milestone: by both sides in any order, by the provider, and by a dispute. */
type Move =
  | { by: 'poster'; step: FundStep; acceptsWork: boolean }
  | { by: 'worker'; step: WorkStep }
  | { by: 'change' }
  | { by: 'provider'; pays: boolean }
  | { by: 'dispute'; onHold: boolean };

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    by: fc.constant('poster' as const),
    step: fc.constantFrom(...FUND_STEPS),
    acceptsWork: fc.boolean(),
  }),
  fc.record({ by: fc.constant('worker' as const), step: fc.constantFrom(...WORK_STEPS) }),
  fc.record({ by: fc.constant('change' as const) }),
  fc.record({ by: fc.constant('provider' as const), pays: fc.boolean() }),
  fc.record({ by: fc.constant('dispute' as const), onHold: fc.boolean() }),
);

/** What the service does for each decision. */
function apply(before: Facts, move: Move): Facts {
  switch (move.by) {
    case 'poster': {
      if (decideFund(before, move.step, move.acceptsWork).kind !== 'take') return before;
      return { ...before, fund: move.step === 'funded' ? 'funding_pending' : move.step };
    }
    case 'worker':
      return decideWork(before, move.step).kind === 'take' ? { ...before, work: move.step } : before;
    case 'change':
      return decideChange(before)?.kind === 'take'
        ? { ...before, work: 'started', changeRequests: before.changeRequests + 1 }
        : before;
    case 'provider':
      if (before.fund !== 'funding_pending') return before;
      return { ...before, fund: move.pays ? 'funded' : 'unfunded' };
    case 'dispute':
      return before.fund === 'released' ? before : { ...before, onHold: move.onHold };
  }
}

const isLegal = (lifecycle: Lifecycle<string, string>, from: string, to: string) =>
  from === to || listActors(lifecycle, from, to).length > 0;
/** One command may accept and release. */
const isLegalFund = (from: FundState, to: FundState) =>
  isLegal(fundLifecycle, from, to) || (from === 'funded' && to === 'released');

/** States that no milestone may have, and changes that no action may make. */
function contradictions(before: Facts, after: Facts): string[] {
  const hasMoney = after.fund === 'funded' || after.fund === 'accepted' || after.fund === 'released';
  const isDone = after.work === 'completed' || after.work === 'payment_requested';
  const isAccepted = after.fund === 'accepted' || after.fund === 'released';
  const wasHeld = before.onHold && after.onHold;
  return [
    after.work !== 'not_started' && !hasMoney ? 'work without money' : '',
    isAccepted && !isDone ? 'accepted without work' : '',
    wasHeld && after.work !== before.work ? 'work under a hold' : '',
    wasHeld && isAccepted && after.fund !== before.fund ? 'money moved under a hold' : '',
    after.changeRequests > 2 ? 'changes without end' : '',
  ].filter((found) => found !== '');
}

test('makes only legal transitions and keeps both tracks consistent, whatever anybody tries', () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 60 }), (tried) => {
      let milestone: Facts = {
        fund: 'unfunded',
        work: 'not_started',
        onHold: false,
        isPayable: true,
        changeRequests: 0,
      };
      for (const move of tried) {
        const before = milestone;
        milestone = apply(before, move);
        expect(isLegalFund(before.fund, milestone.fund)).toBe(true);
        expect(isLegal(workLifecycle, before.work, milestone.work)).toBe(true);

        expect(contradictions(before, milestone)).toEqual([]);
      }
    }),
  );
});

test('always leaves a step for somebody unless the milestone is released', () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 60 }), (tried) => {
      const start: Facts = {
        fund: 'unfunded',
        work: 'not_started',
        onHold: false,
        isPayable: true,
        changeRequests: 0,
      };
      const milestone = { ...tried.reduce(apply, start), onHold: false };
      const steps = [findNextStep('poster', milestone), findNextStep('worker', milestone)];
      expect(steps.some((next) => next?.ability.allowed === true)).toBe(milestone.fund !== 'released');
      // A side without a step knows why, as long as the other side has one.
      const sides = ['poster', 'worker'] as const;
      const atALoss = sides.filter(
        (side) => !findNextStep(side, milestone) && !findWaitingReason(side, milestone),
      );
      expect(milestone.fund === 'released' ? [] : atALoss).toEqual([]);
    }),
  );
});
