import { expect, test } from 'vitest';
import { csv, rupeesCell, type Cell } from './csv.ts';

async function* pages(...given: Cell[][][]) {
  yield* given;
}
async function textOf(...given: Cell[][][]): Promise<string> {
  let text = '';
  for await (const part of csv(['a', 'b'], pages(...given))) text += part;
  return text;
}

test('a file begins with the mark that Excel wants, and its lines end as they should', async () => {
  expect(await textOf([['1', 2]], [['लक्ष्मी', null]])).toBe('\uFEFFa,b\r\n1,2\r\nलक्ष्मी,\r\n');
});

test('commas, quotes and lines stay in their cell', async () => {
  expect(
    await textOf([
      ['a,b', 'say "x"'],
      ['one\ntwo', ''],
    ]),
  ).toContain('"a,b","say ""x"""\r\n"one\ntwo",\r\n');
});

test.each(['=1+1', '+91', '-cmd', '@SUM(A1)', '\tx', '\r=x'])('%j is no formula', async (text) => {
  expect(await textOf([[text, '']])).toMatch(/\r\n"?'/);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-1205, '-12.05'],
  [-7, '-0.07'],
  [123_456_789_01, '123456789.01'],
])('%i paise are %s rupees, a minus no formula', async (paise, text) => {
  expect(await textOf([[rupeesCell(paise), '']])).toContain(`\r\n${text},`);
});
