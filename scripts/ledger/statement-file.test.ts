import { expect, test } from 'vitest';
import { readStatementFile } from './statement-file.ts';

const HEAD = 'date,reference,amount,direction\n';
const read = (text: string) => readStatementFile(text, 'november.csv');

test('reads each line with its number from any spreadsheet’s format', () => {
  const text = '\uFEFF"Date", Reference, Amount, Direction\r\n2026-11-20,fws_1,1500.50,debit\r\n\r\n';
  expect(read(`${text}2026-11-21,"UTR 5, ""late""","₹1,00,000",CREDIT\r\n`)).toEqual([
    { line: 2, day: '2026-11-20', reference: 'fws_1', amountPaise: 1500_50, direction: 'debit' },
    {
      line: 4,
      day: '2026-11-21',
      reference: 'UTR 5, "late"',
      amountPaise: 1_00_000_00,
      direction: 'credit',
    },
  ]);
});

test('reports all faults at once', () => {
  const rows = [
    '20-11-2026,a,1,debit',
    '2026-11-20,,1,debit',
    '2026-11-20,a,1.005,debit',
    '2026-11-20,a,-1,debit',
    '2026-11-20,a,1,out',
    '2026-11-20,a,1',
  ];
  expect(() => read(HEAD + rows.join('\n'))).toThrow(
    [
      'november.csv, line 2: "20-11-2026" must be a date like 2026-11-20.',
      'november.csv, line 3: the reference is missing.',
      'november.csv, line 4: "1.005" must be an amount in rupees.',
      'november.csv, line 5: "-1" must be an amount in rupees.',
      'november.csv, line 6: "out" must be debit or credit.',
      'november.csv, line 7: there are 3 columns, not 4.',
    ].join('\n'),
  );
});

test.each(['', 'day,amount\n', HEAD])('refuses %j as a statement', (text) => {
  expect(() => read(text)).toThrow(/^november\.csv: /);
});
