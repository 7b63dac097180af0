import { expect, test } from 'vitest';
import type { Quote } from '@fws/contract/quotes/schemas';
import { createWish, getRowsTotal, toAskValues } from './wish.ts';

const parts = [
  { name: 'Carcass', amountPaise: 40_000_00 },
  { name: 'Doors', amountPaise: 14_000_00 },
];
const quote = {
  id: 7,
  offerVersion: 3,
  bidPaise: 54_000_00,
  term: 'milestone',
  parts,
  workScope: '',
  startsOn: '2026-12-10',
  finishBy: '2026-12-18',
} as Quote;

const NOTHING = {
  quoteId: '7',
  offerVersion: '3',
  bidText: '',
  term: '',
  milestoneNames: [],
  milestoneAmountTexts: [],
  startsOn: '',
  finishBy: '',
  note: '',
};

test('asks for nothing that was left as it is in the quote', () => {
  expect(toAskValues(createWish(quote), quote)).toEqual(NOTHING);
  expect(toAskValues({ ...createWish(quote), bidText: '50000', startsOn: '2026-12-08' }, quote)).toEqual({
    ...NOTHING,
    bidText: '50000',
    startsOn: '2026-12-08',
  });
});

test('asks for other milestones together with the payment by milestone', () => {
  const wish = createWish(quote);
  const rows = wish.rows.map((row) => (row.name === 'Doors' ? { ...row, amount: '12000' } : row));
  expect(toAskValues({ ...wish, rows }, quote)).toEqual({
    ...NOTHING,
    term: 'milestone',
    milestoneNames: ['Carcass', 'Doors'],
    milestoneAmountTexts: ['40000', '12000'],
  });
  expect(getRowsTotal({ ...wish, rows })).toBe('52000');
  expect(getRowsTotal({ ...wish, rows, bidText: '53000' })).toBe('53000');
});

test('asks for another payment without its milestones, where none are typed', () => {
  const onCompletion = {
    ...quote,
    term: 'completion' as const,
    parts: [{ name: 'All', amountPaise: 54_000_00 }],
  };
  const wish = { ...createWish(onCompletion), term: 'milestone' };
  expect(toAskValues(wish, onCompletion)).toEqual({ ...NOTHING, term: 'milestone' });
  expect(toAskValues({ ...createWish(quote), term: 'terms' }, quote)).toEqual({ ...NOTHING, term: 'terms' });
});
