import { expect, test } from './support/fixtures.ts';
import { Windows, type Look } from './support/windows.ts';

// That a window of one journey shows nothing of it to the next.

const look: Look = {
  size: 'phone',
  theme: 'light',
  locale: 'en',
  script: true,
  timeZone: 'Asia/Kolkata',
  serviceWorkers: 'block',
};

test('a kept window has no data, history, routes or problems of the journey before', async ({
  browser,
  product,
}) => {
  const windows = new Windows(browser, product);
  const first = await windows.open(look, /on purpose/);
  const { page, context } = first;
  await context.addCookies([{ name: 'lang', value: 'hi', url: product.url }]);
  await page.goto('/terms-and-conditions');
  await page.goto('/privacy-policy');
  await page.evaluate(async () => {
    localStorage.setItem('draft', 'typed');
    sessionStorage.setItem('step', '2');
    window.name = 'named';
    await caches.open('answers');
    await new Promise((resolve) => (indexedDB.open('waiting').onsuccess = resolve));
    console.error('on purpose');
    console.error('a fault');
  });
  await page.route('**/*', (route) => route.abort());
  page.on('dialog', () => {});
  await page.setViewportSize({ width: 900, height: 500 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await context.setOffline(true);
  expect(await windows.release(first)).toEqual([expect.stringContaining('a fault')]);

  const second = await windows.open(look);
  expect(second.page).toBe(page);
  expect(second.watch).toEqual({ problems: [], expected: undefined });
  expect(await context.cookies()).toEqual([]);
  // With a handler that does nothing, it would stay open.
  expect(await page.evaluate(() => confirm('Dismissed?'))).toBe(false);
  await page.goto('/terms-and-conditions');
  const found = await page.evaluate(async () => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    kept: [...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name)],
    name: window.name,
    // The empty page before, and this one.
    pages: history.length,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    language: document.documentElement.lang,
  }));
  const nothing = { stored: [], kept: [], name: '', pages: 2, width: 360 };
  expect(found).toEqual({ ...nothing, isDark: false, isStill: true, language: 'en-IN' });
  await windows.release(second);
  expect((await windows.open(look)).page).toBe(page);
  await context.close();
});

test('a window is not kept where a journey changed what cannot be undone, or is of another look', async ({
  browser,
  product,
}) => {
  const windows = new Windows(browser, product);
  const first = await windows.open(look);
  await first.page.goto('/privacy-policy');
  await first.page.clock.setFixedTime('2026-11-20T06:00:00Z');
  await windows.release(first);
  const second = await windows.open(look);
  expect(second.page).not.toBe(first.page);
  await second.page.goto('/privacy-policy');
  await windows.release(second);
  const third = await windows.open({ ...look, locale: 'hi' });
  expect(third.page).not.toBe(second.page);
  await third.context.close();
  await windows.closeAll();
  expect(second.page.isClosed()).toBe(true);
});
