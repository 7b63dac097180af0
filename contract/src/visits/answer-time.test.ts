import { expect, test } from 'vitest';
import { calculateAnswerBy } from './answer-time.ts';

const answerBy = (delivered: string): string =>
  new Date(calculateAnswerBy(Date.parse(`2026-12-${delivered}+05:30`)) + 5.5 * 3600_000)
    .toISOString()
    .slice(8, 19);

test.each([
  ['in the day', '18T16:25:00', '18T18:25:00'],
  ['until the evening', '18T19:00:00', '18T21:00:00'],
  ['over the night', '18T20:30:00', '19T09:30:00'],
  ['in the evening', '18T21:00:00', '19T10:00:00'],
  ['at midnight', '19T00:00:00', '19T10:00:00'],
  ['in the night', '19T03:15:00', '19T10:00:00'],
  ['in the morning', '19T08:00:00', '19T10:00:00'],
])('two hours of the day after a message delivered %s', (_, delivered, expected) => {
  expect(answerBy(delivered)).toBe(expected);
});
