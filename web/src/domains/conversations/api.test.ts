import { expect, test } from 'vitest';
import { leavesMessages } from './api.ts';

const names = { jobId: '7', userId: '9' };

test.each([
  ['a message that is shown', { topic: 'conversations', id: 7, number: 3 }, true],
  ['a newer message', { topic: 'conversations', id: 7, number: 4 }, false],
  ['a mark or a changed message', { topic: 'conversations', id: 7 }, false],
  ['a message about another job', { topic: 'conversations', id: 8, number: 4 }, true],
  ['a release of this job', { topic: 'contract', id: 7 }, false],
  ['a release of another job', { topic: 'contract', id: 8 }, false],
] as const)('%s', (_, change, isUnchanged) => {
  expect(leavesMessages(names, 3, change)).toBe(isUnchanged);
});
