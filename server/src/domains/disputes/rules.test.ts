import { expect, test } from 'vitest';
import { done, refuse } from '@fws/contract/platform/refusal';
import {
  calculateSchedule,
  chooseMilestones,
  decideHolds,
  extendDocuments,
  isCompleteSplit,
  mayRaise,
  scheduleLook,
} from './rules.ts';

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

test('allows an issue about a cancelled job for seven days, and about any other awarded job', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  const cancelled = (days: number) =>
    mayRaise({ state: 'cancelled', cancelledAt: new Date(now.getTime() - days * 24 * 3600_000) }, now);
  expect(cancelled(7).ok).toBe(true);
  expect(cancelled(7.01)).toEqual(refuse('conflict', 'disputes.cancelled_long_ago'));
  for (const state of ['awarded', 'in_progress', 'ending', 'completed'] as const)
    expect(mayRaise({ state, cancelledAt: null }, now).ok).toBe(true);
});

test('takes the named milestones, or all in escrow that are in no dispute', () => {
  const undisputed = [{ id: 1 }, { id: 3 }];
  expect(chooseMilestones(undisputed, null, true)).toEqual(done(undisputed));
  expect(chooseMilestones(undisputed, [3], true)).toEqual(done([{ id: 3 }]));
  expect(chooseMilestones(undisputed, [2, 3], false)).toEqual(
    refuse('conflict', 'disputes.milestone_unknown'),
  );
  expect(chooseMilestones([], null, false)).toEqual(done([]));
  expect(chooseMilestones([], null, true)).toEqual(refuse('conflict', 'disputes.already_open'));
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

test('holds no milestone at once about which the same side withdrew a dispute', () => {
  expect(decideHolds([{ id: 1 }, { id: 2 }], [])).toEqual({ held: [{ id: 1 }, { id: 2 }], unheld: [] });
  expect(decideHolds([{ id: 1 }, { id: 2 }], [2, 7])).toEqual({ held: [{ id: 1 }], unheld: [{ id: 2 }] });
});

test('FWS looks at a repeated dispute by the end of the next day, in Indian time', () => {
  const dueAt = new Date('2026-11-14T18:29:59.999Z');
  expect(scheduleLook(new Date('2026-11-12T19:00:00Z'))).toEqual({
    documentsDueAt: dueAt,
    reviewDueAt: dueAt,
  });
});

test('extends the time for documents by three days, and until 21 days after the dispute was raised', () => {
  const raisedAt = new Date('2026-11-01T06:00:00Z');
  const { documentsDueAt } = calculateSchedule(raisedAt);
  const extend = (days: number, due = documentsDueAt) =>
    extendDocuments(
      { raised_at: raisedAt, documents_due_at: due },
      new Date(raisedAt.getTime() + days * 24 * 3600_000),
    );
  expect(extend(1)).toBeNull();
  expect(extend(4)).toBeNull();
  expect(extend(5)?.toISOString()).toBe('2026-11-09T18:29:59.999Z');
  const latest = '2026-11-22T18:29:59.999Z';
  expect(extend(18)?.toISOString()).toBe(latest);
  expect(extend(20)?.toISOString()).toBe(latest);
  expect(extend(90)?.toISOString()).toBe(latest);
  expect(extend(90, new Date(latest))).toBeNull();
});
