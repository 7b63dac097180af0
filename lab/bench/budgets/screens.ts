import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { calculateMedian } from '../median.ts';
import { waitUntilSettled, trackTraffic } from './bytes.ts';

/** What somebody on a slow phone experiences on a screen, in milliseconds; CLS has no unit. */
export interface Experience {
  lcpMs: number;
  inpMs: number;
  cls: number;
  /** What the largest paint waited for. */
  explanation: string;
}

/** Lighthouse's slow phone, applied: its network and a processor a quarter as fast. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_RATE = 4;

/** Loads a screen with an empty cache `runs` times, each time uses its main control, and returns the medians. */
export async function experienceScreen(
  context: BrowserContext,
  url: string,
  runs: number,
): Promise<Experience> {
  const results: Experience[] = [];
  while (results.length < runs) results.push(await experienceOnce(context, url));
  return {
    lcpMs: calculateMedian(results.map(({ lcpMs }) => lcpMs)),
    inpMs: calculateMedian(results.map(({ inpMs }) => inpMs)),
    cls: calculateMedian(results.map(({ cls }) => cls)),
    explanation: results.map(({ explanation }) => explanation).join('\n'),
  };
}

async function experienceOnce(context: BrowserContext, url: string): Promise<Experience> {
  const page = await context.newPage();
  const traffic = trackTraffic(page);
  await page.addInitScript(recordEntries);
  const session = await context.newCDPSession(page);
  await slowDown(session);
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilSettled(page, traffic);
  const { lcpMs, cls } = await readRecord(page);
  const explanation = await explainLcp(page, session);
  await useMainControl(page);
  await waitUntilSettled(page, traffic);
  const { inpMs } = await readRecord(page);
  await page.close();
  if (lcpMs === 0) throw new Error(`${url} has painted nothing`);
  return { lcpMs, cls, inpMs, explanation };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
}

/** Another tab, else the first button of the screen, else its first field, else what the header offers. */
async function useMainControl(page: Page): Promise<void> {
  const main = page.locator('main, dialog[open], [role="dialog"]').last();
  const choices: Locator[] = [
    main.locator('.tabs a:not([aria-current]), [role="tab"][aria-selected="false"]'),
    main.locator('button:enabled'),
    main.locator('input, textarea, select'),
    page.locator('header button:enabled, header a'),
  ];
  for (const choice of choices) {
    const visible = choice.locator('visible=true').first();
    if ((await visible.count()) === 0) continue;
    // A field whose label covers it is used by its label.
    await visible.click({ timeout: 10_000, force: true });
    return;
  }
  throw new Error(`${page.url()} has nothing to use`);
}

/** The largest element, the files that arrived before it, and how long the page's main thread has worked. */
async function explainLcp(page: Page, session: CDPSession): Promise<string> {
  const { metrics } = await session.send('Performance.getMetrics');
  const threadSeconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
  const files = await page.evaluate(() => {
    const { lcpMs, lcpElement = '' } = (globalThis as Recorded).experience;
    const before = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].filter(({ startTime, duration }) => startTime + duration <= lcpMs) as PerformanceResourceTiming[];
    const toSeconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`;
    const kb = before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return [
      `  ${lcpElement}`,
      `  page ${toSeconds(before[0]?.responseEnd)}, first paint ${toSeconds(first?.startTime)}`,
      `  ${before.length} files of ${kb.toFixed(1)} KB before it, the last:`,
      ...before
        .toSorted((one, other) => other.responseEnd - one.responseEnd)
        .slice(0, 3)
        .map((file) => `    ${toSeconds(file.startTime)} to ${toSeconds(file.responseEnd)} ${file.name}`),
    ].join('\n');
  });
  return `${files}\n  main thread until settled ${threadSeconds.toFixed(2)} s`;
}

type Recorded = typeof globalThis & { experience: Experience & { lcpElement?: string } };

/** Runs in the page, before its own scripts. */
function recordEntries(): void {
  const experience: Recorded['experience'] = { lcpMs: 0, inpMs: 0, cls: 0, explanation: '' };
  (globalThis as Recorded).experience = experience;
  const observe = (type: string, read: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null };
    experience.lcpMs = entry.startTime;
    experience.lcpElement = `${element?.tagName.toLowerCase() ?? ''} ${element?.className ?? ''} "${element?.textContent.slice(0, 60) ?? ''}"`;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) experience.cls += value;
  });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId > 0) experience.inpMs = Math.max(experience.inpMs, duration);
    },
    { durationThreshold: 16 },
  );
}

/** After two frames, so that the entries of the last one have arrived. */
const readRecord = (page: Page): Promise<Experience> =>
  page.evaluate(
    () =>
      new Promise<Experience>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve((globalThis as Recorded).experience), 100)),
        );
      }),
  );
