import { expect, test } from 'vitest';
import { listAlternatives } from './alternatives.ts';
import { NO_FILTER } from './filter.ts';

const list = (change: Partial<typeof NO_FILTER>) =>
  listAlternatives({ ...NO_FILTER, ...change }).map(({ kind, filter }) => [
    kind,
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  ]);

test('asks for a wider circle first, then leaves out one filter after the other', () => {
  expect(list({ search: 'tap', location: 'Bhopal', km: '5', category: '2', sort: 'nearest' })).toEqual([
    ['wider', { search: 'tap', location: 'Bhopal', km: '15', category: '2', sort: 'nearest' }],
    ['category', { search: 'tap', location: 'Bhopal', km: '5', sort: 'nearest' }],
    ['place', { search: 'tap', category: '2' }],
    ['search', { location: 'Bhopal', km: '5', category: '2', sort: 'nearest' }],
    ['words', { search: 'tap' }],
    ['nearby', { location: 'Bhopal', km: '5' }],
  ]);
});

test('does not offer the whole list, and no circle beyond the widest', () => {
  expect(list({ search: 'tap' })).toEqual([]);
  expect(list({ location: 'Bhopal', km: '100' })).toEqual([]);
  expect(list({ search: 'tap', from: '500', closes: '3' })).toEqual([
    ['closing', { search: 'tap', from: '500' }],
    ['budget', { search: 'tap', closes: '3' }],
    ['search', { from: '500', closes: '3' }],
    ['words', { search: 'tap' }],
  ]);
});
