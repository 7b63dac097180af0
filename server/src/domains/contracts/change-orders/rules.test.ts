import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANGE_TURNS_MAX, type PartChange } from '@fws/contract/contracts/change-orders/model';
import { JOB_MAX_PAISE, MILESTONES_MAX } from '@fws/contract/platform/limits';
import {
  compareParts,
  decideAnswer,
  findAnswerAbilities,
  findChangeProblem,
  findPartObstacle,
  findPlanObstacle,
  listTouchedIds,
  sumPaise,
  sumUnpaid,
  toChanges,
  type ChangeFacts,
  type PartFacts,
  type Plan,
} from './rules.ts';

const part = (milestoneId: number, change: Partial<PartFacts> = {}): PartFacts => ({
  milestoneId,
  position: milestoneId,
  name: `Part ${milestoneId}`,
  amountPaise: milestoneId * 100_00,
  fund: 'unfunded',
  work: 'not_started',
  onHold: false,
  ...change,
});
const PLAN: Plan = {
  parts: [part(1, { fund: 'funded', work: 'started' }), part(2), part(3)],
  nextPosition: 4,
};
const LIMITS = { minPaise: 1_00, maxPaise: 1_000_00 };
const TODAY = '2026-11-30';
const check = (changes: readonly PartChange[], { plan = PLAN, finishBy = null as string | null } = {}) =>
  findChangeProblem(plan, { changes, finishBy }, { limits: LIMITS, today: TODAY });
const edit = (milestoneId: number, amountPaise: number): PartChange => ({
  kind: 'change',
  milestoneId,
  name: 'Other',
  amountPaise,
});
const add = (amountPaise: number): PartChange => ({ kind: 'add', name: 'New', amountPaise });
const remove = (milestoneId: number): PartChange => ({ kind: 'remove', milestoneId });

test('keeps only what is different of a wanted plan', () => {
  const wanted = {
    parts: [
      { milestoneId: 2, name: 'Part 2', amountPaise: 200_00 },
      { milestoneId: 3, name: 'Part 3', amountPaise: 250_00 },
      { milestoneId: null, name: 'Loft', amountPaise: 90_00 },
    ],
    removedIds: [1],
  };
  expect(toChanges(PLAN.parts, wanted, (a, b) => a === b)).toEqual({
    ok: true,
    changes: [
      { kind: 'change', milestoneId: 3, name: 'Part 3', amountPaise: 250_00 },
      { kind: 'add', name: 'Loft', amountPaise: 90_00 },
      { kind: 'remove', milestoneId: 1 },
    ],
  });
});

test('keeps the stored name of a part that is shown in another language', () => {
  const parts = [part(1, { name: 'quotes.part_initial' })];
  const wanted = { parts: [{ milestoneId: 1, name: 'शुरुआत', amountPaise: 5_00 }], removedIds: [] };
  expect(toChanges(parts, wanted, () => true)).toMatchObject({
    changes: [{ kind: 'change', name: 'quotes.part_initial', amountPaise: 5_00 }],
  });
});

test('refuses a milestone that is named twice, and one that is not of the job', () => {
  const row = { milestoneId: 2, name: 'A', amountPaise: 1_00 };
  const find = (parts: (typeof row)[], removedIds: number[]) =>
    toChanges(PLAN.parts, { parts, removedIds }, (a, b) => a === b);
  expect(find([row, row], [])).toMatchObject({ problem: { code: 'contracts.change_twice' } });
  expect(find([row], [2])).toMatchObject({ problem: { code: 'contracts.change_twice' } });
  expect(find([], [9])).toMatchObject({ problem: { code: 'contracts.milestone_not_found' } });
});

test.each([
  [{ fund: 'funding_pending' }, 'contracts.change_being_paid'],
  [{ fund: 'funded' }, 'contracts.change_paid'],
  [{ fund: 'accepted', work: 'completed' }, 'contracts.change_paid'],
  [{ fund: 'released' }, 'contracts.change_paid'],
  [{ fund: 'refund_pending' }, 'contracts.change_paid'],
  [{ fund: 'refunded' }, 'contracts.change_paid'],
  [{ work: 'started' }, 'contracts.change_paid'],
  [{ onHold: true }, 'contracts.on_hold'],
  [{}, undefined],
] as const)('of a milestone that is %j a change answers %s', (state, code) => {
  const plan = { ...PLAN, parts: [part(1), part(2, state)] };
  for (const change of [edit(2, 50_00), remove(2)]) expect(check([change], { plan })?.code).toBe(code);
  expect(check([add(50_00)], { plan })).toBeNull();
});

test('the fee of a visit stays as it is until the visit, and the work that the visit begins is not removed', () => {
  const answer = (visit: 'fee' | 'work', change: PartChange) =>
    check([change], { plan: { ...PLAN, parts: [part(1), part(2, { visit })] } })?.code;
  for (const change of [edit(2, 50_00), remove(2)])
    expect(answer('fee', change)).toBe('contracts.change_visit_fee');
  expect(answer('work', remove(2))).toBe('contracts.change_visit_work');
  expect(answer('work', edit(2, 50_00))).toBeUndefined();
  expect(answer('fee', remove(1))).toBeUndefined();
});

test('each changed or new milestone can be paid at once, and others are not asked again', () => {
  expect(check([edit(2, 99)])).toMatchObject({
    code: 'quotes.milestone_too_small',
    field: 'milestoneAmountTexts',
  });
  expect(check([add(1_000_01)])).toMatchObject({
    code: 'quotes.milestone_too_large',
    values: { number: 4, maximum: '₹1,000' },
  });
  const large = { ...PLAN, parts: [part(1, { amountPaise: 2_000_00 }), part(2)] };
  expect(check([edit(2, 1_000_00)], { plan: large })).toBeNull();
});

test('a job keeps within its limits', () => {
  const full = { parts: Array.from({ length: MILESTONES_MAX }, (_, i) => part(i + 1)), nextPosition: 21 };
  expect(check([add(1_00)], { plan: full })).toMatchObject({ code: 'contracts.change_too_many' });
  expect(check([add(1_00), remove(3)], { plan: full })).toBeNull();
  const dear = {
    ...PLAN,
    parts: [part(1, { fund: 'funded', amountPaise: JOB_MAX_PAISE - 100_00 }), part(2)],
  };
  expect(check([edit(2, 100_00)], { plan: dear })).toBeNull();
  expect(check([edit(2, 100_01)], { plan: dear })).toMatchObject({ code: 'contracts.change_total' });
});

test('something is left to pay after it', () => {
  const settled = { parts: [part(1, { fund: 'released' }), part(2)], nextPosition: 3 };
  expect(check([remove(2)], { plan: settled })).toMatchObject({ code: 'contracts.change_ends_job' });
  expect(check([remove(2), add(5_00)], { plan: settled })).toBeNull();
  // The money of the first is still held, so its release completes the job.
  expect(check([remove(2), remove(3)])).toBeNull();
});

test('the day is neither over nor far away', () => {
  expect(check([], { finishBy: '2026-11-29' })).toMatchObject({ code: 'contracts.change_date_past' });
  for (const day of ['2026-11-30', '2028-11-30']) expect(check([], { finishBy: day })).toBeNull();
  expect(check([], { finishBy: '2028-12-01' })).toMatchObject({ code: 'contracts.change_date_far' });
});

test('compares each milestone before and after, with the new ones last', () => {
  expect(compareParts(PLAN.parts, [edit(2, 150_00), remove(3), add(9_00)], 4)).toEqual([
    {
      kind: 'kept',
      milestoneId: 1,
      position: 1,
      nameBefore: 'Part 1',
      amountBeforePaise: 100_00,
      name: 'Part 1',
      amountPaise: 100_00,
    },
    {
      kind: 'changed',
      milestoneId: 2,
      position: 2,
      nameBefore: 'Part 2',
      amountBeforePaise: 200_00,
      name: 'Other',
      amountPaise: 150_00,
    },
    {
      kind: 'removed',
      milestoneId: 3,
      position: 3,
      nameBefore: 'Part 3',
      amountBeforePaise: 300_00,
      name: null,
      amountPaise: null,
    },
    {
      kind: 'added',
      milestoneId: null,
      position: 4,
      nameBefore: null,
      amountBeforePaise: null,
      name: 'New',
      amountPaise: 9_00,
    },
  ]);
  expect(sumUnpaid(PLAN, [edit(2, 150_00), remove(3), add(9_00)])).toEqual({
    beforePaise: 500_00,
    afterPaise: 159_00,
  });
});

test('whatever is proposed, paid milestones stay as they are and the sums add up', () => {
  const funds = fc.constantFrom('unfunded', 'funding_pending', 'funded', 'accepted', 'released', 'refunded');
  const arbitrary = fc.tuple(
    fc.array(funds, { minLength: 1, maxLength: 6 }),
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('remove' as const), milestoneId: fc.integer({ min: 1, max: 6 }) }),
        fc
          .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1_00, max: 1_000_00 }))
          .map(([id, paise]) => edit(id, paise)),
        fc.integer({ min: 1_00, max: 1_000_00 }).map(add),
      ),
      { maxLength: 5 },
    ),
  );
  fc.assert(
    fc.property(arbitrary, ([states, proposed]) => {
      const parts = states.map((fund, index) => part(index + 1, { fund }));
      const ids = listTouchedIds(proposed);
      fc.pre(new Set(ids).size === ids.length && ids.every((id) => id <= parts.length));
      const plan = { parts, nextPosition: parts.length + 1 };
      if (check(proposed, { plan })) return;
      const rows = compareParts(parts, proposed, plan.nextPosition);
      const paid = parts.filter(({ fund }) => fund !== 'unfunded');
      for (const { milestoneId, amountPaise } of paid)
        expect(rows.find((row) => row.milestoneId === milestoneId)).toMatchObject({
          kind: 'kept',
          amountPaise,
        });
      const { beforePaise, afterPaise } = sumUnpaid(plan, proposed);
      const total = (key: 'amountPaise' | 'amountBeforePaise') => sumPaise(rows.map((row) => row[key]));
      expect(total('amountPaise') - total('amountBeforePaise')).toBe(afterPaise - beforePaise);
      expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length);
    }),
  );
});

const CHANGE: ChangeFacts = { state: 'proposed', side: 'poster', turns: 2, isOver: false };
const decide = (given: Partial<Parameters<typeof decideAnswer>[1]>, change: Partial<ChangeFacts> = {}) =>
  decideAnswer({ ...CHANGE, ...change }, { side: 'worker', answer: 'agree', version: 2, ...given });

test('the side that was asked answers, and the other may withdraw', () => {
  for (const answer of ['agree', 'counter', 'refuse'] as const) {
    expect(decide({ answer })).toEqual({ kind: 'take' });
    expect(decide({ answer, side: 'poster' })).toEqual({ kind: 'refused', code: 'contracts.change_yours' });
  }
  expect(decide({ answer: 'withdraw', side: 'poster' })).toEqual({ kind: 'take' });
  expect(decide({ answer: 'withdraw' })).toEqual({ kind: 'refused', code: 'contracts.change_theirs' });
});

test('nobody answers a proposal that they did not see, or that is over', () => {
  expect(decide({ version: 1 })).toEqual({ kind: 'refused', code: 'contracts.change_moved' });
  expect(decide({}, { isOver: true })).toEqual({ kind: 'refused', code: 'contracts.change_ended' });
  for (const state of ['refused', 'withdrawn', 'lapsed', 'overtaken'] as const)
    expect(decide({}, { state })).toEqual({ kind: 'refused', code: 'contracts.change_ended' });
});

test('the same answer again changes nothing', () => {
  expect(decide({}, { state: 'agreed' })).toEqual({ kind: 'taken' });
  expect(decide({ answer: 'refuse' }, { state: 'refused' })).toEqual({ kind: 'taken' });
  expect(decide({ answer: 'withdraw', side: 'poster' }, { state: 'withdrawn' })).toEqual({ kind: 'taken' });
  // The proposal was not theirs to agree to.
  expect(decide({ side: 'poster' }, { state: 'agreed' })).toMatchObject({ kind: 'refused' });
});

const NO_OBSTACLE = { ofPlan: null, ofParts: null };

test('after six proposals the last one is agreed to or not', () => {
  const last = { turns: CHANGE_TURNS_MAX };
  const version = CHANGE_TURNS_MAX;
  expect(decide({ answer: 'counter', version }, last)).toEqual({
    kind: 'refused',
    code: 'contracts.change_turns_over',
  });
  expect(findAnswerAbilities({ ...CHANGE, ...last }, 'worker', NO_OBSTACLE)).toEqual({
    agree: { allowed: true },
    counter: { allowed: false, reason: 'contracts.change_turns_over' },
    refuse: { allowed: true },
    withdraw: { allowed: false, reason: 'contracts.change_theirs' },
  });
});

test('what stands against any plan denies both answers with another one, and refusing stays allowed', () => {
  const denied = { allowed: false, reason: 'contracts.worker_suspended' };
  const ofParts = 'contracts.change_part_being_paid';
  expect(
    findAnswerAbilities(CHANGE, 'worker', { ofPlan: 'contracts.worker_suspended', ofParts }),
  ).toMatchObject({ agree: denied, counter: denied, refuse: { allowed: true } });
  expect(findAnswerAbilities(CHANGE, 'worker', { ofPlan: null, ofParts })).toMatchObject({
    agree: { allowed: false, reason: ofParts },
    counter: { allowed: true },
    refuse: { allowed: true },
  });
  // Who may not answer at all is told that.
  expect(findAnswerAbilities(CHANGE, 'poster', { ofPlan: null, ofParts })).toMatchObject({
    agree: { allowed: false, reason: 'contracts.change_yours' },
    withdraw: { allowed: true },
  });
});

test('a plan can change while the job takes new money and both sides can act', () => {
  expect(findPlanObstacle('in_progress', null)).toBeNull();
  expect(findPlanObstacle('in_progress', 'poster')).toBe('contracts.poster_suspended');
  expect(findPlanObstacle('ending', 'poster')).toBe('contracts.job_ending');
  expect(findPlanObstacle('completed', null)).toBe('contracts.job_closed');
});

test('only a milestone that the change touches stands against it', () => {
  const parts = [part(1), part(2, { fund: 'funding_pending' }), part(3, { onHold: true })];
  expect(findPartObstacle(parts, [remove(1), add(100_00)])).toBeNull();
  expect(findPartObstacle(parts, [remove(2)])).toBe('contracts.change_part_being_paid');
  expect(findPartObstacle(parts, [edit(3, 100_00)])).toBe('contracts.on_hold');
});
