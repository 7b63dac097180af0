import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SIDES } from '../contracts/model.ts';
import { RECORD_JOBS, RECORD_MIN_JOBS, type JobOutcome } from './model.ts';
import { countReliability, type RecordedJob } from './record.ts';
import { event, harmlessEvent, recordHistory, side } from './testing/history.ts';

const PAIRS = 10_000;

const toJobs = (...outcomes: JobOutcome[]): RecordedJob[] =>
  outcomes.map((outcome, at) => ({ jobId: at + 1, awardedMs: at, outcome, isLifted: false }));
const repeat = (outcome: JobOutcome, times: number): JobOutcome[] => Array<JobOutcome>(times).fill(outcome);

test(`${PAIRS} pairs: what is not one’s own fault changes nothing`, () => {
  const found = new Map<string, number>();
  const pair = side.chain((own) =>
    fc.record({
      own: fc.constant(own),
      history: fc.array(event, { maxLength: 80, size: 'max' }),
      harmless: harmlessEvent(own),
      at: fc.nat(80),
    }),
  );
  fc.assert(
    fc.property(pair, ({ own, history, harmless, at }) => {
      const before = recordHistory(history, own);
      const changed = history.toSpliced(at, 0, harmless.event);
      expect(recordHistory(changed, own)).toEqual(before);
      const names = [`${own}: ${harmless.what}`, before ? 'shown' : 'too few'];
      if (before && before.kept + before.cancelled + before.late === RECORD_JOBS) names.push('a full record');
      for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
    }),
    { numRuns: PAIRS },
  );
  const whats = [
    'the other side cancelled',
    'the other side was absent',
    'an excused cancellation',
    'an excused absence',
    'a declined invitation',
  ];
  expect([...found.keys()].toSorted()).toEqual(
    [
      'a full record',
      'shown',
      'too few',
      ...SIDES.flatMap((own) => whats.map((what) => `${own}: ${what}`)),
    ].toSorted(),
  );
  expect([...found].filter(([, count]) => count < 100)).toEqual([]);
});

test('counts the same whatever order the events are read in', () => {
  fc.assert(
    fc.property(fc.uniqueArray(event, { selector: ({ jobId }) => jobId }), side, (history, own) => {
      expect(recordHistory(history.toReversed(), own)).toEqual(recordHistory(history, own));
    }),
  );
});

test('shows nothing below five jobs, and the newest twenty', () => {
  expect(countReliability(toJobs(...repeat('kept', RECORD_MIN_JOBS - 1)))).toBeNull();
  expect(countReliability(toJobs('cancelled', ...repeat('kept', 3), 'late'))).toEqual({
    kept: 3,
    cancelled: 1,
    late: 1,
  });
  expect(countReliability(toJobs('cancelled', 'late', ...repeat('kept', RECORD_JOBS - 1)))).toEqual({
    kept: 19,
    cancelled: 0,
    late: 1,
  });
});

test('takes what counts for nobody, and what FWS lifted, out without a gap', () => {
  const lifted = { jobId: 90, awardedMs: 90, outcome: 'cancelled' as const, isLifted: true };
  const jobs = [...toJobs(...repeat('kept', RECORD_JOBS), ...repeat('uncounted', 30)), lifted];
  expect(countReliability(jobs)).toEqual({ kept: 20, cancelled: 0, late: 0 });
  expect(countReliability([...toJobs(...repeat('kept', 4), 'uncounted'), lifted])).toBeNull();
});
