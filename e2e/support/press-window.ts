import type { Page, Request } from '@playwright/test';
import { installControls, type Control, type ControlsWindow, type Part } from './controls.ts';
import { aimAt } from './press-aim.ts';
import { installEffects, type EffectsWindow } from './press-effects.ts';

/** How long a press may take to show an effect. A control that works shows one at once. */
const EFFECT_MS = 3000;
/** How long the page may load. */
const LOAD_MS = 3000;
/** React may show a part of the app so long after it is loaded. */
const REVEAL_MS = 350;
/** Playwright's errors of a page that was left while it was read. */
const LEFT = /context was destroyed|navigat|frame was detached/i;

/** What can be pressed, and where: the language, and the address without its query. */
export interface Sight {
  place: string;
  controls: Control[];
}

/** What a press did. */
export interface Effect {
  /** "gone", "nothing" and "not pressed" are no effects. */
  did: string;
  /** Why the control could not be pressed. */
  reason?: string;
}

type InPage = ControlsWindow & EffectsWindow;

/** A window whose controls are pressed. */
export class PressWindow {
  readonly #page: Page;
  readonly #effectMs: number;
  /** What the last press did outside the page. */
  #outside: string[] = [];
  /** What the page is loading: a press may need a part of the app that is not there yet. */
  readonly #loading = new Set<Request>();
  #loadedAt = 0;

  private constructor(page: Page, effectMs: number) {
    this.#page = page;
    this.#effectMs = effectMs;
  }

  /** Before the page opens its first address. */
  static async create(page: Page, { effectMs = EFFECT_MS } = {}): Promise<PressWindow> {
    const created = new PressWindow(page, effectMs);
    created.#listen();
    await page.addInitScript(installEffects);
    await page.addInitScript(installControls);
    return created;
  }

  #listen(): void {
    const page = this.#page;
    const note = (effect: string) => this.#outside.push(effect);
    page.on('filechooser', () => note('file chooser'));
    page.on('download', (download) => {
      note('download');
      void download.cancel();
    });
    page.on('dialog', (dialog) => {
      note('dialog');
      void dialog.accept();
    });
    page.on('popup', (popup) => {
      note('window');
      void popup.close();
    });
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) this.#loading.add(request);
    });
    const forget = (request: Request) => {
      if (this.#loading.delete(request)) this.#loadedAt = Date.now();
    };
    page.on('requestfinished', forget);
    page.on('requestfailed', forget);
    // The requests of a page that is left do not end.
    page.on('framenavigated', () => this.#loading.clear());
  }

  #isLoading(): boolean {
    return this.#loading.size > 0 || Date.now() - this.#loadedAt < REVEAL_MS;
  }

  /** What can be pressed once the page rests. */
  async look(part: Part): Promise<Sight> {
    const until = Date.now() + LOAD_MS;
    for (;;) {
      const sight = await this.#evaluate(async (of) => {
        const { effects, controls } = window as unknown as InPage;
        await effects.settle();
        const place = [document.documentElement.lang, location.origin, location.pathname].join(' ');
        return { place, controls: controls.list(of).map(({ control }) => control) };
      }, part);
      if (sight !== null && (!this.#isLoading() || Date.now() > until)) return sight;
    }
  }

  /** null where the page was left meanwhile. */
  async #evaluate<T, A>(run: (argument: A) => Promise<T>, argument: A): Promise<T | null> {
    try {
      return await this.#page.evaluate(run as (argument: unknown) => Promise<T>, argument);
    } catch (error) {
      if (!LEFT.test(String(error))) throw error;
      await this.#page.waitForLoadState();
      return null;
    }
  }

  async press(key: string, part: Part): Promise<Effect> {
    this.#outside = [];
    const aim = await this.#evaluate(aimAt, { key, part });
    if (aim === null) return { did: 'gone' };
    if (typeof aim === 'string') return { did: 'not pressed', reason: aim };
    if ('x' in aim) await this.#page.mouse.click(aim.x, aim.y);
    return { did: await this.#readEffect() };
  }

  async #readEffect(): Promise<string> {
    const inside = this.#evaluate(async (limit) => {
      const { effects } = window as unknown as InPage;
      return effects.read(limit);
    }, this.#effectMs);
    let timer: NodeJS.Timeout | undefined;
    const outside = new Promise<string>((resolve) => {
      timer = setInterval(() => {
        const [first] = this.#outside;
        if (first !== undefined) resolve(first);
      }, 20);
    });
    const effect = await Promise.race([inside, outside]);
    clearInterval(timer);
    if (effect === null) return 'leaves the page';
    return effect || 'nothing';
  }

  async closeDialogs(part: Part): Promise<void> {
    const isOpen = () =>
      this.#evaluate(
        async () => document.querySelector('dialog:modal, [popover]:popover-open:not(.toasts)') !== null,
        undefined,
      );
    for (let tries = 0; tries < 3 && (await isOpen()); tries++) {
      await this.#page.keyboard.press('Escape');
      await this.look(part);
    }
  }
}
