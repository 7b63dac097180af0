import { expect, test } from 'vitest';
import type { Translate } from '../../platform/i18n/index.ts';
import type { HistoryStep } from '@fws/contract/quotes/negotiation/schemas';
import { compareAmounts, compareDays, describeAsked, describeChanged } from './wording.ts';

const t: Translate = (id, values) =>
  values
    ? `${id.replace('web.quotes.', '')} ${Object.values(values).join(' ')}`
    : id.replace('web.quotes.', '');

test('says by how much an amount or a day differs', () => {
  expect(compareAmounts(t, 54_000_00, 52_000_00)).toBe('amountLess ₹2,000');
  expect(compareAmounts(t, 52_000_00, 54_000_00)).toBe('amountMore ₹2,000');
  expect(compareAmounts(t, 52_000_00, 52_000_00)).toBe('same');
  expect(compareDays(t, '2026-12-18', '2026-12-12')).toBe('daysSooner 6');
  expect(compareDays(t, '2026-12-31', '2027-01-01')).toBe('daysLater 1');
  expect(compareDays(t, '2026-12-31', '2026-12-31')).toBe('same');
});

test('names only what the poster asked for', () => {
  const nothing = { bidPaise: null, term: null, parts: [], startsOn: null, finishBy: null };
  expect(describeAsked(t, nothing)).toBe('');
  expect(describeAsked(t, { ...nothing, bidPaise: 50_000_00, term: 'milestone' })).toBe(
    '₹50,000, term.milestone',
  );
  const parts = [
    { name: 'Carcass', amountPaise: 40_000_00 },
    { name: 'Doors', amountPaise: 10_000_00 },
  ];
  expect(describeAsked(t, { ...nothing, term: 'milestone', parts })).toBe(
    'term.milestone (Carcass ₹40,000, Doors ₹10,000)',
  );
});

test('names what a worker has changed, and parts only where the worker chooses them', () => {
  const step = {
    version: 2,
    term: 'completion',
    changed: ['bidPaise', 'parts', 'workScope'],
  } as Partial<HistoryStep>;
  expect(describeChanged(t, step as HistoryStep)).toBe('changedFields amount, scope');
  expect(describeChanged(t, { ...step, term: 'milestone' } as HistoryStep)).toBe(
    'changedFields amount, milestones, scope',
  );
  expect(describeChanged(t, { ...step, version: null } as HistoryStep)).toBe('');
  expect(describeChanged(t, { ...step, changed: [] as string[] } as HistoryStep)).toBe('');
});
