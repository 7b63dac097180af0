import { expect, test } from 'vitest';
import { joinStatement } from './statement-text.ts';

const HEAD = 'date,reference,amount,direction';

test('a file alone is taken as it is', () => {
  expect(joinStatement(' \n', `${HEAD}\nrow`)).toBe(`${HEAD}\nrow`);
});

test('a file comes below what was typed, without a second first line', () => {
  expect(joinStatement(`${HEAD}\ntyped\n\n`, `\uFEFF"Date",Reference,Amount,Direction\r\nrow`)).toBe(
    `${HEAD}\ntyped\nrow`,
  );
  expect(joinStatement('typed', 'row 1\nrow 2')).toBe('typed\nrow 1\nrow 2');
});
