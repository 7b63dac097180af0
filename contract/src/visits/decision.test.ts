import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayVisit, type VisitReplay } from './decision.ts';
import type { VisitEvidence } from './evidence.ts';
import { comparePossibleTime, listPossibleTimes } from './possible-times.ts';
import { judgeVisit } from './testing/oracle.ts';
import { generatedVisit, type GeneratedVisit } from './testing/visits.ts';
import { toVisitWindow } from './window.ts';

const VISITS = 10_000;

/** What the visit is an example of. */
function listCases({ terms, evidence }: GeneratedVisit, { decision }: VisitReplay): string[] {
  const steps = evidence.flatMap((piece) =>
    piece.kind === 'arrived' ? [{ ...piece.step, receivedMs: piece.atMs }] : [],
  );
  const times = listPossibleTimes(steps, terms.agreedMs);
  const { state, arrival, cause, money } = decision;
  return [
    state,
    money,
    `arrival ${arrival}`,
    ...(cause ? [`${state} by ${cause.side}${cause.isAbsence ? ' as an absence' : ''}`] : []),
    ...(cause?.excuse ? [`${state} with ${cause.excuse}`] : []),
    ...(times.some(({ deviceMs }) => deviceMs === null) ? ['a clock beyond its interval'] : []),
    ...(times.some(({ deviceMs }, index) => deviceMs !== null && deviceMs !== steps[index]?.receivedMs)
      ? ['a clock within its interval']
      : []),
    ...(times.some(
      (time) => time.untilMs - time.fromMs > 12 * 3600_000 && comparePossibleTime(time, terms) === 'unclear',
    )
      ? ['an interval over 12 hours']
      : []),
  ];
}

test(`decides ${VISITS} visits as docs/visits.md says, each again from its evidence`, () => {
  const found = new Map<string, number>();
  fc.assert(
    fc.property(generatedVisit, (visit) => {
      const { terms, evidence, nowMs } = visit;
      const replay = replayVisit(terms, evidence, nowMs);
      const { state, arrival, money, cause } = replay.decision;
      expect({ state, arrival, money, because: cause }).toEqual(judgeVisit(terms, evidence, nowMs));
      // From what a database would give back.
      const stored = JSON.parse(JSON.stringify({ terms, evidence })) as GeneratedVisit;
      expect(replayVisit(stored.terms, stored.evidence, nowMs)).toEqual(replay);
      for (const name of listCases(visit, replay)) found.set(name, (found.get(name) ?? 0) + 1);
    }),
    { numRuns: VISITS },
  );
  expect([...found].filter(([, count]) => count < 10)).toEqual([]);
  expect([...found.keys()].toSorted()).toEqual([
    'a clock beyond its interval',
    'a clock within its interval',
    'agreed',
    'all_back',
    'an interval over 12 hours',
    'arrival early',
    'arrival in_time',
    'arrival late',
    'arrival null',
    'arrival unclear',
    'arrived',
    'as_cancelled',
    'cancelled',
    'cancelled by poster',
    'cancelled by poster as an absence',
    'cancelled by worker',
    'cancelled by worker as an absence',
    'cancelled with hindered',
    'cancelled with illness',
    'cancelled with safety',
    'claimed',
    'contested',
    'ended',
    'fee_to_worker',
    'held',
    'missed',
    'missed by poster as an absence',
    'missed by worker as an absence',
    'missed with illness',
    'missed with safety',
    'on_the_way',
    'started',
    'stays',
    'unanswered',
  ]);
}, 120_000);

test('a decision follows step by step, and what was decided before stays', () => {
  fc.assert(
    fc.property(generatedVisit, ({ terms, evidence, nowMs }) => {
      const { changes } = replayVisit(terms, evidence, nowMs);
      for (const [index, { atMs }] of evidence.entries()) {
        const before = replayVisit(terms, evidence.slice(0, index + 1), atMs);
        expect(changes.slice(0, before.changes.length)).toEqual(before.changes);
      }
    }),
    { numRuns: 1000 },
  );
});

test('what changes by itself changes at the time it says, and not before', () => {
  let timers = 0;
  fc.assert(
    fc.property(generatedVisit, ({ terms, evidence, nowMs }) => {
      const { decision } = replayVisit(terms, evidence, nowMs);
      const { dueMs } = decision;
      if (dueMs === null) return;
      timers += 1;
      expect(replayVisit(terms, evidence, dueMs - 1).decision).toEqual(decision);
      expect(replayVisit(terms, evidence, dueMs).decision.state).not.toBe(decision.state);
    }),
    { numRuns: 3000 },
  );
  // About 60 of them.
  expect(timers).toBeGreaterThan(15);
});

const at = (time: string): number => Date.parse(`2026-12-${time}:00+05:30`);
const window = toVisitWindow('2026-12-18', '16:00-18:00') ?? { startsMs: 0, endsMs: 0 };
const TERMS = { ...window, agreedMs: at('15T12:00') };
const FUNDED: VisitEvidence = { kind: 'funded', atMs: at('16T12:00') };
const arrive = (time: string): VisitEvidence => ({
  kind: 'arrived',
  atMs: at(time),
  step: { device: 'phone', counter: 1, deviceMs: at(time), seenMs: at(time) - 60_000 },
});
const decide = (evidence: VisitEvidence[], now: string) => replayVisit(TERMS, evidence, at(now));

test('silence of a poster who was absent: two hours of the day, 24 hours, then the fee is the worker’s', () => {
  const evidence: VisitEvidence[] = [
    FUNDED,
    arrive('18T17:30'),
    { kind: 'claimed', by: 'worker', atMs: at('18T20:00') },
    { kind: 'delivered', atMs: at('18T20:05') },
  ];
  expect(decide(evidence, '19T09:04').decision).toMatchObject({ state: 'claimed', dueMs: at('19T09:05') });
  expect(decide(evidence, '19T09:05').decision).toMatchObject({ state: 'unanswered', money: 'stays' });
  expect(decide(evidence, '20T09:04').decision).toMatchObject({ state: 'unanswered', cause: null });
  expect(decide(evidence, '20T09:05').decision).toMatchObject({
    state: 'missed',
    money: 'fee_to_worker',
    cause: { side: 'poster', isAbsence: true, excuse: null },
    dueMs: null,
  });
  const contested: VisitEvidence = {
    kind: 'answered',
    by: 'poster',
    answer: 'contest',
    atMs: at('20T09:04'),
  };
  expect(decide([...evidence, contested], '30T09:05').decision).toMatchObject({
    state: 'contested',
    money: 'held',
  });
  const late = decide([...evidence, { ...contested, atMs: at('20T09:05') }], '30T09:05');
  expect(late).toMatchObject({ decision: { state: 'missed' }, obstacle: 'closed' });
});

test('a message that is delivered again gives no more time', () => {
  const evidence: VisitEvidence[] = [
    FUNDED,
    { kind: 'claimed', by: 'poster', atMs: at('19T10:00') },
    { kind: 'delivered', atMs: at('19T10:05') },
    { kind: 'delivered', atMs: at('19T11:00') },
  ];
  expect(decide(evidence, '19T11:30').decision.dueMs).toBe(at('19T12:05'));
});

test('an arrival that was kept on the device ends the claim of the poster', () => {
  const kept: VisitEvidence = {
    kind: 'arrived',
    atMs: at('18T20:30'),
    step: { device: 'phone', counter: 1, deviceMs: at('18T16:06'), seenMs: at('18T15:51') },
  };
  const claim: VisitEvidence = { kind: 'claimed', by: 'poster', atMs: at('18T18:01') };
  expect(decide([FUNDED, claim, kept], '19T09:00').decision).toMatchObject({
    state: 'arrived',
    arrival: 'in_time',
    claimedBy: null,
  });
  expect(decide([FUNDED, claim, arrive('18T18:30')], '18T19:00').decision).toMatchObject({
    state: 'claimed',
    arrival: 'late',
  });
});

test.each([
  ['the worker without an arrival', [], 'worker', '18T17:00', 'not_arrived'],
  ['the worker after an early arrival', [arrive('18T15:30')], 'worker', '18T17:00', 'not_arrived'],
  ['the worker after a late arrival', [arrive('18T18:01')], 'worker', '18T19:00', 'not_arrived'],
  ['the poster before the time is over', [], 'poster', '18T18:00', 'not_over'],
  ['the poster after an early arrival', [arrive('18T15:30')], 'poster', '18T18:01', 'arrived'],
  ['the poster after two days', [], 'poster', '20T18:01', 'too_late'],
  [
    'the poster of a started visit',
    [{ kind: 'started', by: 'poster', atMs: at('18T17:00') }],
    'poster',
    '18T18:01',
    'closed',
  ],
] as const)('refuses the claim of %s', (_, before, by, time, obstacle) => {
  const claim: VisitEvidence = { kind: 'claimed', by, atMs: at(time) };
  expect(decide([FUNDED, ...before, claim], time)).toMatchObject({ obstacle, decision: { claimedBy: null } });
});

test.each([
  ['the poster ends no claim of the worker', 'poster', 'worker', 'claimed'],
  ['the poster ends their own claim', 'poster', 'poster', 'started'],
  ['the worker with the code ends a claim of the worker', 'worker', 'worker', 'started'],
  ['the worker with the code ends a claim of the poster', 'worker', 'poster', 'started'],
] as const)('a start by %s', (_, by, claimedBy, state) => {
  const arrival = claimedBy === 'worker' ? [arrive('18T16:06')] : [];
  const claim: VisitEvidence = { kind: 'claimed', by: claimedBy, atMs: at('18T18:01') };
  const evidence = [FUNDED, ...arrival, claim];
  const start = (time: string): VisitEvidence => ({ kind: 'started', by, atMs: at(time) });
  expect(decide([...evidence, start('18T18:02')], '18T18:02').decision.state).toBe(state);
  // Also while the claim rests.
  const delivered: VisitEvidence = { kind: 'delivered', atMs: at('18T18:02') };
  expect(decide([...evidence, delivered, start('18T20:30')], '18T20:30')).toMatchObject({
    decision: { state: state === 'claimed' ? 'unanswered' : state },
    obstacle: state === 'claimed' ? 'claimed' : null,
  });
});

test('nothing can be claimed unless the first milestone was paid before', () => {
  const claim: VisitEvidence = { kind: 'claimed', by: 'worker', atMs: at('18T17:00') };
  expect(decide([arrive('18T16:30'), claim], '18T17:00').obstacle).toBe('not_funded_in_time');
  const late: VisitEvidence = { kind: 'funded', atMs: at('18T16:01') };
  expect(decide([late, arrive('18T16:30'), claim], '18T17:00').obstacle).toBe('not_funded_in_time');
  const inTime: VisitEvidence = { kind: 'funded', atMs: at('18T16:00') };
  expect(decide([inTime, arrive('18T16:30'), claim], '18T17:00').obstacle).toBeNull();
});

test('three hours before the agreed time a poster can still cancel, as without a visit', () => {
  const cancel = (time: string): VisitEvidence => ({
    kind: 'cancelled',
    by: 'poster',
    excuse: null,
    atMs: at(time),
  });
  expect(decide([FUNDED, cancel('18T13:00')], '18T13:00').decision.money).toBe('as_cancelled');
  expect(decide([FUNDED, cancel('18T13:01')], '18T13:01').decision.money).toBe('fee_to_worker');
  expect(decide([FUNDED, cancel('18T18:00')], '18T18:00').decision.money).toBe('fee_to_worker');
  expect(decide([FUNDED, cancel('18T18:01')], '18T18:01').decision.money).toBe('as_cancelled');
  expect(decide([FUNDED, arrive('18T17:00'), cancel('18T18:01')], '18T18:01').decision.money).toBe(
    'fee_to_worker',
  );
});

test('who made a claim does not answer it', () => {
  const claim: VisitEvidence = { kind: 'claimed', by: 'poster', atMs: at('18T18:01') };
  const answer: VisitEvidence = { kind: 'answered', by: 'poster', answer: 'agree', atMs: at('18T18:02') };
  expect(decide([FUNDED, claim, answer], '18T18:02').obstacle).toBe('own_claim');
});
