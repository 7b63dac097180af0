import { expect, test } from 'vitest';
import { planBrowser } from './rules.ts';

const VALUE = 'a'.repeat(43);
const RENEWED = 'b'.repeat(43);
const at = (day: number) => new Date(day * 24 * 3600_000 + 5);
const plan = (token: string | null, day: number) => planBrowser(token, at(day), () => RENEWED);

test('a browser without a token, or with something else in its cookie, gets a new one', () => {
  const issued = { values: [RENEWED], issue: `${RENEWED}.20000` };
  for (const token of [
    null,
    '',
    'x',
    VALUE,
    `${VALUE}.`,
    `${VALUE}a.20000`,
    `${VALUE}.20000\n`,
    `${VALUE}.-1`,
  ])
    expect(plan(token, 20_000), String(token)).toEqual(issued);
});

test('a token stays for 180 days, and is then replaced while its value is still recorded', () => {
  expect(plan(`${VALUE}.20000`, 20_000)).toEqual({ values: [VALUE], issue: null });
  expect(plan(`${VALUE}.20000`, 20_179)).toEqual({ values: [VALUE], issue: null });
  expect(plan(`${VALUE}.20000`, 20_180)).toEqual({ values: [VALUE, RENEWED], issue: `${RENEWED}.20180` });
});

test('values are random', () => {
  const [first, second] = [planBrowser(null, at(1)), planBrowser(null, at(1))];
  expect(first.values[0]).toMatch(/^[\w-]{43}$/);
  expect(first.values).not.toEqual(second.values);
});
