import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { takeEarlyReply } from '../client/early.ts';
import { queryClient, refresh, refreshAfter, type Change } from './index.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A query whose answers are given one by one. */
function createQuery(name: string, topic = 'contract') {
  const loads: ((value: string) => void)[] = [];
  const queryKey = [topic, name] as const;
  const queryFn = () => new Promise<string>((resolve) => void loads.push(resolve));
  return { loads, options: { queryKey, queryFn, retry: false } };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a change during the first load of what a screen shows is followed by another load', async () => {
  const { loads, options } = createQuery('shown');
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => {});
  const refreshed = refresh('contract');
  loads[0]?.('before the change');
  await settle();
  expect(loads).toHaveLength(2);
  loads[1]?.('after it');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after it');
  stop();
});

test('a change while a screen loads that is not shown yet leaves nothing that counts as fresh', async () => {
  const { loads, options } = createQuery('loaded ahead');
  const loaded = queryClient.prefetchQuery(options);
  const refreshed = refresh('contract');
  loads[0]?.('before the change');
  await Promise.all([loaded, refreshed]);
  expect(queryClient.getQueryState(options.queryKey)).toMatchObject({
    data: 'before the change',
    isInvalidated: true,
  });
});

test('a change loads once more what is shown', async () => {
  const { loads, options } = createQuery('known');
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => {});
  loads[0]?.('before');
  await settle();
  const refreshed = refresh('contract');
  expect(loads).toHaveLength(2);
  loads[1]?.('after');
  await refreshed;
  expect(loads).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
});

test('a reply that the page asked for before a change is not used after it', async () => {
  const ask = () => ({ at: Date.now(), reply: Promise.resolve(new Response()) });
  vi.stubGlobal('window', { early: { 'awarded_job?{}': ask(), 'my_quotes?{}': ask() } });
  expect(takeEarlyReply('my_quotes', '{}')).toBeDefined();
  await refresh('contract');
  expect(takeEarlyReply('awarded_job', '{}')).toBeUndefined();
});

test('a change of another topic loads what names it as well, and nothing else', async () => {
  const named = createQuery('named', 'conversations');
  const other = createQuery('other', 'conversations');
  const stops = [{ ...named.options, meta: { alsoStaleBy: ['contract'] } }, other.options].map((options) =>
    new QueryObserver(queryClient, options).subscribe(() => {}),
  );
  for (const { loads } of [named, other]) loads[0]?.('before');
  await settle();
  const refreshed = refresh('contract');
  await settle();
  expect([named.loads.length, other.loads.length]).toEqual([2, 1]);
  named.loads[1]?.('after');
  await refreshed;
  for (const stop of stops) stop();
});

const newMessage: Change = { topic: 'conversations', id: 7, number: 3 };
/** Whose data an event leaves as they are if they name its number. */
const hasNumber = { meta: { isUnchanged: (data: string, { number }: Change) => data === String(number) } };

test('an event does not load again what has its change already', async () => {
  const { loads, options } = createQuery('shown', 'conversations');
  const stop = new QueryObserver(queryClient, { ...options, ...hasNumber }).subscribe(() => {});
  loads[0]?.('3');
  await settle();
  await refreshAfter(newMessage);
  expect(loads).toHaveLength(1);
  void refreshAfter({ ...newMessage, number: 4 });
  await settle();
  expect(loads).toHaveLength(2);
  stop();
});

test('an event loads again what is being loaded, which may have been read before the change', async () => {
  const { loads, options } = createQuery('reloading', 'conversations');
  const stop = new QueryObserver(queryClient, { ...options, ...hasNumber }).subscribe(() => {});
  loads[0]?.('2');
  await settle();
  void refresh('conversations');
  await settle();
  queryClient.setQueryData(options.queryKey, '3');
  void refreshAfter(newMessage);
  await settle();
  expect(loads).toHaveLength(3);
  stop();
});
