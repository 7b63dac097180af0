import type { BrowserContext, Page } from '@playwright/test';

/** Bytes of bodies as they travel, compressed, without headers. */
export interface Weight {
  script: number;
  fonts: number;
  /** Documents, styles, images and answers of the API. */
  rest: number;
}

const QUIET_MS = 1000;

/** What the browser fetches to show a page with an empty cache. */
export async function weighPage(context: BrowserContext, url: string): Promise<Weight> {
  const page = await openFresh(context, url);
  const weight = weightOf(await entriesOf(page));
  await page.close();
  return weight;
}

/** What a further screen costs somebody who comes to it from another. */
export async function weighStep(context: BrowserContext, from: string, path: string): Promise<Weight> {
  const page = await openFresh(context, from);
  const before = (await entriesOf(page)).length;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await settled(page);
  const weight = weightOf((await entriesOf(page)).slice(before));
  await page.close();
  return weight;
}

async function openFresh(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'load' });
  await settled(page);
  return page;
}

type Entry = { url: string; bytes: number };

/** The page itself first, then in the order in which they were asked for. */
function entriesOf(page: Page): Promise<Entry[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => ({ url: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize }),
    ),
  );
}

/** Nothing new came for a while. Live events keep a connection open, so an idle network never happens. */
async function settled(page: Page): Promise<void> {
  let known = -1;
  for (let count = 0; count !== known; count = (await entriesOf(page)).length) {
    known = count;
    await page.waitForTimeout(QUIET_MS);
  }
}

function weightOf(entries: readonly Entry[]): Weight {
  const sum = (matching: (path: string) => boolean) =>
    entries
      .filter(({ url }) => matching(new URL(url).pathname))
      .reduce((total, { bytes }) => total + bytes, 0);
  const script = sum((path) => path.endsWith('.js'));
  const fonts = sum((path) => path.endsWith('.woff2'));
  return { script, fonts, rest: sum(() => true) - script - fonts };
}
