import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumRupees } from './cost.ts';
import { fillPage, formatCount, formatDuration, formatNumber } from './format.ts';
import { calculateModel, calculateModelForPeople } from './model.ts';
import { buildTimes, buildValidation } from './simulation-tables.ts';
import { MEASURED } from './service-times.ts';
import { GROWTH, GROWTH_TOTAL_MB } from './storage.ts';
import { buildModelTables, countVcpus } from './tables.ts';

const page = readFileSync('docs/scale.md', 'utf8');

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
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map(calculateModelForPeople);
      if (!fewer || !more) return;
      for (const [index, part] of more.machines.parts.entries()) {
        const before = fewer.machines.parts[index];
        expect(part.machines * part.cpus).toBeGreaterThanOrEqual(
          (before?.machines ?? 0) * (before?.cpus ?? 0),
        );
        expect(part.diskGb).toBeGreaterThanOrEqual(before?.diskGb ?? 0);
      }
      expect(countVcpus(more)).toBeGreaterThanOrEqual(countVcpus(fewer));
      expect(sumRupees(more.cost)).toBeGreaterThanOrEqual(sumRupees(fewer.cost));
      for (const limit of more.limits) {
        // The room of streams grows with the web processes.
        if (limit.name === 'live streams') continue;
        const before = fewer.limits.find(({ name }) => name === limit.name);
        expect(limit.use / limit.capacity).toBeGreaterThanOrEqual(
          (before?.use ?? 0) / (before?.capacity ?? 1),
        );
      }
    }),
    { numRuns: 200 },
  );
});

test('what is left when a zone is lost carries the peak', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 300_000_000 }), (people) => {
      const { machines, inputs } = calculateModelForPeople(people);
      const [web, worker] = machines.parts;
      const left = (inputs.zones - 1) / inputs.zones;
      const countCores = (part: typeof web) => (part?.machines ?? 0) * (part?.cpus ?? 0) * inputs.coreOfVcpu;
      expect(countCores(web) * left * inputs.useAtPeak).toBeGreaterThanOrEqual(machines.webCores * 0.999);
      expect(countCores(worker) * left * inputs.useAtPeak).toBeGreaterThanOrEqual(
        machines.workerCores * 0.999,
      );
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
