import { expect, test } from 'vitest';
import { FUND_STEPS, WORK_STEPS } from '@fws/contract/contracts/model';
import { maySeeMobiles } from './policy.ts';
import {
  decideFund,
  decideWork,
  findWaitingReason,
  getNextJobState,
  matchPaidOut,
  type FundFacts,
  findNextStep,
} from './rules.ts';

const milestone = (change: Partial<FundFacts> = {}): FundFacts => ({
  fund: 'unfunded',
  work: 'not_started',
  onHold: false,
  isPayable: true,
  ...change,
});

test('a milestone can be funded until it is funded, also while a payment is pending', () => {
  expect(decideFund(milestone(), 'funded')).toEqual({ kind: 'take' });
  expect(decideFund(milestone({ fund: 'funding_pending' }), 'funded')).toEqual({ kind: 'take' });
  expect(decideFund(milestone({ fund: 'funded' }), 'funded')).toEqual({ kind: 'taken' });
});

test('refuses to fund a milestone above the provider’s limit per order', () => {
  expect(decideFund(milestone({ isPayable: true }), 'funded').kind).toBe('take');
  expect(decideFund(milestone({ isPayable: false }), 'funded')).toEqual({
    kind: 'refused',
    code: 'contracts.amount_too_large',
  });
});

test.each([
  ['not_started', 'contracts.work_first'],
  ['started', 'contracts.work_first'],
] as const)('work that is %s cannot be accepted', (work, code) => {
  expect(decideFund(milestone({ fund: 'funded', work }), 'accepted')).toEqual({ kind: 'refused', code });
});

test('completed work can be accepted before payment is requested', () => {
  expect(decideFund(milestone({ fund: 'funded', work: 'completed' }), 'accepted').kind).toBe('take');
  expect(decideFund(milestone({ fund: 'funded', work: 'payment_requested' }), 'accepted').kind).toBe('take');
});

test('only a release can accept the work too: a repeated funding stays one', () => {
  const done = milestone({ fund: 'funded', work: 'completed' });
  expect(decideFund(done, 'released', true)).toEqual({ kind: 'take' });
  expect(decideFund(done, 'released')).toEqual({ kind: 'refused', code: 'contracts.step_skipped' });
  expect(decideFund(done, 'funded', true)).toEqual({ kind: 'taken' });
});

test('refuses work on a refunded milestone and its release', () => {
  for (const fund of ['refund_pending', 'refunded'] as const) {
    const gone = milestone({ fund, work: 'completed' });
    for (const step of FUND_STEPS) expect(decideFund(gone, step).kind).toBe('refused');
    expect(decideWork(gone, 'payment_requested')).toEqual({
      kind: 'refused',
      code: 'contracts.milestone_refunded',
    });
  }
});

test('refuses work on an unfunded milestone', () => {
  for (const fund of ['unfunded', 'funding_pending'] as const)
    expect(decideWork(milestone({ fund }), 'started')).toEqual({
      kind: 'refused',
      code: 'contracts.fund_first',
    });
});

test('a side without a step sees whom it waits for', () => {
  expect(findWaitingReason('worker', milestone())).toBe('contracts.waiting_for_funding');
  // Nobody funds a part of a cancelled job any more.
  expect(findWaitingReason('worker', milestone({ isEnding: true }))).toBeNull();
  expect(findWaitingReason('poster', milestone())).toBeNull();
  expect(findWaitingReason('poster', milestone({ fund: 'funded' }))).toBe('contracts.waiting_for_worker');
  expect(findWaitingReason('worker', milestone({ fund: 'accepted', work: 'payment_requested' }))).toBe(
    'contracts.waiting_for_poster',
  );
  expect(findWaitingReason('worker', milestone({ fund: 'released', work: 'payment_requested' }))).toBeNull();
});

test('offers each side exactly its next step', () => {
  expect(findNextStep('poster', milestone({ fund: 'accepted', work: 'completed' }))?.step).toBe('released');
  expect(findNextStep('worker', milestone({ fund: 'accepted', work: 'completed' }))?.step).toBe(
    'payment_requested',
  );
  expect(findNextStep('worker', milestone({ fund: 'released', work: 'completed' }))).toBeNull();
  expect(findNextStep('poster', milestone({ fund: 'funded', onHold: true, work: 'completed' }))).toEqual({
    step: 'accepted',
    ability: { allowed: false, reason: 'contracts.on_hold' },
  });
  for (const step of WORK_STEPS)
    expect(findNextStep('worker', milestone({ fund: 'refunded', work: 'not_started' }))?.step).not.toBe(step);
});

test('shares mobile numbers once any milestone was funded', () => {
  expect(maySeeMobiles([{ funded_at: null }])).toBe(false);
  expect(maySeeMobiles([{ funded_at: null }, { funded_at: new Date() }])).toBe(true);
});

test('matches paid-out money to the oldest releases first', () => {
  const released = [
    { milestoneId: 7, amountPaise: 100, deductionsPaise: 0 },
    { milestoneId: 8, amountPaise: 50, deductionsPaise: 0 },
    { milestoneId: 9, amountPaise: 200, deductionsPaise: 7 },
  ];
  const matchAmounts = (paidOutPaise: number) => [...matchPaidOut(released, paidOutPaise).values()];
  expect(matchAmounts(0)).toEqual([0, 0, 0]);
  expect(matchAmounts(120)).toEqual([100, 20, 0]);
  expect(matchAmounts(150)).toEqual([100, 50, 0]);
  expect(matchAmounts(349)).toEqual([100, 50, 199]);
  expect(matchAmounts(350)).toEqual([100, 50, 207]);
});

test('ends a job when nothing is left to pay, as completed if any milestone was released', () => {
  for (const fund of ['unfunded', 'funding_pending', 'funded', 'accepted'] as const)
    expect(getNextJobState(['released', fund])).toBeNull();
  expect(getNextJobState(['released', 'released'])).toBe('completed');
  expect(getNextJobState(['released', 'refund_pending'])).toBe('completed');
  expect(getNextJobState(['refund_pending', 'refunded'])).toBe('cancelled');
});
