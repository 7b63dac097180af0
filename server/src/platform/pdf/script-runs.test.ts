import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitScriptRuns } from './script-runs.ts';

test('keeps text in one script as one run', () => {
  expect(splitScriptRuns('Paint 2 rooms, ₹15,000')).toEqual([
    { text: 'Paint 2 rooms, ₹15,000', script: 'latin' },
  ]);
  expect(splitScriptRuns('पूरे घर की पुताई')).toEqual([{ text: 'पूरे घर की पुताई', script: 'devanagari' }]);
  expect(splitScriptRuns('')).toEqual([]);
});

test('starts a run where the script changes', () => {
  expect(splitScriptRuns('क्षेत्र 12, Pune')).toEqual([
    { text: 'क्षेत्र ', script: 'devanagari' },
    { text: '12, Pune', script: 'latin' },
  ]);
  expect(splitScriptRuns('₹500 कुल')).toEqual([
    { text: '₹500 ', script: 'latin' },
    { text: 'कुल', script: 'devanagari' },
  ]);
});

test('keeps joiners and the danda with their letters', () => {
  expect(splitScriptRuns('क्‍ष काम पूरा।')).toHaveLength(1);
});

test('loses no character, and neighbouring runs differ in script', () => {
  const mixed = fc.string({ unit: fc.constantFrom(...Array.from('aZ ₹5,.क्षि।श्रीर्म \u200d')) });
  fc.assert(
    fc.property(mixed, (text) => {
      const runs = splitScriptRuns(text);
      expect(runs.map((run) => run.text).join('')).toBe(text.normalize('NFC'));
      expect(runs.every((run, index) => run.script !== runs[index + 1]?.script)).toBe(true);
    }),
  );
});
