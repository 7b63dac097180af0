import { expect, test } from 'vitest';
import { checkForm } from '@fws/contract/platform/check';
import { submitQuote } from '@fws/contract/quotes/schemas';
import {
  addRow,
  createEmptyDraft,
  calculateParts,
  findUnpayable,
  getVisitFeePaise,
  readDraft,
  calculateRemainingPaise,
  toSubmitValues,
} from './draft.ts';

const milestones = {
  ...createEmptyDraft(),
  bid: '54000',
  term: 'milestone' as const,
  rows: [
    { key: 1, name: 'Measurement, drawing', amount: '5400' },
    { key: 2, name: 'Carcass', amount: '48600' },
  ],
};

test('splits By Terms into 20, 60 and 20 percent, with the rounding remainder in the last part', () => {
  expect(calculateParts({ ...createEmptyDraft(), bid: '54000' }).map((part) => part.amountPaise)).toEqual([
    10_800_00, 32_400_00, 10_800_00,
  ]);
  expect(calculateParts({ ...createEmptyDraft(), bid: '0.99' }).map((part) => part.amountPaise)).toEqual([
    19, 59, 21,
  ]);
});

test('returns no parts while the bid is not an amount', () => {
  expect(calculateParts({ ...createEmptyDraft(), bid: '12e3' })).toEqual([]);
});

test('compares the milestones with the bid', () => {
  expect(calculateRemainingPaise(milestones)).toBe(0);
  expect(calculateRemainingPaise({ ...milestones, bid: '60000' })).toBe(6_000_00);
  expect(calculateRemainingPaise({ ...milestones, bid: '50000' })).toBe(-4_000_00);
});

test('finds the part that cannot be paid at once while it is typed', () => {
  const limits = { minPaise: 1_00, maxPaise: 48_000_00 };
  expect(findUnpayable(milestones, limits)).toMatchObject({ index: 1, field: 'milestoneAmountTexts' });
  const typing = { ...milestones, rows: [{ key: 1, name: '', amount: '' }] };
  expect(findUnpayable(typing, limits)).toBeNull();
  const completion = { ...createEmptyDraft(), bid: '48000.01', term: 'completion' as const };
  expect(findUnpayable(completion, limits)).toMatchObject({ index: 0, field: 'bidText' });
  expect(findUnpayable({ ...completion, term: 'terms' }, limits)).toBeNull();
});

test('sends rows for By Milestone only, in a form that passes the contract', () => {
  expect(checkForm(submitQuote, toSubmitValues(milestones, 7)).ok).toBe(true);
  expect(toSubmitValues({ ...milestones, term: 'terms' }, 7)).toMatchObject({
    milestoneNames: [],
    milestoneAmountTexts: [],
  });
});

test('gives a new row its own key', () => {
  const keys = addRow({ ...milestones, rows: milestones.rows.slice(1) }).rows.map((row) => row.key);
  expect(keys).toEqual([2, 3]);
});

test('restores a complete stored draft and rejects anything else', () => {
  expect(readDraft(JSON.parse(JSON.stringify(milestones)))).toEqual(milestones);
  for (const broken of [null, 'text', {}, { ...milestones, term: 'later' }, { ...milestones, rows: [1] }])
    expect(readDraft(broken)).toBeUndefined();
});

test('states a visit only with a day, and reads the fee only then', async () => {
  const draft = {
    ...createEmptyDraft('completion'),
    bid: '1850',
    visitFrom: '16:00',
    visitUntil: '18:00',
    visitFee: '250',
  };
  expect(toSubmitValues(draft, 7)).toMatchObject({ visitDate: '', visitWindow: '', visitFeeText: '' });
  expect(getVisitFeePaise(draft)).toBe(0);
  const dated = { ...draft, visitDate: '2026-12-18' };
  expect(getVisitFeePaise(dated)).toBe(250_00);
  const checked = checkForm(submitQuote, toSubmitValues(dated, 7));
  expect(checked.ok && checked.value.visit).toEqual({
    date: '2026-12-18',
    window: '16:00-18:00',
    feePaise: 250_00,
  });
  const early = checkForm(submitQuote, toSubmitValues({ ...dated, visitUntil: '' }, 7));
  expect(early.ok || Object.keys(early.errors)).toEqual(['visitWindow']);
  const free = checkForm(submitQuote, toSubmitValues({ ...dated, visitFee: '' }, 7));
  expect(free.ok && free.value.visit?.feePaise).toBe(0);
});

test('a draft of an earlier version has no visit', () => {
  const { visitDate: _, visitFee: __, ...stored } = createEmptyDraft('completion');
  expect(readDraft(stored)).toMatchObject({ visitDate: '', visitFee: '' });
});
