import { expect, test } from 'vitest';
import { listStoredIds } from './stored-ids.ts';

test('finds the id of a text in a reply, wherever it is', () => {
  const reply = { data: [{ milestones: [{ name: 'quotes.part_initial' }, { name: 'Paint' }] }] };
  expect(listStoredIds(reply)).toEqual(['data.0.milestones.0.name: quotes.part_initial']);
});

test('lets pass what only looks like an id, and why a step is not possible', () => {
  const ability = { allowed: false, reason: 'contracts.job_closed' };
  expect(listStoredIds({ name: 'plan.pdf', text: 'See quotes.part_initial', ability })).toEqual([]);
});
