import { expect, test } from 'vitest';
import { joinStatement } from './statement-text.ts';

const HEAD = 'date,reference,amount,direction';

test('returns the file unchanged when nothing was typed', () => {
  expect(joinStatement(' \n', `${HEAD}\nrow`)).toBe(`${HEAD}\nrow`);
});

test('appends the file below the typed lines without a second header line', () => {
  expect(joinStatement(`${HEAD}\ntyped\n\n`, `\uFEFF"Date",Reference,Amount,Direction\r\nrow`)).toBe(
    `${HEAD}\ntyped\nrow`,
  );
  expect(joinStatement('typed', 'row 1\nrow 2')).toBe('typed\nrow 1\nrow 2');
});
