import { expect, test } from 'vitest';
import { findChanges } from './findChanges.ts';

const listChanged = (text: string, other: string) =>
  findChanges(text, other).flatMap(({ value, isChanged }) => (isChanged ? [value.trim()] : []));

test.each([
  ['Candidates pay ₹499 for the kit', 'Candidates get the kit', ['pay ₹499 for']],
  ['Candidates get the kit', 'Candidates pay ₹499 for the kit', ['get']],
  ['किट के लिए ₹499 दें', 'किट मुफ़्त है', ['के लिए ₹499 दें']],
  ['The same', 'The same', []],
  ['All of it', '', ['All of it']],
])('%s, where the other version says %s', (text, other, changed) => {
  expect(listChanged(text, other)).toEqual(changed);
});

test('the parts are the whole text', () => {
  const text = 'Pay ₹499,\n\nthen  work';
  expect(
    findChanges(text, 'Work')
      .map(({ value }) => value)
      .join(''),
  ).toBe(text);
});
