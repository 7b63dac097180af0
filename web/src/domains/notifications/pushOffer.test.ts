import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuse } from '../../platform/refusals/index.ts';
import { mayOfferPush } from './pushOffer.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function stubBrowser(permission: NotificationPermission): void {
  const notification = { permission };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', { serviceWorker: {} });
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('push is offered until somebody says "Not now", and again after 30 days', () => {
  stubBrowser('default');
  expect(mayOfferPush()).toBe(true);
  refuse('push');
  vi.advanceTimersByTime(30 * DAY_MS);
  expect(mayOfferPush()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(mayOfferPush()).toBe(true);
});

test('nobody is asked again who has answered the browser', () => {
  for (const permission of ['granted', 'denied'] as const) {
    stubBrowser(permission);
    expect(mayOfferPush()).toBe(false);
  }
});

test('a browser without push messages offers none', () => {
  stubBrowser('default');
  vi.stubGlobal('window', {});
  expect(mayOfferPush()).toBe(false);
});
