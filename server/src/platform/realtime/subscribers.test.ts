import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Subscribers } from './subscribers.ts';

let subscribers: Subscribers;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  subscribers = new Subscribers();
  subscribers.noteListening();
  vi.advanceTimersByTime(3600_000);
});
afterEach(() => void vi.useRealTimers());

const announce = (...users: number[]) =>
  subscribers.deliver(JSON.stringify({ users, topic: 'wallet', id: null }));
const announceAs = (eventId: string, ...users: number[]) =>
  subscribers.deliver(JSON.stringify({ users, topic: 'wallet', id: null, eventId }));

/** Whether a new stream is told to read again what its page has shown for so long. */
function mustReadAgain(userId: number, ageMs?: number, eventId?: string): boolean {
  let isTold = false;
  const listener = { onChange: () => {}, onMissed: () => void (isTold = true) };
  subscribers.add(userId, listener, ageMs === undefined ? undefined : { ageMs, eventId });
  subscribers.delete(userId, listener);
  return isTold;
}

test('a page reads again when something changed between its loading and its stream', () => {
  announce(7);
  vi.advanceTimersByTime(20_000);
  // The page was loaded before the change, or about then.
  expect(mustReadAgain(7, 30_000)).toBe(true);
  expect(mustReadAgain(7, 16_000)).toBe(true);
  expect(mustReadAgain(7, 10_000)).toBe(false);
  expect(mustReadAgain(8, 30_000)).toBe(false);
  expect(mustReadAgain(7)).toBe(false);
});

test('a page reads again when it is older than what is remembered', () => {
  announce(7);
  vi.advanceTimersByTime(60_000);
  announce(8);
  vi.advanceTimersByTime(50_000);
  expect(mustReadAgain(7, 114_000)).toBe(true);
  expect(mustReadAgain(9, 114_000)).toBe(false);
  expect(mustReadAgain(9, 116_000)).toBe(true);
});

test('a page reads again when it is older than the last time that events were missed', async () => {
  vi.advanceTimersByTime(10_000);
  await subscribers.tellMissed(new AbortController().signal);
  vi.advanceTimersByTime(10_000);
  expect(mustReadAgain(7, 6_000)).toBe(true);
  expect(mustReadAgain(7, 4_000)).toBe(false);
});

test('a stream that is opened again reads again unless its last event is the last of its user', () => {
  announceAs('31', 7, 8);
  announceAs('32', 8);
  vi.advanceTimersByTime(1_000);
  expect(mustReadAgain(7, 20_000, '31')).toBe(false);
  expect(mustReadAgain(8, 20_000, '31')).toBe(true);
  expect(mustReadAgain(8, 20_000, '32')).toBe(false);
  // However old the sign of life is: what came later would be known.
  expect(mustReadAgain(7, 600_000, '31')).toBe(false);
});

test('where the last event is not remembered, the age of what is shown decides', () => {
  announceAs('31', 7);
  vi.advanceTimersByTime(121_000);
  announceAs('32', 8);
  expect(mustReadAgain(7, 20_000, '31')).toBe(false);
  expect(mustReadAgain(7, 120_000, '31')).toBe(true);
});

test('the last event of a user counts for nothing after events were missed', async () => {
  announceAs('31', 7);
  vi.advanceTimersByTime(1_000);
  await subscribers.tellMissed(new AbortController().signal);
  vi.advanceTimersByTime(10_000);
  expect(mustReadAgain(7, 12_000, '31')).toBe(true);
  expect(mustReadAgain(7, 2_000, '31')).toBe(false);
});
