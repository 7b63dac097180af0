import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { REASONS, REPORT_REASONS, type ReportReason } from '@fws/contract/safety/model';
import { calculateDueTime, findCounted, getHarm, getHarmRank, mayAppeal, mergeReport } from './rules.ts';

const AT = new Date('2026-11-20T04:10:00Z');
const DAY_MS = 24 * 3600_000;

const merge = (rows: readonly { reason: ReportReason; due_at: Date }[]) =>
  rows.reduce<{ harm: number; reason: ReportReason; due_at: Date }>(
    (reportCase, row) => mergeReport(reportCase, row),
    { harm: 3, reason: 'other', due_at: new Date(8.64e15) },
  );

test('a case has the worst harm and the earliest time of its reports, in whatever order they came', () => {
  const reports = fc.array(fc.tuple(fc.constantFrom(...REPORT_REASONS), fc.nat(100_000)), { minLength: 1 });
  fc.assert(
    fc.property(reports, (reported) => {
      const rows = reported.map(([reason, minutes]) => ({
        reason,
        due_at: calculateDueTime(reason, new Date(AT.getTime() + minutes * 60_000)),
      }));
      const merged = merge(rows);
      expect(merged.harm).toBe(Math.min(...rows.map(({ reason }) => getHarmRank(reason))));
      expect(merged.due_at.getTime()).toBe(Math.min(...rows.map((row) => row.due_at.getTime())));
      expect(REASONS[merged.reason].harm).toBe(getHarm(merged.harm));
      expect(merge(rows.toReversed())).toMatchObject({ harm: merged.harm, due_at: merged.due_at });
    }),
  );
});

test('linked reporters and all visitors weigh one', () => {
  expect(findCounted([1, 2, 3], [])).toEqual([true, true, true]);
  expect(findCounted([1, 2, 3], [[3, 1]])).toEqual([true, true, false]);
  expect(findCounted([null, 1, null], [])).toEqual([true, true, false]);
  // 3 is linked with 2, which does not count by itself.
  expect(
    findCounted(
      [1, 2, 3],
      [
        [1, 2],
        [2, 3],
      ],
    ),
  ).toEqual([true, false, true]);
});

test('an appeal is open once, until the last moment of two weeks', () => {
  const decided = { decided_at: AT, appealed_at: null };
  const at = (ms: number) => mayAppeal(decided, new Date(AT.getTime() + ms));
  expect(at(14 * DAY_MS)).toEqual({ allowed: true });
  expect(at(14 * DAY_MS + 1)).toEqual({ allowed: false, reason: 'safety.appeal_over' });
  expect(mayAppeal({ ...decided, appealed_at: AT }, AT)).toEqual({
    allowed: false,
    reason: 'safety.appeal_sent',
  });
});
