import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The calls whose replies the device keeps; undefined until the worker controls the page and has all screens. */
const listKept = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(async () => {
    const assets = (await caches.keys()).find((name) => name.startsWith('assets-'));
    if (!navigator.serviceWorker.controller || assets === undefined) return undefined;
    const files = await caches.open(assets);
    // The worker names the files of all screens between those of the shell and those that it keeps only where used.
    const [, screens = ''] = /\brest:(.*?)\blater:/s.exec(await (await fetch('/sw.js')).text()) ?? [];
    const kept = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
    const named = screens.match(/\/assets\/[\w.-]+/g);
    if (!named?.every((path) => kept.has(path))) return undefined;
    if (!(await indexedDB.databases()).some(({ name }) => name === 'fws')) return undefined;
    const opening = indexedDB.open('fws');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reads = opening.result.transaction('reads').objectStore('reads').getAll();
    await new Promise((resolve) => reads.addEventListener('success', resolve));
    opening.result.close();
    return (reads.result as { queryKey: string[] }[]).map(({ queryKey }) => queryKey[1] ?? '');
  });

/** Waits until the worker controls the page and has its files, and the device keeps the replies of these calls. */
export const waitUntilKept = (page: Page, calls: readonly string[]) =>
  expect
    .poll(async () => {
      const kept = await listKept(page).catch(() => undefined);
      return kept !== undefined && calls.every((call) => kept.includes(call));
    })
    .toBe(true);
