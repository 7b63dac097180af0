import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NAME_MATCHES, type NameMatch } from '@fws/contract/kyc/model';
import { compareNames } from './compare.ts';

const FOLDER = join(import.meta.dirname, '../../../../test/kyc/names');

interface LabelledPair {
  answer: NameMatch;
  name: string;
  otherName: string;
}

function readPairs(file: string): LabelledPair[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [answer = '', name = '', otherName = ''] = line.split('\t');
    if (!NAME_MATCHES.includes(answer as NameMatch)) throw new Error(`${file}: no such answer in "${line}"`);
    return { answer: answer as NameMatch, name, otherName };
  });
}

/** Precision and recall of one answer, from 0 to 1. */
function measure(results: readonly { answer: NameMatch; given: NameMatch }[], match: NameMatch) {
  const given = results.filter((result) => result.given === match);
  const expected = results.filter(({ answer }) => answer === match);
  const right = given.filter(({ answer }) => answer === match);
  return { precision: right.length / given.length, recall: right.length / expected.length };
}

const format = (share: number): string => share.toFixed(3);

describe.each([
  // The held-out pairs only measure: do not change the comparison because of one of them.
  { file: 'held-out.tsv', count: 100, bounds: { same: [0.99, 0.85], other: [0.9, 0.8] } },
  { file: 'tuning.tsv', count: 200, bounds: { same: [0.99, 0.95], other: [0.97, 0.9] } },
] as const)('the pairs of $file', ({ file, count, bounds }) => {
  const pairs = readPairs(file);
  const results = pairs.map(({ answer, name, otherName }) => ({
    answer,
    given: compareNames(name, otherName).match,
  }));

  test('are as many as documented', () => {
    expect(pairs).toHaveLength(count);
    expect(new Set(pairs.map(({ name, otherName }) => `${name} / ${otherName}`)).size).toBe(count);
  });

  test('are answered within the bounds of precision and recall', () => {
    const measured = NAME_MATCHES.map((match) => ({ match, ...measure(results, match) }));
    const lines = measured.map(
      ({ match, precision, recall }) =>
        `${file}: ${match.padEnd(7)} precision ${format(precision)}, recall ${format(recall)}`,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    for (const match of ['same', 'other'] as const) {
      const [precisionMin, recallMin] = bounds[match];
      const { precision, recall } = measure(results, match);
      expect(precision, `precision of "${match}"`).toBeGreaterThanOrEqual(precisionMin);
      expect(recall, `recall of "${match}"`).toBeGreaterThanOrEqual(recallMin);
    }
  });

  test('have the same answer in both directions', () => {
    const asymmetric = pairs.filter(
      ({ name, otherName }) => compareNames(name, otherName).match !== compareNames(otherName, name).match,
    );
    expect(asymmetric).toEqual([]);
  });
});
