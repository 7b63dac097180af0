import { renderToString } from 'react-dom/server';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { install, offerInstall, refuseInstall, setInstallOpen, useInstallOpen } from './index.ts';

const DAY_MS = 24 * 3600_000;

let page: EventTarget & { location: { pathname: string }; installPrompt?: unknown };
let openDialog: object | null;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z') });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  page = Object.assign(new EventTarget(), { location: { pathname: '/' }, installPrompt: { prompt } });
  openDialog = null;
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { querySelector: () => openDialog });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', { userAgent: 'Chrome', maxTouchPoints: 0 });
});
afterEach(() => {
  // Ends an offer that still waits.
  navigate('/end');
  setInstallOpen(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome: 'accepted' }));

function isOpen(): boolean {
  let open = false;
  function Reader() {
    open = useInstallOpen();
    return null;
  }
  renderToString(createElement(Reader));
  return open;
}

function navigate(pathname: string): void {
  page.location.pathname = pathname;
  page.dispatchEvent(new Event('pushState'));
}

test('the sheet opens with the next screen, and never by itself', () => {
  offerInstall();
  vi.advanceTimersByTime(DAY_MS);
  expect(isOpen()).toBe(false);
  // A filter of the same list.
  navigate('/');
  expect(isOpen()).toBe(false);
  navigate('/job/1');
  expect(isOpen()).toBe(true);
});

test('the screen that the action itself opens is left alone', () => {
  offerInstall();
  navigate('/myjobs');
  vi.advanceTimersByTime(2_000);
  expect(isOpen()).toBe(false);
  navigate('/');
  expect(isOpen()).toBe(true);
});

test('several actions offer once, and nothing after "Not now"', () => {
  offerInstall();
  offerInstall();
  vi.advanceTimersByTime(2_000);
  navigate('/job/1');
  refuseInstall();
  navigate('/');
  offerInstall();
  vi.advanceTimersByTime(2_000);
  navigate('/job/2');
  expect(isOpen()).toBe(false);
});

test('an offer opens over no other dialog, and not once the app is installed', async () => {
  offerInstall();
  vi.advanceTimersByTime(2_000);
  openDialog = {};
  navigate('/job/1');
  expect(isOpen()).toBe(false);
  openDialog = null;
  offerInstall();
  vi.advanceTimersByTime(2_000);
  await install();
  expect(prompt).toHaveBeenCalledOnce();
  navigate('/');
  expect(isOpen()).toBe(false);
});
