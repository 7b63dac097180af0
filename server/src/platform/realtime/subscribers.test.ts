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

/** Whether a new stream is told to read again what its page has shown for so long. */
function mustReadAgain(userId: number, ageMs?: number): boolean {
  let isTold = false;
  const listener = { onChange: () => {}, onMissed: () => void (isTold = true) };
  subscribers.add(userId, listener, ageMs);
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
