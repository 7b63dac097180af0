import { beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  stopRealtime();
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
