import { expect, test } from 'vitest';
import { readRestoredOptions } from './restored-options.ts';

const now = new Date('2026-11-22T10:00:00Z');
const read = (...args: string[]) => readRestoredOptions(args, now);

test('without an option the restore time comes from the ledger', () => {
  expect(read()).toEqual({ until: null });
});

test('reads a time with its time zone', () => {
  expect(read('--until', '2026-11-22T15:00:00+05:30')).toEqual({ until: new Date('2026-11-22T09:30:00Z') });
  expect(read('--until', '2026-11-22T09:30:15.250Z')).toEqual({
    until: new Date('2026-11-22T09:30:15.250Z'),
  });
});

test.each([
  ['no time', ['--until']],
  ['no option', ['2026-11-22T09:30:00Z']],
  ['an unknown option', ['--before', '2026-11-22T09:30:00Z']],
  ['more than that', ['--until', '2026-11-22T09:30:00Z', 'now']],
  ['a time without its zone', ['--until', '2026-11-22T09:30:00']],
  ['a day that is none', ['--until', '2026-13-22T09:30:00Z']],
  ['a moment to come', ['--until', '2026-11-22T10:00:01Z']],
])('%s is refused', (_, args) => {
  expect(() => read(...args)).toThrow(/--until|Usage/);
});
