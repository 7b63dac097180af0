import type { EventLine, Message } from '@fws/contract/conversations/schemas';
import { expect, test } from 'vitest';
import { buildEntries } from './entries.ts';

const message = (number: number) => ({ number, sentAt: `2026-11-30T06:0${number}:00.000Z` }) as Message;
const line = (kind: string, afterNumber: number) =>
  ({ kind, afterNumber, at: '2026-11-30T06:00:00.000Z' }) as EventLine;
const list = (...input: Parameters<typeof buildEntries>) =>
  buildEntries(...input).map((entry) => entry.line?.kind ?? entry.message?.number);

test('puts lines behind the message that they come after, and the first ones before all', () => {
  const lines = [line('awarded', 0), line('funded', 2), line('started', 2), line('released', 3)];
  expect(list([message(1), message(2), message(3)], lines)).toEqual([
    'awarded',
    1,
    2,
    'funded',
    'started',
    3,
    'released',
  ]);
});

test('shows lines without messages', () => {
  expect(list([], [line('awarded', 0), line('funded', 0)])).toEqual(['awarded', 'funded']);
});

test('gives each entry a key of its own', () => {
  const lines = [line('funded', 1), line('started', 1)];
  expect(new Set(buildEntries([message(1)], lines).map(({ key }) => key)).size).toBe(3);
});
