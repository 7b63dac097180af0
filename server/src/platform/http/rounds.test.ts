import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Rounds } from './rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TIMES = { periodMs: 25_000, tickMs: 100 };

test('visits every item once in each period, and never all at one moment', () => {
  const visits: number[] = [];
  const rounds = new Rounds<number>(TIMES, (item) => visits.push(item));
  const items = Array.from({ length: 1000 }, (_, item) => item);
  for (const item of items) rounds.add(item);
  vi.advanceTimersByTime(100);
  expect(visits).toEqual([0, 1, 2, 3]);
  vi.advanceTimersByTime(24_900);
  expect(visits).toEqual(items);
  vi.advanceTimersByTime(25_000);
  expect(visits).toEqual([...items, ...items]);
});

test('visits a single item once in a period, until it is deleted', () => {
  const visits: string[] = [];
  const rounds = new Rounds<string>(TIMES, (item) => visits.push(item));
  rounds.add('a');
  vi.advanceTimersByTime(24_800);
  expect(visits).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(visits).toEqual(['a']);
  rounds.delete('a');
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(visits).toEqual(['a']);
});

test('does not visit an item that an earlier visit has deleted', () => {
  const visits: string[] = [];
  const rounds = new Rounds<string>({ periodMs: 100, tickMs: 100 }, (item) => {
    visits.push(item);
    rounds.delete('b');
  });
  rounds.add('a');
  rounds.add('b');
  vi.advanceTimersByTime(100);
  expect(new Set(visits)).toEqual(new Set(['a']));
});
