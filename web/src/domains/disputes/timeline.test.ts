import { expect, test } from 'vitest';
import { buildTimeline } from './timeline.ts';

const issue = {
  state: 'open' as const,
  ending: null,
  raisedAt: '2026-11-12T10:00:00.000Z',
  closedAt: null,
  documentsDueOn: '2026-11-19',
  reviewDueOn: '2026-11-24',
  abilities: {
    comment: { allowed: true as const },
    addDocument: { allowed: true as const },
    withdraw: { allowed: true as const },
  },
};
const late = { allowed: false as const, reason: 'disputes.documents_over' as const };
const listStates = (facts: Parameters<typeof buildTimeline>[0]) =>
  buildTimeline(facts).map(({ name, state }) => `${name} ${state}`);

test('waits for documents first, then for the review', () => {
  expect(listStates(issue)).toEqual([
    'raised done',
    'told done',
    'papers now',
    'review ahead',
    'settled ahead',
  ]);
  const reviewed = { ...issue, abilities: { ...issue.abilities, addDocument: late } };
  expect(listStates(reviewed).slice(2)).toEqual(['papers done', 'review now', 'settled ahead']);
});

test('marks all steps done when settled and ends with the withdrawal when withdrawn', () => {
  const closed = {
    ...issue,
    state: 'closed' as const,
    closedAt: '2026-11-21T10:00:00.000Z',
    abilities: { ...issue.abilities, addDocument: late },
  };
  expect(listStates({ ...closed, ending: 'settled' }).slice(2)).toEqual([
    'papers done',
    'review done',
    'settled done',
  ]);
  expect(listStates({ ...closed, ending: 'withdrawn' })).toEqual([
    'raised done',
    'told done',
    'withdrawn done',
  ]);
});
