import { expect, test } from 'vitest';
import { groupRupees, groupTypedRupees } from './typedRupees.ts';

test.each([
  ['', ''],
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['54000', '54,000'],
  ['125000', '1,25,000'],
  ['12500000', '1,25,00,000'],
  ['125000.5', '1,25,000.5'],
  ['125000.', '1,25,000.'],
  ['.5', '.5'],
  ['12a', '12a'],
  ['1e3', '1e3'],
  ['-5000', '-5000'],
  ['1000.5.5', '1000.5.5'],
])('groups "%s" as "%s"', (plain, grouped) => {
  expect(groupRupees(plain)).toBe(grouped);
});

/** Writes the caret as "|". */
const parse = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });

test.each([
  ['typed at the end', '1,2500|', undefined, '12,500|', '12500'],
  ['typed in the middle', '19|,250', undefined, '19|,250', '19250'],
  ['that moves the groups', '1,29|50', undefined, '12,9|50', '12950'],
  ['at the start', '91|,25,000', undefined, '91|,25,000', '9125000'],
  ['pasted with the sign and spaces', '₹ 1 25 000|', undefined, '1,25,000|', '125000'],
  ['pasted as on a bill', 'Rs. 5,000/-|', undefined, '5,000|', '5000'],
  ['typed in Devanagari digits', '१२५०००|', undefined, '1,25,000|', '125000'],
  ['with paise', '1,25,000.5|', undefined, '1,25,000.5|', '125000.5'],
  ['that is not an amount', '1,2a|50', undefined, '12a|50', '12a50'],
  ['deleted at the end', '1,25,00|', 'deleteContentBackward', '12,500|', '12500'],
  ['deleted in the middle', '1|5,000', 'deleteContentBackward', '1|5,000', '15000'],
  ['of which nothing is left', '|', 'deleteContentBackward', '|', ''],
])('keeps the caret in an amount %s', (_, edited, inputType, marked, plain) => {
  const result = groupTypedRupees({ before: 'other', inputType, ...parse(edited) });
  expect(result).toEqual({ plain, grouped: parse(marked).text, caret: parse(marked).caret });
});

test.each([
  // The comma in front of the caret was deleted.
  ['Backspace', 'deleteContentBackward', '1|25,000', '|25,000', '25000'],
  ['Backspace in a longer amount', 'deleteContentBackward', '1,25|000', '12|,000', '12000'],
  // The comma behind the caret was deleted.
  ['Delete', 'deleteContentForward', '1|25,000', '1|5,000', '15000'],
])('deletes the digit beside the comma that %s was pressed at', (_, inputType, edited, marked, plain) => {
  const result = groupTypedRupees({ before: '125000', inputType, ...parse(edited) });
  expect(result).toEqual({ plain, grouped: parse(marked).text, caret: parse(marked).caret });
});
