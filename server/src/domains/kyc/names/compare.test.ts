import { describe, expect, test } from 'vitest';
import { compareCompanyNames, compareNames } from './compare.ts';
import { romanise } from '../../../platform/romanise.ts';

const match = (left: string, right: string) => compareNames(left, right).match;

test.each([
  ['R Kumaran', 'RAMASAMY KUMARAN', [['initial', 'R', 'RAMASAMY']]],
  ['Asha Kale', 'ASHA KALE', []],
  ['Asha Kale', 'ASHA RAMESH KALE', [['missing', '', 'RAMESH']]],
  ['Ramesh Yadav', 'RAJESH YADAV', [['other', 'Ramesh', 'RAJESH']]],
  ['Suresh Patel', 'SURESH PATIL', [['close', 'Patel', 'PATIL']]],
  ['Mohd Imran', 'MOHAMMED IMRAN', [['spelling', 'Mohd', 'MOHAMMED']]],
  ['Venkata Ramana', 'VENKATARAMANA', [['spelling', 'Venkata Ramana', 'VENKATARAMANA']]],
  [
    'किरण कुमार',
    'KIRAN KUMAR',
    [
      ['spelling', 'किरण', 'KIRAN'],
      ['spelling', 'कुमार', 'KUMAR'],
    ],
  ],
])('tells how "%s" and "%s" differ', (left, right, expected) => {
  const { differences } = compareNames(left, right);
  expect(differences.map((difference) => [difference.kind, difference.left, difference.right])).toEqual(
    expected,
  );
});

describe('a name without letters', () => {
  test.each([
    ['', 'Asha Kale'],
    ['', ''],
    ['...', 'Asha Kale'],
    ['123', 'Asha Kale'],
  ])('is never the same: "%s", "%s"', (left, right) => {
    expect(match(left, right)).toBe('other');
    expect(match(right, left)).toBe('other');
  });
});

test('reads a short form in each of its ways', () => {
  expect(match('SK Abdullah', 'SHEIKH ABDULLAH')).toBe('same');
  expect(match('S K Abdullah', 'SK ABDULLAH')).toBe('same');
  expect(match('Kumari Lata', 'LATA')).toBe('same');
  expect(match('Kumari Lata', 'LATA KUMARI')).toBe('same');
});

test('never takes a woman of the family for its man', () => {
  // The husband's or father's name stands in the middle, so two of three words agree.
  expect(match('Jignesh Patel', 'HETAL JIGNESH PATEL')).toBe('unclear');
  expect(match('Jignesh Patel', 'PATEL HETAL JIGNESH')).toBe('unclear');
  expect(match('Ramesh Shah', 'AMIT RAMESH SHAH')).toBe('unclear');
});

test('asks a person about a woman who may have married, and not about a man', () => {
  expect(match('Sunita Singh', 'SUNITA DEVI')).toBe('unclear');
  expect(match('Harjit Singh', 'HARJIT KAUR')).toBe('other');
  expect(match('Vijay Kumar', 'VIJAYA KUMARI')).toBe('other');
});

test('answers the same name written alike, however short', () => {
  expect(match('S Kumar', 'S KUMAR')).toBe('same');
  expect(match('Om', 'OM')).toBe('same');
  expect(match('S', 'S')).toBe('unclear');
});

test('answers long and hostile texts', () => {
  const long = 'Sk Md Kr '.repeat(2000);
  expect(match(long, `${'a'.repeat(20_000)} ${long}`)).toBe('unclear');
  const ambiguous = 'sk md ch kr sd mohd sk md ch kr sd mohd';
  expect(match(ambiguous, ambiguous)).toBe('same');
  expect(match('a.'.repeat(100), 'b.'.repeat(100))).not.toBe('same');
});

test.each([
  ['Kale Painters', 'KALE PAINTERS', 'same'],
  ['Kale Painters Pvt. Ltd.', 'KALE PAINTERS PRIVATE LIMITED', 'same'],
  ['Kale & Sons', 'KALE AND SONS', 'same'],
  ['Tata Motors', 'TATA MOTORS FINANCE LIMITED', 'unclear'],
  ['Kale Painters', 'RANE PLUMBERS', 'other'],
] as const)('compares the companies "%s" and "%s": %s', (left, right, expected) => {
  expect(compareCompanyNames(left, right).match).toBe(expected);
});

test.each([
  ['कृष्ण', 'krisna', 'maybe'],
  ['अमित', 'amita', 'no'],
  ['अमिता', 'amita', 'yes'],
  ['राजेंद्र', 'rajendra', 'maybe'],
  ['முருகன்', 'murukan', 'no'],
  ['లత', 'lata', 'yes'],
  ['ജോർജ്', 'jorj', 'no'],
  ['বন্দ্যোপাধ্যায়', 'bandyopadhyaya', 'no'],
  ['ਕੌਰ', 'kaura', 'no'],
  ['ଦାସ', 'dasa', 'no'],
  ['ನಾರಾಯಣ', 'narayana', 'yes'],
  ['પટેલ', 'patela', 'no'],
  ['فاطمہ', 'ftm', 'yes'],
] as const)('writes %s in Latin letters', (word, text, finalA) => {
  expect(romanise(word)).toMatchObject({ text, finalA });
});
