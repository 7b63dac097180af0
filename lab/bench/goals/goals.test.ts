import { expect, test } from 'vitest';
import { ENTRIES } from './entries.ts';
import { formatGoalRow } from './table.ts';

const read = (name: string, output: string) =>
  ENTRIES.find((entry) => entry.name === name)?.readGoals(output);

test.each([
  [{ atLeast: 2 }, 2, /2\.00 +at least 2 +met$/],
  [{ atLeast: 2 }, 1.99, /1\.99 +at least 2 +not met$/],
  [{ atMost: 1.3 }, 1.3, /1\.30 +at most 1\.3 +met$/],
  [{ atMost: 1.3 }, 1.31, /1\.31 +at most 1\.3 +not met$/],
  [null, 0.05, /0\.050 +–$/],
])('compares a ratio with the goal %j: %d', (goal, ratio, expected) => {
  expect(formatGoalRow({ name: 'list', ours: '2', comparedWith: '1', ratio, goal })).toMatch(expected);
});

test('reads lists', () => {
  const output = `ours, small                      2598 a second   0.47 ms of processor each, 0.19 of it PostgreSQL
ours, large                      2400 a second   0.50 ms of processor each, 0.19 of it PostgreSQL
bare, small                      1299 a second   0.94 ms of processor each, 0.35 of it PostgreSQL
bare, large                      1600 a second   0.80 ms of processor each, 0.35 of it PostgreSQL
latest                                   2500   2000 a second   small / large 1.25   load 1 1 ms
`;
  expect(read('jobs-list', output)?.map(({ name, ratio }) => [name, ratio])).toEqual([
    ['list of 20, small table', 2],
    ['list of 20, processor time, small table', 2],
    ['list of 20, large table', 1.5],
    ['list of 20, processor time, large table', 1.6],
    ['list, latest', 1.25],
  ]);
});

test('reads releases', () => {
  const output = `bare       5400 a second
service     400 a second   bare / service 13.50
http        225 a second   bare / http 24.00
commit to browser, idle: median 5 ms, 95% within 9 ms
commit to browser, under load: median 60 ms, 95% within 90 ms
`;
  expect(read('release', output)?.map(({ ratio }) => ratio)).toEqual([0.5, 0.5, 24, 0.1, 1.2]);
});

test('reads pages', () => {
  const output = `pages              396 a second of 400, 99% within 3 ms
health check       median 1.0 ms, worst 5.0 ms (at most 20)
pages at most      5000 a second, 0.20 ms of processor each
`;
  expect(read('pages', output)?.map(({ ratio }) => ratio)).toEqual([0.99, 0.25]);
});

test('reads nights', () => {
  const output = `a day of 100000 entries after 100000: night 4.00 s (sealing 1.00, checks 3.00)
a day of 100000 entries after 500000: night 6.00 s (sealing 2.00, checks 4.00)
large / small 1.50
`;
  expect(read('night', output)?.map(({ ratio }) => ratio)).toEqual([1.2, 1.5]);
});

test('reads budgets', () => {
  const output = `Landing: script                        |    1.1 KB |    1.0 KB | OVER
Landing: fonts                         |   67.1 KB |         –
1 over budget.
`;
  expect(read('budgets', output)).toEqual([
    {
      name: 'Landing: script',
      ours: '1.1 KB',
      comparedWith: 'budget 1.0 KB',
      ratio: 1.1,
      goal: { atMost: 1 },
    },
  ]);
});

test('reads what grows', () => {
  const output = `
ms                                   10,000 jobs    10,00,000 jobs   large / small
list, latest                               20.00           30.00            1.50
job                                         4.00            4.40            1.10

MB                                   10,000 jobs    10,00,000 jobs   large / small
job                                          8.8           880.0          100.00
`;
  expect(read('growth', output)).toEqual([
    {
      name: 'growth, list, latest',
      ours: 'largest: 30.00 ms',
      comparedWith: 'smallest: 20.00 ms',
      ratio: 1.5,
      goal: { atMost: 1.3 },
    },
    {
      name: 'growth, job',
      ours: 'largest: 4.40 ms',
      comparedWith: 'smallest: 4.00 ms',
      ratio: 1.1,
      goal: null,
    },
  ]);
});

test('reads peers', () => {
  const output = `list, ours / vendure           10.0   (at least 10: met)   ours  2000   vendure   200 a second\n`;
  expect(read('peers', output)).toEqual([
    {
      name: 'list beside vendure',
      ours: '2000 a second',
      comparedWith: 'vendure 200 a second',
      ratio: 10,
      goal: { atLeast: 10 },
    },
  ]);
});

test('reads the memory of a stream', () => {
  const output = `
19500 streams in one process, 900 opened a second
resident memory of a stream  6.0 KB (at most 12), in the second half 5.5 KB
of it on the heap            4.3 KB, in the second half 4.2 KB
`;
  expect(read('streams', output)).toEqual([
    {
      name: 'memory of an idle event stream',
      ours: '6 KB',
      comparedWith: 'goal 12 KB',
      ratio: 0.5,
      goal: { atMost: 1 },
    },
  ]);
});

test('reads the times of all searches', () => {
  const output = `
nearest              median   15.0 ms   95th percentile   40.0 ms   worst   90.0 ms   (5 searches)
all                  median    7.1 ms   95th percentile   12.0 ms   worst   25.0 ms   (50 searches)
`;
  expect(read('search', output)).toEqual([
    {
      name: 'search, 95th percentile',
      ours: '12 ms',
      comparedWith: 'goal 10 ms',
      ratio: 1.2,
      goal: { atMost: 1 },
    },
    {
      name: 'search, worst',
      ours: '25 ms',
      comparedWith: 'goal 50 ms',
      ratio: 0.5,
      goal: { atMost: 1 },
    },
  ]);
});

test.each(ENTRIES)('refuses an output of $name without figures', ({ readGoals }) => {
  expect(() => readGoals('Loading …\n')).toThrow('the output has no');
});
