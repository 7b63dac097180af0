import { expect, test } from 'vitest';
import { formatCsv, toRupeesCell, type Cell } from './csv.ts';

async function* yieldPages(...cellPages: Cell[][][]) {
  yield* cellPages;
}
async function renderCsv(...cellPages: Cell[][][]): Promise<string> {
  let text = '';
  for await (const part of formatCsv(['a', 'b'], yieldPages(...cellPages))) text += part;
  return text;
}

test('starts with a byte order mark and ends each line with CRLF', async () => {
  expect(await renderCsv([['1', 2]], [['लक्ष्मी', null]])).toBe('\uFEFFa,b\r\n1,2\r\nलक्ष्मी,\r\n');
});

test('quotes cells with commas, quotes and line breaks', async () => {
  expect(
    await renderCsv([
      ['a,b', 'say "x"'],
      ['one\ntwo', ''],
    ]),
  ).toContain('"a,b","say ""x"""\r\n"one\ntwo",\r\n');
});

test.each(['=1+1', '+91', '-cmd', '@SUM(A1)', '\tx', '\r=x'])(
  'escapes %j so that it is not a formula',
  async (text) => {
    expect(await renderCsv([[text, '']])).toMatch(/\r\n"?'/);
  },
);

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-1205, '-12.05'],
  [-7, '-0.07'],
  [123_456_789_01, '123456789.01'],
])('writes %i paise as %s rupees, without escaping the minus sign', async (paise, text) => {
  expect(await renderCsv([[toRupeesCell(paise), '']])).toContain(`\r\n${text},`);
});
