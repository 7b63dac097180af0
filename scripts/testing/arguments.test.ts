import { expect, test } from 'vitest';
import { readTestArguments } from './arguments.ts';

const read = (...args: string[]) => {
  const { selected, ...rest } = readTestArguments(args);
  return { selected: [...selected], ...rest };
};

test('reads a part and filters; a filter alone applies to the unit tests', () => {
  expect(read()).toEqual({ selected: ['check', 'unit', 'e2e'], filters: [], at: null });
  expect(read('e2e', 'offline', '-g', 'update')).toEqual({
    selected: ['e2e'],
    filters: ['offline', '-g', 'update'],
    at: null,
  });
  expect(read('money')).toEqual({ selected: ['unit'], filters: ['money'], at: null });
});

test('reads a moment, wherever it stands', () => {
  const at = new Date('2028-02-29T06:30:00Z');
  expect(read('--at', '2028-02-29T06:30Z')).toEqual({ selected: ['check', 'unit', 'e2e'], filters: [], at });
  expect(read('unit', '--at', '2028-02-29T12:00+05:30', 'money')).toEqual({
    selected: ['unit'],
    filters: ['money'],
    at,
  });
});

test.each([
  ['no moment', ['--at']],
  ['a part instead of a moment', ['--at', 'unit']],
  ['a moment without its zone', ['--at', '2027-01-31T12:00']],
  ['a day that is none', ['--at', '2027-02-29T12:00Z']],
  ['an hour that is none', ['--at', '2027-02-28T25:00Z']],
])('%s is refused', (_, args) => {
  expect(() => read(...args)).toThrow(/^--at must be a moment with its time zone/);
});
