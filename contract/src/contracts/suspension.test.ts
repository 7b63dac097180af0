import { expect, test } from 'vitest';
import { fundLifecycle, isInEscrow, workLifecycle, type FundState, type WorkState } from './lifecycle.ts';
import { SIDES, type Side } from './model.ts';
import { getMilestonePhase, mayOtherSide, SUSPENDED_PARTY, type PartyAct } from './suspension.ts';

const milestones = fundLifecycle.states.flatMap((fund) =>
  workLifecycle.states.map((work) => ({ fund, work })),
);

test('names a phase for each state of both tracks', () => {
  const phases = new Set(milestones.map(getMilestonePhase));
  expect([...phases].toSorted()).toEqual(Object.keys(SUSPENDED_PARTY.poster).toSorted());
});

test('lets the other side take each step of its own lifecycle that needs no answer of the suspended one', () => {
  const listActs = (suspended: Side, fund: FundState, work: WorkState) =>
    SUSPENDED_PARTY[suspended][getMilestonePhase({ fund, work })].other;
  expect(workLifecycle.states.map((work) => listActs('poster', 'funded', work)[0])).toEqual([
    'start',
    'complete',
    'request_payment',
    'cancel',
  ]);
  expect(workLifecycle.states.map((work) => listActs('worker', 'funded', work)[0])).toEqual([
    'cancel',
    'cancel',
    'accept',
    'accept',
  ]);
});

test('nobody pays a suspended worker more, and nobody is asked for changes', () => {
  for (const milestone of milestones)
    for (const act of ['fund', 'ask_change'] satisfies PartyAct[])
      expect(mayOtherSide('worker', act, milestone), `${act} ${milestone.fund}`).toBe(false);
});

test('money in escrow always has a way out: the other side acts, or it happens by itself', () => {
  for (const suspended of SIDES)
    for (const milestone of milestones.filter(({ fund }) => isInEscrow(fund))) {
      const { other, text } = SUSPENDED_PARTY[suspended][getMilestonePhase(milestone)];
      expect(other, `${suspended} ${milestone.fund} ${milestone.work}`).toContain('dispute');
      expect(text).not.toBeNull();
    }
});
