import { expect, test } from 'vitest';
import { findSlowTexts } from './contacts/fuzz.ts';
import {
  findFalseAlarms,
  MAX_FALSE_ALARMS,
  MIN_PRECISION,
  MIN_RECALL,
  scoreSet,
  scoreSplitTexts,
} from './contacts/threads.ts';
import { warmUp } from './contacts/timing.ts';

test.each(['tuning', 'held-out'] as const)('the %s sentences are masked with few faults', (name) => {
  const { precision, recall, faults, labelled } = scoreSet(name);
  expect(labelled).toBeGreaterThan(100);
  expect(precision, faults.join('\n')).toBeGreaterThanOrEqual(MIN_PRECISION);
  expect(recall, faults.join('\n')).toBeGreaterThanOrEqual(MIN_RECALL);
});

test('nothing is hidden in innocent threads', () => {
  const { threads, alarms } = findFalseAlarms();
  expect(threads).toBe(1_000);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(threads * MAX_FALSE_ALARMS);
});

test('finds contact data that only several texts together show', () => {
  const { split, missed, alarms } = scoreSplitTexts();
  expect(split).toBeGreaterThanOrEqual(20);
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});

test('finds no slow text in a short search', () => {
  warmUp();
  const seed = Math.floor(Math.random() * 2 ** 31);
  // Time that grows with the square gives 4. The proof and the benchmark, which run alone, ask for 2.5.
  const { violations, patterns } = findSlowTexts(seed, Date.now() + 2_000, { maxRatio: 3.5 });
  expect(violations, `prove:contacts --seed ${seed}`).toEqual([]);
  expect(patterns).toBeGreaterThan(0);
}, 60_000);
