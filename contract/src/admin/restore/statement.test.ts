import { expect, test } from 'vitest';
import { readStatement, STATEMENT_MAX } from './statement.ts';

test('reports each invalid line with its value', () => {
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
  ['without a header', '2026-11-20,fws_1,1,debit', 'admin.statement_head'],
  ['with only a header', 'date,reference,amount,direction\n\n', 'admin.statement_empty'],
  ['above the size limit', 'x'.repeat(STATEMENT_MAX + 1), 'admin.statement_too_long'],
])('rejects a statement %s as a whole', (_, text, code) => {
  expect(readStatement(text)).toMatchObject({ lines: [], problems: [{ code }] });
});
