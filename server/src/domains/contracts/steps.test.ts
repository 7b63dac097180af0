import { expect, test } from 'vitest';
import { FUND_STEPS, WORK_STEPS } from '@fws/contract/contracts/model';
import {
  type FundState,
  fundLifecycle,
  type WorkState,
  workLifecycle,
} from '@fws/contract/contracts/lifecycle';
import {
  countChangesLeft,
  decideChange,
  findNextStep,
  toAbility,
  decideFund,
  decideWork,
  isTooSoon,
  findWaitingReason,
  type ChangeFacts,
  type Decision,
  type FundFacts,
} from './rules.ts';

type Facts = FundFacts & ChangeFacts;
const milestone = (change: Partial<Facts> = {}): Facts => ({
  fund: 'funded',
  work: 'completed',
  onHold: false,
  isPayable: true,
  changeRequests: 0,
  ...change,
});
const HOLD = 'contracts.on_hold';
const toShortCode = (decision: Decision | null) =>
  decision === null || decision.kind !== 'refused'
    ? (decision?.kind ?? null)
    : decision.code.slice('contracts.'.length);

test.each<[FundState, string, string, string]>([
  ['unfunded', 'take', 'step_skipped', 'step_skipped'],
  ['funding_pending', 'take', 'step_skipped', 'step_skipped'],
  ['funded', 'taken', 'take', 'step_skipped'],
  ['accepted', 'step_passed', 'taken', 'take'],
  ['released', 'step_passed', 'step_passed', 'taken'],
  ['refund_pending', 'milestone_refunded', 'milestone_refunded', 'milestone_refunded'],
  ['refunded', 'milestone_refunded', 'milestone_refunded', 'milestone_refunded'],
])('fund state %s: funding gives %s, accepting %s, releasing %s', (fund, ...codes) => {
  expect(FUND_STEPS.map((step) => toShortCode(decideFund(milestone({ fund }), step)))).toEqual(codes);
});

test.each<[WorkState, string, string, string]>([
  ['not_started', 'take', 'step_skipped', 'step_skipped'],
  ['started', 'taken', 'take', 'step_skipped'],
  ['completed', 'step_passed', 'taken', 'take'],
  ['payment_requested', 'step_passed', 'step_passed', 'taken'],
])('work state %s: starting gives %s, completing %s, requesting payment %s', (work, ...codes) => {
  expect(WORK_STEPS.map((step) => toShortCode(decideWork(milestone({ work }), step)))).toEqual(codes);
});

test('reports the hold for a blocked step, and a step already reached as taken', () => {
  const buildHeld = (change: Partial<Facts>) => milestone({ onHold: true, ...change });
  expect(decideFund(buildHeld({ fund: 'accepted' }), 'released')).toEqual({ kind: 'refused', code: HOLD });
  expect(decideFund(buildHeld({ fund: 'unfunded' }), 'funded')).toEqual({ kind: 'refused', code: HOLD });
  expect(decideFund(buildHeld({}), 'funded')).toEqual({ kind: 'taken' });
  expect(decideWork(buildHeld({}), 'payment_requested')).toEqual({ kind: 'refused', code: HOLD });
  expect(decideChange(buildHeld({}))).toEqual({ kind: 'refused', code: HOLD });
});

test.each<[FundState, string]>([
  ['unfunded', 'step_skipped'],
  ['funding_pending', 'step_skipped'],
  ['funded', 'take'],
  ['accepted', 'take'],
  ['released', 'taken'],
  ['refund_pending', 'milestone_refunded'],
  ['refunded', 'milestone_refunded'],
])('a release that accepts the work too in fund state %s gives %s', (fund, expected) => {
  expect(toShortCode(decideFund(milestone({ fund }), 'released', true))).toBe(expected);
});

test('a release that accepts the work too needs finished work and no hold', () => {
  const decide = (change: Partial<FundFacts>) => toShortCode(decideFund(milestone(change), 'released', true));
  expect(decide({ work: 'payment_requested' })).toBe('take');
  expect(decide({ work: 'started' })).toBe('work_first');
  expect(decide({ onHold: true })).toBe('on_hold');
  // Only a release accepts on its way.
  expect(decideFund(milestone({ fund: 'unfunded' }), 'accepted', true)).toMatchObject({ kind: 'refused' });
});

test('applies the limit of one order to funding only', () => {
  const large = milestone({ isPayable: false });
  expect(decideFund(large, 'accepted').kind).toBe('take');
  expect(findNextStep('poster', { ...large, fund: 'unfunded' })).toEqual({
    step: 'funded',
    ability: { allowed: false, reason: 'contracts.amount_too_large' },
  });
});

test.each<[FundState, string]>([
  ['unfunded', 'fund_first'],
  ['funding_pending', 'fund_first'],
  ['funded', 'take'],
  ['accepted', 'take'],
  ['released', 'step_passed'],
  ['refund_pending', 'milestone_refunded'],
  ['refunded', 'milestone_refunded'],
])('requesting payment in fund state %s gives %s', (fund, expected) => {
  expect(toShortCode(decideWork(milestone({ fund }), 'payment_requested'))).toBe(expected);
});

test.each<[FundState, string | null]>([
  ['unfunded', null],
  ['funding_pending', null],
  ['funded', 'take'],
  ['accepted', 'work_was_accepted'],
  ['released', 'work_was_accepted'],
  ['refund_pending', null],
  ['refunded', null],
])('requesting a change in fund state %s gives %s', (fund, expected) => {
  for (const work of ['completed', 'payment_requested'] as const)
    expect(toShortCode(decideChange(milestone({ fund, work })))).toBe(expected);
  for (const work of ['not_started', 'started'] as const)
    expect(decideChange(milestone({ fund, work }))).toBeNull();
});

test('a change can be requested twice, also of work that waits for its payment request', () => {
  const decide = (changeRequests: number) => toShortCode(decideChange(milestone({ changeRequests })));
  expect([0, 1, 2, 3].map(decide)).toEqual(['take', 'take', 'changes_used_up', 'changes_used_up']);
  expect([0, 1, 2, 3].map((changeRequests) => countChangesLeft({ changeRequests }))).toEqual([2, 1, 0, 0]);
  expect(toShortCode(decideChange(milestone({ changeRequests: 2, fund: 'accepted' })))).toBe(
    'work_was_accepted',
  );
  expect(toShortCode(decideChange(milestone({ changeRequests: 2, onHold: true })))).toBe('changes_used_up');
});

test('each side waits for the other only when it is the other’s turn', () => {
  const listWaits = (side: 'poster' | 'worker') =>
    fundLifecycle.states.flatMap((fund) =>
      workLifecycle.states.flatMap((work) => {
        const reason = findWaitingReason(side, milestone({ fund, work }));
        return reason === null ? [] : `${fund} ${work}: ${reason.slice('contracts.waiting_for_'.length)}`;
      }),
    );
  expect(listWaits('poster')).toEqual(['funded not_started: worker', 'funded started: worker']);
  expect(listWaits('worker')).toEqual([
    ...workLifecycle.states.map((work) => `unfunded ${work}: funding`),
    ...workLifecycle.states.map((work) => `funding_pending ${work}: funding`),
    'funded payment_requested: poster',
    'accepted payment_requested: poster',
  ]);
});

test('shows a decision as an ability with a reason; a step already reached is allowed', () => {
  expect(toAbility({ kind: 'take' })).toEqual({ allowed: true });
  expect(toAbility({ kind: 'taken' })).toEqual({ allowed: true });
  expect(toAbility({ kind: 'refused', code: HOLD })).toEqual({ allowed: false, reason: HOLD });
  expect(findNextStep('poster', milestone())).toEqual({ step: 'accepted', ability: { allowed: true } });
  expect(findNextStep('worker', milestone())).toEqual({
    step: 'payment_requested',
    ability: { allowed: true },
  });
  expect(findNextStep('worker', milestone({ onHold: true }))).toEqual({
    step: 'payment_requested',
    ability: { allowed: false, reason: HOLD },
  });
  expect(findNextStep('poster', milestone({ fund: 'released' }))).toBeNull();
  expect(findNextStep('worker', milestone({ work: 'payment_requested' }))).toBeNull();
});

test('a step that follows a step of the same side needs two seconds after the last change', () => {
  const changedAt = new Date('2026-11-20T10:00:00.000Z');
  const after = (ms: number) => new Date(changedAt.getTime() + ms);
  for (const step of ['released', 'completed', 'payment_requested'] as const) {
    expect(isTooSoon(step, changedAt, after(1_999))).toBe(true);
    expect(isTooSoon(step, changedAt, after(2_000))).toBe(false);
  }
  // Before these, the other side acted, or nobody.
  for (const step of ['funded', 'accepted', 'started'] as const)
    expect(isTooSoon(step, changedAt, after(0))).toBe(false);
});
