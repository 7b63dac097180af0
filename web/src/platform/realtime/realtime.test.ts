import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreadCount } from '@fws/contract/notifications/calls';
import { callApi } from '../client/index.ts';
import { queryClient } from '../queries/index.ts';
import { startRealtime, stopRealtime } from './index.ts';

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  constructor() {
    super();
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
  // Events in the meantime were missed, so opening refetches.
  expect(invalidate).not.toHaveBeenCalled();
  FakeEventSource.opened[1]?.dispatchEvent(new Event('open'));
  expect(invalidate).toHaveBeenCalled();
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
  const announce = (position: string) =>
    stream?.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ topic: 'job', id: 1, position }) }),
    );

  await callApi(unreadCount, {});
  announce('0000000000000005');
  announce('0000000000000004');
  await callApi(unreadCount, {});
  stream?.dispatchEvent(new Event('missed'));
  await callApi(unreadCount, {});
  vi.advanceTimersByTime(15_000);
  await callApi(unreadCount, {});

  expect(sent).toEqual([null, '0000000000000005', 'FFFFFFFFFFFFFFFF', '0000000000000005']);
});
