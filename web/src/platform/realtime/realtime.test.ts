import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreadCount } from '@fws/contract/notifications/calls';
import { callApi, CallError } from '../client/index.ts';
import { queryClient } from '../queries/index.ts';
import { startRealtime, stopRealtime } from './index.ts';

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  readonly address: URL;
  constructor(address: string) {
    super();
    this.address = new URL(address, 'http://localhost');
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const setVisibility = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

// Other files of tests share the process.
afterEach(() => {
  stopRealtime();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  FakeEventSource.opened = [];
});

test('reopens a replaced stream only when its tab becomes visible', () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  startRealtime();
  const [first] = FakeEventSource.opened;
  first?.dispatchEvent(new Event('replaced'));
  expect(first?.readyState).toBe(FakeEventSource.CLOSED);
  startRealtime();
  setVisibility('hidden');
  expect(FakeEventSource.opened).toHaveLength(1);

  setVisibility('visible');
  setVisibility('visible');
  expect(FakeEventSource.opened).toHaveLength(2);
  // The server says whether events were missed in the meantime.
  FakeEventSource.opened[1]?.dispatchEvent(new Event('open'));
  expect(invalidate).not.toHaveBeenCalled();
  FakeEventSource.opened[1]?.dispatchEvent(new Event('missed'));
  expect(invalidate).toHaveBeenCalled();
});

const announce = (stream: FakeEventSource | undefined, eventId: string) =>
  stream?.dispatchEvent(
    new MessageEvent('message', { data: JSON.stringify({ topic: 'job', id: 1, eventId }) }),
  );
const readKnown = (stream: FakeEventSource | undefined) =>
  Object.fromEntries(stream?.address.searchParams ?? []);

test('says what it knows when it opens a stream again', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], now: 0 });
  vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  startRealtime();
  const lose = () => {
    FakeEventSource.opened.at(-1)?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(30_000);
    return readKnown(FakeEventSource.opened.at(-1));
  };
  const [first] = FakeEventSource.opened;
  announce(first, '41');
  vi.advanceTimersByTime(10_000);
  first?.dispatchEvent(new Event('alive'));
  vi.advanceTimersByTime(5_000);
  const reopened = lose();
  expect(first?.readyState).toBe(FakeEventSource.CLOSED);
  expect(reopened['event']).toBe('41');
  // Five seconds since the sign of life, and up to two of waiting.
  expect(Number(reopened['age'])).toBeGreaterThanOrEqual(5_500);
  expect(Number(reopened['age'])).toBeLessThanOrEqual(7_000);

  // What is read again is newer than the last event.
  FakeEventSource.opened.at(-1)?.dispatchEvent(new Event('missed'));
  const readAgain = lose();
  expect(readAgain['event']).toBeUndefined();
  expect(Number(readAgain['age'])).toBeLessThanOrEqual(34_000);
});

test('reads again, once a stream is open again, what an event has asked for in vain', async () => {
  let isNetworkUp = true;
  let reads = 0;
  const query = {
    queryKey: ['job', 'trial'] as const,
    queryFn: async () => {
      if (!isNetworkUp) throw new CallError(422, 'as good as no answer');
      return (reads += 1);
    },
  };
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  const getState = () => queryClient.getQueryState(query.queryKey);
  await vi.waitFor(() => expect(getState()?.data).toBe(1));
  startRealtime();
  isNetworkUp = false;
  announce(FakeEventSource.opened[0], '51');
  await vi.waitFor(() => expect(getState()?.status).toBe('error'));
  isNetworkUp = true;
  FakeEventSource.opened[0]?.dispatchEvent(new Event('open'));
  await vi.waitFor(() => expect(getState()?.data).toBe(2));
  // What is up to date is left alone.
  FakeEventSource.opened[0]?.dispatchEvent(new Event('open'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(reads).toBe(2);
  stop();
  queryClient.clear();
});

test('opens a broken stream at once when the network or the reader comes back', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  startRealtime();
  const count = () => FakeEventSource.opened.length;
  FakeEventSource.opened[0]?.dispatchEvent(new Event('error'));
  expect(count()).toBe(1);
  network.dispatchEvent(new Event('online'));
  expect(count()).toBe(2);
  FakeEventSource.opened[1]?.dispatchEvent(new Event('error'));
  setVisibility('hidden');
  expect(count()).toBe(2);
  setVisibility('visible');
  expect(count()).toBe(3);
  // Once only.
  setVisibility('visible');
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(3);
});

test('waits longer after each failed attempt, and not after one that succeeded', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  startRealtime();
  const measureWait = () => {
    const opened = FakeEventSource.opened.length;
    FakeEventSource.opened.at(-1)?.dispatchEvent(new Event('error'));
    let waited = 0;
    for (; FakeEventSource.opened.length === opened; waited += 1000) vi.advanceTimersByTime(1000);
    return waited;
  };
  expect([1, 2, 3, 4, 5, 6].map(measureWait)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  FakeEventSource.opened.at(-1)?.dispatchEvent(new Event('open'));
  expect(measureWait()).toBe(2000);
});

test('opens no stream after a logout', () => {
  startRealtime();
  FakeEventSource.opened[0]?.dispatchEvent(new Event('replaced'));
  stopRealtime();
  setVisibility('visible');
  expect(FakeEventSource.opened).toHaveLength(1);
});

test('reads what an event is about from a database that has it, and after missed events from the primary', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.advanceTimersByTime(15_000); // the events that an earlier test has missed
  vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const sent: (string | null)[] = [];
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('X-FWS-Position'));
    return Response.json({ data: 0 }, { headers: { 'X-FWS-Position': '0000000000000003' } });
  });
  startRealtime();
  const [stream] = FakeEventSource.opened;
  const announceAt = (position: string) =>
    stream?.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ topic: 'job', id: 1, position }) }),
    );

  await callApi(unreadCount, {});
  announceAt('0000000000000005');
  announceAt('0000000000000004');
  await callApi(unreadCount, {});
  stream?.dispatchEvent(new Event('missed'));
  await callApi(unreadCount, {});
  vi.advanceTimersByTime(15_000);
  await callApi(unreadCount, {});

  expect(sent).toEqual([null, '0000000000000005', 'FFFFFFFFFFFFFFFF', '0000000000000005']);
});
