import { expect, test, vi } from 'vitest';
import { TestClock } from '../../test/clock.ts';
import { BriefCache } from './brief-cache.ts';

function createCache(maxWeight = 1_000_000) {
  const clock = new TestClock();
  clock.stop();
  let loads = 0;
  const cache = new BriefCache<string>({ clock, keepMs: 1000, maxWeight, weigh: (value) => value.length });
  const load = (text = '') => {
    loads += 1;
    return Promise.resolve(`${text}${loads}`);
  };
  return { clock, cache, load };
}

test('loads once for concurrent and later requests, until a second has passed since the load began', async () => {
  const { clock, cache, load } = createCache();
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual(['1', '1']);
  clock.advance(999);
  expect(await cache.get('a', load)).toBe('1');
  expect(await cache.get('b', load)).toBe('2');
  clock.advance(1);
  expect(await cache.get('a', load)).toBe('3');
});

test('does not join a load that began a second ago', async () => {
  const { clock, cache, load } = createCache();
  let finish: (value: string) => void = () => {};
  const slow = cache.get('a', () => new Promise((resolve) => (finish = resolve)));
  clock.advance(1000);
  expect(await cache.get('a', load)).toBe('1');
  finish('slow');
  expect(await slow).toBe('slow');
  expect(await cache.get('a', load)).toBe('1');
});

test('loads again after the clock was set back', async () => {
  const { clock, cache, load } = createCache();
  await cache.get('a', load);
  clock.advance(-1);
  expect(await cache.get('a', load)).toBe('2');
});

test('keeps what was reloaded in place of the former value', async () => {
  const { cache, load } = createCache();
  await cache.get('a', load);
  expect(await cache.reload('a', load)).toBe('2');
  expect(await cache.get('a', load)).toBe('2');
});

test('does not keep a failed load', async () => {
  const { cache, load } = createCache();
  const fail = () => Promise.reject(new Error('no database'));
  await expect(Promise.all([cache.get('a', fail), cache.get('a', load)])).rejects.toThrow('no database');
  expect(cache.weight).toBe(0);
  expect(await cache.get('a', load)).toBe('1');
});

test('drops the oldest entries beyond the maximum weight, also while they load', async () => {
  const { cache, load } = createCache(3000);
  const loadLong = () => load('x'.repeat(1400));
  await cache.get('a', loadLong);
  await cache.get('b', loadLong);
  expect(cache.weight).toBe(2 * 1401);
  await cache.get('c', loadLong);
  expect(cache.weight).toBe(2 * 1401);
  expect((await cache.get('a', load)).length).toBe(1);
  const loading = Array.from({ length: 10 }, (_, index) => cache.get(`other ${index}`, load));
  expect(cache.weight).toBeLessThanOrEqual(3000);
  await Promise.all(loading);
});

test('frees an entry after a second, without another request', async () => {
  vi.useFakeTimers();
  const { cache, load } = createCache();
  await cache.get('a', load);
  expect(cache.weight).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(cache.weight).toBe(0);
  vi.useRealTimers();
});

test('peeks at what is loaded and still kept, without loading', async () => {
  const { clock, cache, load } = createCache();
  expect(cache.peek('a')).toBeUndefined();
  const loading = cache.get('a', load);
  expect(cache.peek('a')).toBeUndefined();
  await loading;
  expect(cache.peek('a')).toBe('1');
  clock.advance(1000);
  expect(cache.peek('a')).toBeUndefined();
});
