import { expect, test } from 'vitest';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import {
  EMPTY_JOB,
  isPast,
  proposeClose,
  readJobDraft,
  clearOtherBudget,
  toSimilarDraft,
} from './postJobValues.ts';

const amounts = { amountText: '28000', amountFromText: '38000', amountToText: '46000' };

test('keeps only the amounts of the chosen kind of budget', () => {
  expect(clearOtherBudget({ ...EMPTY_JOB, ...amounts, budgetKind: 'fixed' })).toMatchObject({
    amountText: '28000',
    amountFromText: '',
    amountToText: '',
  });
  expect(clearOtherBudget({ ...EMPTY_JOB, ...amounts, budgetKind: 'range' })).toMatchObject({
    ...amounts,
    amountText: '',
  });
});

test('compares with the date in India, where 20 November ends at 18:30 UTC', () => {
  expect(isPast('2026-11-20', new Date('2026-11-20T18:29:59Z'))).toBe(false);
  expect(isPast('2026-11-20', new Date('2026-11-20T18:30:00Z'))).toBe(true);
  expect(isPast('', new Date())).toBe(false);
});

test('restores a stored draft and drops what does not fit the form', () => {
  const draft = { ...EMPTY_JOB, title: 'Paint 3BHK', skills: ['Putty'], budgetKind: 'fixed' as const };
  expect(readJobDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(readJobDraft({ title: 5, skills: [1, 'Putty'], budgetKind: 'free', other: 'x' })).toEqual({
    ...EMPTY_JOB,
    skills: ['Putty'],
  });
  expect(readJobDraft(null)).toEqual(EMPTY_JOB);
});

test('proposes to close a week after the start, and nothing before a start is given', () => {
  expect(proposeClose('2026-11-27')).toBe('2026-12-04');
  expect(['', 'next week'].map(proposeClose)).toEqual(['', '']);
});

test('a similar job has everything but the dates', () => {
  const job: Partial<JobDetail> = {
    title: 'Loft shutters',
    categoryId: 4,
    description: 'As drawn',
    location: 'Kothrud, Pune',
    latitude: 18.5,
    longitude: null,
    skills: ['Carpentry'],
    takeWorkOn: '2026-12-01',
    closesOn: '2026-12-08',
    paymentTerm: 'milestone',
    budget: { kind: 'range', fromPaise: 200_000, toPaise: 300_050 },
    unlisted: true,
  };
  expect(toSimilarDraft(job as JobDetail)).toEqual({
    title: 'Loft shutters',
    categoryId: '4',
    description: 'As drawn',
    location: 'Kothrud, Pune',
    latitude: '18.5',
    longitude: '',
    skills: ['Carpentry'],
    takeWorkOn: '',
    closesOn: '',
    budgetKind: 'range',
    amountText: '',
    amountFromText: '2000',
    amountToText: '3000.50',
    paymentTerm: 'milestone',
    unlisted: 'yes',
  });
});
