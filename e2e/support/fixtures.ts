import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { forkProgram } from '../../server/test/processes/fork-program.ts';
import { startTiles } from './tiles.ts';
import { listIdsInMessages } from './watch.ts';
import { sizes, Windows, type Appearance, type Look, type OpenWindow, type Size } from './windows.ts';
import type { Answer, ProductCommand, ProductRequest } from './product-commands.ts';

export { expect };
export type { Appearance, Size };

export interface Person {
  id: number;
  token: string;
  firstName: string;
  mobile: string;
  email: string;
}

/** The running product that a worker's tests share. */
export interface Product {
  url: string;
  sandboxUrl: string;
  ask<T>(ask: ProductCommand): Promise<T>;
}

const folder = import.meta.dirname;

async function startProduct(settings: Record<string, string>): Promise<Product & { close(): Promise<void> }> {
  const child = forkProgram(path.join(folder, 'world-process.ts'), [], {
    env: {
      ...process.env,
      FWS_WEB_DIST: path.join(folder, '../../web/dist'),
      FWS_SETTINGS: JSON.stringify(settings),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (value: unknown) => void>();
  let lastId = 0;
  const waitForAnswer = (id: number) => new Promise<unknown>((resolve) => waiting.set(id, resolve));
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  /** Rejects when the process ends, so that a test fails at once instead of at its time limit. */
  const failAtExit = (message: string) =>
    exited.then((): never => {
      throw new Error(message);
    });
  const started = waitForAnswer(0);
  child.on('message', ({ id, value }: Answer) => waiting.get(id)?.(value));
  const addresses = (await Promise.race([started, failAtExit('the product did not start')])) as {
    url: string;
    sandboxUrl: string;
  };
  // The callback takes the error of a process that has ended.
  const send = (request: ProductRequest) => child.send(request, () => {});
  const ask = async <T>(request: ProductCommand): Promise<T> => {
    const id = ++lastId;
    const answer = waitForAnswer(id);
    send({ id, ask: request });
    return (await Promise.race([answer, failAtExit('the product has ended')])) as T;
  };
  return {
    ...addresses,
    ask,
    close: async () => {
      send({ id: ++lastId, ask: { do: 'close' } });
      await exited;
    },
  };
}

interface WindowOptions extends Partial<Pick<Look, 'locale' | 'theme' | 'script' | 'timeZone'>> {
  as?: Person;
  /** Problems of the pages that the journey causes on purpose. */
  expected?: RegExp;
}

const USUAL = { locale: 'en', theme: 'light', script: true, timeZone: 'Asia/Kolkata' } as const;

interface Fixtures {
  /** Opens a window with its own browser context. What `watchPages` finds on any of its pages fails the test. */
  open: (size: Size, options?: WindowOptions) => Promise<Page>;
  person: (overrides?: {
    firstName?: string;
    lastName?: string;
    skills?: string[];
    lookingFor?: ('projects' | 'services')[];
    identity?: 'none' | 'verified';
    password?: string;
  }) => Promise<Person>;
  /** Resets the product's clock after each test. */
  today: undefined;
}

interface WorkerFixtures {
  product: Product;
  settings: Record<string, string>;
  windows: Windows;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Settings of the product: `test.use({ settings: … })` at the top of a file. */
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const tiles = await startTiles();
      const product = await startProduct({ MAP_TILE_URL: tiles.address, ...settings });
      await use(product);
      const ids = await listIdsInMessages(product.sandboxUrl);
      await product.close();
      await tiles.close();
      expect(ids, 'ids of texts in messages').toEqual([]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  today: [
    async ({ product }, use) => {
      await use(undefined);
      await product.ask({ do: 'today' });
    },
    { auto: true },
  ],
  person: async ({ product }, use) => {
    await use((overrides = {}) => product.ask<Person>({ do: 'user', overrides }));
  },
  windows: [
    async ({ browser, product }, use) => {
      const windows = new Windows(browser, product);
      await use(windows);
      await windows.closeAll();
    },
    { scope: 'worker' },
  ],
  open: async ({ windows, product, serviceWorkers }, use) => {
    const opened: OpenWindow[] = [];
    await use(async (size, options = {}) => {
      const { as, expected, ...look } = { ...USUAL, ...options };
      const window = await windows.open({ ...look, size, serviceWorkers }, expected);
      opened.push(window);
      const cookies = { lang: look.locale, ...(as && { fws_session: as.token }) };
      await window.context.addCookies(
        Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.url })),
      );
      return window.page;
    });
    const problems: string[] = [];
    for (const window of opened) problems.push(...(await windows.release(window)));
    expect(problems, 'problems of the pages').toEqual([]);
  },
});

/** Changes the size of the window and the theme of the device without a reload. */
export async function setAppearance(page: Page, { size, theme }: Appearance): Promise<void> {
  await page.setViewportSize(sizes[size]);
  await page.emulateMedia({ colorScheme: theme });
  // A page without a chosen theme follows the device by CSS alone.
  await page.waitForFunction((now) => (document.documentElement.dataset['theme'] ?? now) === now, theme);
}

/**
 * Opens another address of the loaded app, like a link to it. Ends when the screen has set its own title: until then the
 * previous screen or nothing is shown. Another tab of the same screen is shown at once.
 */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    const previous = { element: document.querySelector('title'), title: document.title };
    const isSameScreen = new URL(to, location.href).pathname === location.pathname;
    history.pushState(null, '', to);
    if (isSameScreen) return;
    const isSet = () =>
      document.title !== '' &&
      (document.title !== previous.title || document.querySelector('title') !== previous.element);
    while (!isSet()) await new Promise(requestAnimationFrame);
  }, address);
}

/** Every one-time code sent to a mobile number or e-mail address, newest first. */
export async function listCodesSentTo(product: Product, address: string): Promise<string[]> {
  const response = await fetch(`${product.sandboxUrl}/outbox.json?to=${encodeURIComponent(address)}`);
  const messages = (await response.json()) as { otp: string | null }[];
  return messages.flatMap(({ otp }) => otp ?? []);
}

/** Waits for a one-time code to a mobile number or e-mail address that is not in `used`, and returns the newest. */
export async function waitForCode(
  product: Product,
  address: string,
  used: readonly string[] = [],
): Promise<string> {
  let code = '';
  await expect(async () => {
    const fresh = (await listCodesSentTo(product, address)).find((otp) => !used.includes(otp));
    expect(fresh, `a code for ${address}`).toBeTruthy();
    code = fresh ?? '';
  }).toPass({ timeout: 30_000 });
  return code;
}

/** Half the size of the package's main file, so that a page has it sooner. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects no violation of the accessibility rules on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('.sk')).toHaveCount(0);
  // Load axe once per document and ask only for violations, because it is the slowest part of many journeys.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    // Finish all animations: a colour that is still fading in is not the final one.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    const { axe: reader } = window as unknown as { axe: typeof axe };
    // Style sheets and media need not be loaded again for the rules that we have.
    const results = await reader.run(document, { resultTypes: ['violations'], preload: false });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
  expect(violations).toEqual([]);
}

/** Expects a loaded screen that does not overflow and is accessible. */
export async function expectWellDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  await expect(page.locator('.sk')).toHaveCount(0);
  // A machine without a Devanagari font draws wider boxes until ours has loaded.
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const overflow = await page.evaluate(() => {
    const pixels = document.documentElement.scrollWidth - innerWidth;
    if (pixels <= 0) return [];
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth,
    );
    return [`${pixels} px`, ...elements.map((element) => (element.cloneNode() as Element).outerHTML)];
  });
  expect(overflow, 'overflow').toEqual([]);
  await expectAccessible(page);
}

/** Expects that every invariant of the ledger holds. */
export async function expectSoundLedger(product: Product): Promise<void> {
  expect(await product.ask({ do: 'verify' })).toEqual([]);
}
