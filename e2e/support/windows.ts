import type { Browser, BrowserContext, Page } from '@playwright/test';
import { watchPages, type Watch } from './watch.ts';

// Windows of the journeys. The first page of a new browser context takes three times the processor time of a later one:
// its process starts, and compiles the application. So windows are kept, and emptied for the next journey.

export const sizes = { phone: { width: 360, height: 800 }, desktop: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof sizes;
export interface Appearance {
  size: Size;
  theme: 'light' | 'dark';
}

/** Windows of one look are interchangeable. */
export interface Look extends Appearance {
  locale: 'en' | 'hi';
  script: boolean;
  timeZone: string;
  serviceWorkers: 'allow' | 'block';
}

interface Addresses {
  url: string;
  sandboxUrl: string;
}

export interface OpenWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: Watch;
  readonly look: Look;
  /** Whether a journey changed something that cannot be undone. */
  isChanged: boolean;
}

const PERMISSIONS = ['geolocation', 'camera', 'microphone'];
const PUNE = { latitude: 18.5074, longitude: 73.8077 };
const KEPT_MAX = 6;
const EMPTY_MS = 5000;
/** Handlers of these would act in the next journey. */
const LISTENED = ['console', 'dialog', 'download', 'filechooser', 'popup', 'request', 'response'] as const;

export class Windows {
  readonly #browser: Browser;
  readonly #addresses: Addresses;
  /** The one used last is last. */
  #kept: OpenWindow[] = [];

  constructor(browser: Browser, addresses: Addresses) {
    this.#browser = browser;
    this.#addresses = addresses;
  }

  /** Opens an empty window. `expected`: problems of its pages that the journey causes on purpose. */
  async open(look: Look, expected?: RegExp): Promise<OpenWindow> {
    const kept = this.#kept.findLast((window) => isSameLook(window.look, look));
    this.#kept = this.#kept.filter((window) => window !== kept);
    const window = kept ?? (await this.#create(look));
    Object.assign(window.watch, { problems: [], expected } satisfies Watch);
    return window;
  }

  async #create(look: Look): Promise<OpenWindow> {
    const context = await this.#browser.newContext({
      baseURL: this.#addresses.url,
      viewport: sizes[look.size],
      colorScheme: look.theme,
      reducedMotion: 'reduce',
      javaScriptEnabled: look.script,
      locale: look.locale === 'hi' ? 'hi-IN' : 'en-IN',
      timezoneId: look.timeZone,
      hasTouch: look.size === 'phone',
      serviceWorkers: look.serviceWorkers,
      permissions: PERMISSIONS,
      geolocation: PUNE,
    });
    const watch = await watchPages(context);
    const window = { context, page: await context.newPage(), watch, look, isChanged: false };
    noteChanges(window);
    return window;
  }

  /** Keeps a window for another journey, or closes it. Returns the problems of its pages. */
  async release(window: OpenWindow): Promise<string[]> {
    const { context } = window;
    // A page that is left while it loads reports what it did not get.
    const problems = [...window.watch.problems];
    if (await this.#tryToEmpty(window)) {
      this.#kept.push(window);
      if (this.#kept.length > KEPT_MAX) await this.#kept.shift()?.context.close();
    } else await context.close();
    return problems;
  }

  async #tryToEmpty(window: OpenWindow): Promise<boolean> {
    const { page, look, isChanged } = window;
    // The first page of a window has another process than the empty one before.
    if (isChanged || page.isClosed() || page.url() === 'about:blank') return false;
    // Scripts empty a window, and a service worker keeps data of its own.
    if (!look.script || look.serviceWorkers === 'allow') return false;
    try {
      await this.#empty(window);
    } catch {
      return false;
    }
    window.isChanged = false;
    return true;
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#kept.splice(0).map(({ context }) => context.close()));
  }

  /** Undoes what a journey did to a window. */
  async #empty({ context, page, look }: OpenWindow): Promise<void> {
    for (const name of LISTENED) page.removeAllListeners(name);
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    const { url, sandboxUrl } = this.#addresses;
    // Another site would be given another process.
    await page.goto(`${url}/healthz`, { timeout: EMPTY_MS });
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    const browser = await context.newCDPSession(page);
    for (const origin of [url, sandboxUrl])
      await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await browser.send('Page.resetNavigationHistory');
    await browser.detach();
    await context.clearCookies();
    await context.grantPermissions(PERMISSIONS);
    await context.setGeolocation(PUNE);
    await page.setViewportSize(sizes[look.size]);
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
  }
}

const isSameLook = (a: Look, b: Look) => JSON.stringify(a) === JSON.stringify(b);

/** Notes the calls whose effect stays in a context. */
function noteChanges(window: OpenWindow): void {
  const note = <Method extends string>(target: Record<Method, unknown>, names: readonly Method[]) => {
    for (const name of names) {
      const call = target[name] as (...values: unknown[]) => unknown;
      target[name] = (...values: unknown[]) => {
        window.isChanged = true;
        return call.apply(target, values);
      };
    }
  };
  const { context, page } = window;
  note(page, ['addInitScript', 'exposeFunction', 'exposeBinding']);
  note(context, ['addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession']);
  note(page.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt']);
}
