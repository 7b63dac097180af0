import { expect, test } from 'vitest';
import { getOfferedStep } from './nextStep.ts';

const allowed = { allowed: true } as const;

test('offers to release what the worker asked for, and to accept work before that', () => {
  const accept = { step: 'accepted', ability: allowed } as const;
  expect(getOfferedStep({ next: accept, work: 'payment_requested' })).toBe('released');
  expect(getOfferedStep({ next: accept, work: 'completed' })).toBe('accepted');
});

test('offers every other step as the server names it', () => {
  expect(getOfferedStep({ next: { step: 'released', ability: allowed }, work: 'completed' })).toBe(
    'released',
  );
  expect(getOfferedStep({ next: { step: 'funded', ability: allowed }, work: 'not_started' })).toBe('funded');
  expect(getOfferedStep({ next: null, work: 'payment_requested' })).toBeNull();
});
