import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumRupees } from './cost.ts';
import { fillPage, formatCount, formatDuration, formatNumber } from './format.ts';
import { DATABASE } from './machines.ts';
import { calculateModel, calculateModelForPeople } from './model.ts';
import { buildTimes, buildValidation } from './simulation-tables.ts';
import { MEASURED } from './service-times.ts';
import { GROWTH, GROWTH_TOTAL_MB } from './storage.ts';
import { buildModelTables, countVcpus } from './tables.ts';

const page = readFileSync('docs/scale.md', 'utf8');

function findByName<Entry extends { name: string }>(entries: readonly Entry[], name: string): Entry {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

test('docs/scale.md has the tables of the model', () => {
  expect(fillPage(page, [...buildModelTables(), buildTimes(MEASURED.times), buildValidation(MEASURED)])).toBe(
    page,
  );
});

test('writes tables into the page, and only there', () => {
  const table = { name: 'a', columns: ['x', 'y'], rows: [['1', '2']] };
  const filled = '<!-- scale: a -->\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n<!-- end -->';
  expect(fillPage('one\n<!-- scale: a -->\nold\n<!-- end -->\ntwo', [table])).toBe(`one\n${filled}\ntwo`);
  expect(() => fillPage('one', [table])).toThrow('no place for "a"');
});

test('the load makes as many entries of the jobs as the target says, within a tenth', () => {
  const { load, inputs } = calculateModel();
  expect(load.entries / inputs.entries).toBeGreaterThan(0.9);
  expect(load.entries / inputs.entries).toBeLessThan(1.1);
});

test('more people never need less of anything, and reach no limit later', () => {
  const people = fc.integer({ min: 10_000, max: 300_000_000 });
  fc.assert(
    fc.property(people, people, (one, other) => {
      const fewer = calculateModelForPeople(Math.min(one, other));
      const more = calculateModelForPeople(Math.max(one, other));
      for (const part of more.machines.parts) {
        const before = findByName(fewer.machines.parts, part.name);
        expect(part.machines * part.cpus).toBeGreaterThanOrEqual(before.machines * before.cpus);
        expect(part.machines * part.diskGb).toBeGreaterThanOrEqual(
          before.machines * before.diskGb * 0.999999,
        );
      }
      expect(countVcpus(more)).toBeGreaterThanOrEqual(countVcpus(fewer));
      expect(sumRupees(more.cost)).toBeGreaterThanOrEqual(sumRupees(fewer.cost));
      for (const limit of more.limits) {
        // The room of streams grows with the web processes.
        if (limit.name === 'live streams') continue;
        const before = findByName(fewer.limits, limit.name);
        expect(limit.use / limit.capacity).toBeGreaterThanOrEqual(before.use / before.capacity);
      }
    }),
    { numRuns: 200 },
  );
});

test('several primaries share the disk that one would need', () => {
  for (const millions of [10, 100]) {
    const { machines, storage, inputs } = calculateModelForPeople(millions * 1e6);
    const postgres = findByName(machines.parts, DATABASE);
    // The primary and its two standbys have the same.
    expect(postgres.machines * postgres.diskGb).toBeCloseTo(3 * storage.databaseGb * inputs.diskFactor);
  }
});

test('what is left when a zone is lost carries the peak', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 300_000_000 }), (people) => {
      const { machines, inputs } = calculateModelForPeople(people);
      const countCoresLeft = (name: string): number => {
        const part = findByName(machines.parts, name);
        const left = (inputs.zones - 1) / inputs.zones;
        return part.machines * part.cpus * inputs.coreOfVcpu * left * inputs.useAtPeak;
      };
      expect(countCoresLeft('web')).toBeGreaterThanOrEqual(machines.webCores * 0.999);
      expect(countCoresLeft('worker')).toBeGreaterThanOrEqual(machines.workerCores * 0.999);
    }),
    { numRuns: 100 },
  );
});

test('a dearer price and more messages cost more', () => {
  const rupees = (changed: Parameters<typeof calculateModel>[0]) => sumRupees(calculateModel(changed).cost);
  expect(rupees({ smsRupees: 0.3 })).toBeGreaterThan(rupees({ smsRupees: 0.2 }));
  expect(rupees({ savedSearchNoticesAJob: 20 })).toBeGreaterThan(rupees({ savedSearchNoticesAJob: 10 }));
  expect(rupees({ reachSms: 0.5 })).toBeLessThan(rupees({}));
});

test('the measured tables are nearly all of the measured database', () => {
  const sum = GROWTH.reduce((all, { mb }) => all + mb[2], 0);
  expect(sum / GROWTH_TOTAL_MB[2]).toBeGreaterThan(0.97);
  expect(sum).toBeLessThanOrEqual(GROWTH_TOTAL_MB[2]);
});

test.each([
  [formatNumber(0.0212), '0.021'],
  [formatNumber(2.04), '2'],
  [formatNumber(2.36), '2.4'],
  [formatNumber(1250.4), '1,250'],
  [formatCount(2_523_000_000), '2.5 billion'],
  [formatDuration(38.2), '38 ms'],
  [formatDuration(9_150), '9.2 s'],
  [formatDuration(150_000), '2.5 min'],
  [formatDuration(10_620_000), '3 h'],
])('formats a figure as %s', (formatted, expected) => {
  expect(formatted).toBe(expected);
});
