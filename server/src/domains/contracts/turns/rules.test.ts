import { expect, test } from 'vitest';
import { findStatus, listTurns, type StatusFacts, type TurnFacts } from './rules.ts';

const milestone = (change: Partial<TurnFacts> = {}): TurnFacts => ({
  fund: 'funded',
  work: 'not_started',
  onHold: false,
  isPayable: true,
  amountPaise: 100_00,
  changeAsked: false,
  releasesAt: null,
  ...change,
});
const job = (milestones: TurnFacts[], change: Partial<StatusFacts> = {}): StatusFacts => ({
  isUnderWay: true,
  isDisputed: false,
  milestones,
  ...change,
});

test.each([
  [{ fund: 'unfunded' }, 'poster', 'funded'],
  [{ fund: 'funding_pending' }, 'poster', 'funded'],
  [{}, 'worker', 'started'],
  [{ work: 'started' }, 'worker', 'completed'],
  [{ work: 'started', changeAsked: true }, 'worker', 'change'],
  [{ work: 'payment_requested' }, 'poster', 'accepted'],
  [{ fund: 'accepted', work: 'payment_requested' }, 'poster', 'released'],
] as const)('a milestone that is %j waits for the %s: %s', (state, side, task) => {
  const facts = job([milestone(state)]);
  expect(findStatus(side, facts)).toMatchObject({ kind: 'your_turn', task, amountPaise: 100_00 });
  const other = side === 'poster' ? 'worker' : 'poster';
  expect(findStatus(other, facts)).toMatchObject({ kind: 'their_turn', task, amountPaise: 100_00 });
});

test('completed work is a turn of both sides: one may accept it, the other ask for payment', () => {
  const facts = job([milestone({ work: 'completed' })]);
  expect(findStatus('poster', facts)).toMatchObject({ kind: 'your_turn', task: 'accepted' });
  expect(findStatus('worker', facts)).toMatchObject({ kind: 'your_turn', task: 'payment_requested' });
});

test('only the first unfunded milestone is to be funded, and none while money is in escrow', () => {
  const unfunded = [
    milestone({ fund: 'unfunded', amountPaise: 1 }),
    milestone({ fund: 'unfunded', amountPaise: 2 }),
  ];
  expect(listTurns('poster', unfunded).map((turn) => turn.milestone.amountPaise)).toEqual([1]);
  expect(listTurns('poster', [milestone({ work: 'started' }), ...unfunded])).toEqual([]);
  expect(listTurns('poster', [milestone({ fund: 'released' }), ...unfunded])).toHaveLength(1);
});

test('does not ask to fund what the provider does not take', () => {
  expect(listTurns('poster', [milestone({ fund: 'unfunded', isPayable: false })])).toEqual([]);
});

test('money that is asked for comes before work', () => {
  const milestones = [
    milestone({ work: 'completed', amountPaise: 1 }),
    milestone({ fund: 'accepted', work: 'payment_requested', amountPaise: 2 }),
  ];
  expect(listTurns('poster', milestones).map(({ task }) => task)).toEqual(['released', 'accepted']);
});

test('says when the money is released automatically', () => {
  const releasesAt = new Date('2026-12-05T06:00:00Z');
  const facts = job([milestone({ work: 'payment_requested', releasesAt })]);
  const expected = { task: 'accepted', amountPaise: 100_00, releasesAt: releasesAt.toISOString() };
  expect(findStatus('poster', facts)).toEqual({ kind: 'your_turn', ...expected });
  expect(findStatus('worker', facts)).toEqual({ kind: 'their_turn', ...expected });
});

test('a job in dispute is in dispute, with the money that is on hold', () => {
  const milestones = [
    milestone({ onHold: true, amountPaise: 96_00 }),
    milestone({ fund: 'unfunded', onHold: true, amountPaise: 50_00 }),
  ];
  for (const side of ['poster', 'worker'] as const)
    expect(findStatus(side, job(milestones, { isDisputed: true }))).toEqual({
      kind: 'disputed',
      task: null,
      amountPaise: 96_00,
      releasesAt: null,
    });
});

test('a completed job can be in dispute', () => {
  const facts = job([milestone({ fund: 'released' })], { isUnderWay: false, isDisputed: true });
  expect(findStatus('worker', facts)).toMatchObject({ kind: 'disputed', amountPaise: 0 });
});

test('held money without a dispute is on hold', () => {
  const milestones = [milestone({ onHold: true }), milestone({ work: 'payment_requested' })];
  expect(findStatus('poster', job(milestones))).toEqual({
    kind: 'on_hold',
    task: null,
    amountPaise: 100_00,
    releasesAt: null,
  });
});

test('a split waits for whoever has to name or answer a sum, before the work itself', () => {
  const dueAt = new Date('2026-11-20T06:00:00Z');
  const facts = (turn: 'worker' | null) => job([milestone({ work: 'started', split: { turn, dueAt } })]);
  expect(findStatus('worker', facts('worker'))).toMatchObject({ kind: 'your_turn', task: 'answer_split' });
  expect(findStatus('poster', facts('worker'))).toMatchObject({ kind: 'their_turn', task: 'answer_split' });
  for (const side of ['poster', 'worker'] as const)
    expect(findStatus(side, facts(null))).toMatchObject({ kind: 'your_turn', task: 'propose_split' });
  expect(listTurns('worker', facts(null).milestones).map(({ task }) => task)).toEqual([
    'propose_split',
    'completed',
  ]);
});

test('nothing is left to do when the job has ended or its money is on the way back', () => {
  const none = { kind: 'none', task: null, amountPaise: null, releasesAt: null };
  expect(findStatus('poster', job([milestone()], { isUnderWay: false }))).toEqual(none);
  expect(findStatus('worker', job([milestone({ fund: 'refund_pending' })]))).toEqual(none);
});
