import { expect, test } from 'vitest';
import { refuse } from '@fws/contract/platform/refusal';
import { isCompleteSplit, mayRaise, calculateSchedule } from './rules.ts';

test('days end in Indian time: an issue raised late in the evening counts from that day', () => {
  const schedule = calculateSchedule(new Date('2026-11-12T18:00:00Z'));
  expect(schedule.documentsDueAt.toISOString()).toBe('2026-11-19T18:29:59.999Z');
  expect(schedule.reviewDueAt.toISOString()).toBe('2026-11-24T18:29:59.999Z');
  const afterMidnight = calculateSchedule(new Date('2026-11-12T18:30:00Z'));
  expect(afterMidnight.documentsDueAt.toISOString()).toBe('2026-11-20T18:29:59.999Z');
});

test('each reminder comes before its due date', () => {
  const schedule = calculateSchedule(new Date('2026-11-12T03:00:00Z'));
  expect(schedule.remindDocumentsAt.toISOString()).toBe('2026-11-17T03:00:00.000Z');
  expect(schedule.remindReviewAt.toISOString()).toBe('2026-11-22T03:00:00.000Z');
  expect(schedule.remindDocumentsAt < schedule.documentsDueAt).toBe(true);
  expect(schedule.documentsDueAt < schedule.remindReviewAt).toBe(true);
  expect(schedule.remindReviewAt < schedule.reviewDueAt).toBe(true);
});

test('refuses an issue about a cancelled job and allows one about any other awarded job', () => {
  expect(mayRaise('cancelled')).toEqual(refuse('conflict', 'disputes.job_cancelled'));
  for (const state of ['awarded', 'in_progress', 'completed'] as const) expect(mayRaise(state).ok).toBe(true);
});

const heldAmounts = [
  { milestoneId: 1, amountPaise: 100_01 },
  { milestoneId: 2, amountPaise: 50_00 },
];
const part = (milestoneId: number, toWorkerPaise: number, toPosterPaise: number) => ({
  milestoneId,
  toWorkerPaise,
  toPosterPaise,
});

test('a split must divide all held money, each milestone once, in whole paise', () => {
  expect(isCompleteSplit(heldAmounts, [part(1, 100_01, 0), part(2, 0, 50_00)])).toBe(true);
  expect(isCompleteSplit(heldAmounts, [part(2, 1, 49_99), part(1, 50_00, 50_01)])).toBe(true);
  const wrong = [
    [],
    [part(1, 100_01, 0)],
    [part(1, 100_01, 0), part(1, 100_01, 0)],
    [part(1, 100_01, 0), part(3, 0, 50_00)],
    [part(1, 100_01, 0), part(2, 1, 50_00)],
    [part(1, 100_01, 0), part(2, -1, 50_01)],
    [part(1, 100_01, 0), part(2, 50_01, -1)],
    [part(1, 50_00.5, 50_00.5), part(2, 0, 50_00)],
    [part(1, 100_01, 0), part(2, 0, Number.NaN)],
  ];
  for (const parts of wrong) expect(isCompleteSplit(heldAmounts, parts)).toBe(false);
});
