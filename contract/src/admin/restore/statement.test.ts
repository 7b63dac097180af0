import { expect, test } from 'vitest';
import { readStatement, STATEMENT_MAX } from './statement.ts';

test('names each wrong line with its value', () => {
  const text =
    'date,reference,amount,direction\n2026-11-20,fws_1,1,debit\n20-11-2026,a,1,debit\n2026-11-20,,1,debit';
  expect(readStatement(text)).toEqual({
    lines: [expect.objectContaining({ line: 2, reference: 'fws_1' })],
    problems: [
      { code: 'admin.statement_day', values: { line: 3, value: '20-11-2026' } },
      { code: 'admin.statement_reference', values: { line: 4, value: '' } },
    ],
  });
});

test.each([
  ['without its first line', '2026-11-20,fws_1,1,debit', 'admin.statement_head'],
  ['of a first line alone', 'date,reference,amount,direction\n\n', 'admin.statement_empty'],
  ['longer than may be sent', 'x'.repeat(STATEMENT_MAX + 1), 'admin.statement_too_long'],
])('a statement %s is wrong as a whole', (_, text, code) => {
  expect(readStatement(text)).toMatchObject({ lines: [], problems: [{ code }] });
});
