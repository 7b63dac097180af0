import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** Bytes of response bodies as transferred: compressed, without headers. */
export interface Weight {
  script: number;
  fonts: number;
  /** Documents, styles, images and API answers. */
  other: number;
}

const QUIET_MS = 1000;

/** Measures what the browser fetches to show a page with an empty cache. */
export async function weighPage(context: BrowserContext, url: string): Promise<Weight> {
  const { page } = await openFresh(context, url);
  const weight = sumWeight(await listEntries(page));
  await page.close();
  return weight;
}

/** Measures what a further screen costs after another one. */
export async function weighStep(context: BrowserContext, from: string, path: string): Promise<Weight> {
  const { page, traffic } = await openFresh(context, from);
  const before = (await listEntries(page)).length;
  const previousTitle = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForFunction((title) => document.title !== title, previousTitle);
  await waitUntilSettled(page, traffic);
  const weight = sumWeight((await listEntries(page)).slice(before));
  await page.close();
  return weight;
}

async function openFresh(context: BrowserContext, url: string): Promise<{ page: Page; traffic: Traffic }> {
  const page = await context.newPage();
  const traffic = trackTraffic(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilSettled(page, traffic);
  return { page, traffic };
}

type Entry = { url: string; bytes: number };

/** The page itself first, then its resources in the order of their requests. */
function listEntries(page: Page): Promise<Entry[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => ({ url: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize }),
    ),
  );
}

/** Resolves once the screen is complete: no skeleton, and no request in flight for a while. */
export async function waitUntilSettled(page: Page, traffic: Traffic): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('.sk').first().waitFor({ state: 'detached' });
  while (traffic.underWay > 0 || performance.now() - traffic.lastAt < QUIET_MS)
    await page.waitForTimeout(QUIET_MS / 4);
}

export interface Traffic {
  underWay: number;
  lastAt: number;
}

/** Counts requests in flight, except the live events, which never end. */
export function trackTraffic(page: Page): Traffic {
  const traffic = { underWay: 0, lastAt: performance.now() };
  const count = (change: number) => (request: Request) => {
    if (request.resourceType() === 'eventsource') return;
    traffic.underWay += change;
    traffic.lastAt = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return traffic;
}

/** Fetched some seconds after the page is shown, with what the worker keeps: `weighPrecache`. */
const IN_BACKGROUND = /^\/assets\/offline-/;

function sumWeight(all: readonly Entry[]): Weight {
  const entries = all.filter(({ url }) => !IN_BACKGROUND.test(new URL(url).pathname));
  const sum = (matches: (path: string) => boolean) =>
    entries
      .filter(({ url }) => matches(new URL(url).pathname))
      .reduce((total, { bytes }) => total + bytes, 0);
  const script = sum((path) => path.endsWith('.js'));
  const fonts = sum((path) => path.endsWith('.woff2'));
  return { script, fonts, other: sum(() => true) - script - fonts };
}

type Precache = Record<'shell' | 'rest' | 'later', string[]>;

/** Bytes of the files that the service worker fetches in the background after a first visit, compressed. */
export async function weighPrecache(dist: string): Promise<Record<keyof Precache, number>> {
  const lists = JSON.parse(await readFile(join(dist, '../dist-server/precache.json'), 'utf8')) as Precache;
  const weigh = async (paths: readonly string[]) => {
    const sizes = await Promise.all(
      paths.map((path) =>
        stat(join(dist, `${path}.br`))
          .catch(() => stat(join(dist, path)))
          .then(({ size }) => size),
      ),
    );
    return sizes.reduce((total, size) => total + size, 0);
  };
  return { shell: await weigh(lists.shell), rest: await weigh(lists.rest), later: await weigh(lists.later) };
}
