import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { EffectsWindow } from './press-effects.ts';
import { PressWindow } from './press-window.ts';
import { Round, type Screen, type Seen } from './press.ts';

/** A screen as a table lists it. */
export interface Listed {
  /** As the table of routes names it. */
  route: string;
  /** Which state of the screen, where it has several. */
  state?: string;
  /** Another route with the same screen. */
  group?: string;
  /** Controls that are not pressed, by the beginning of their key, with the reason. */
  except?: Record<string, string>;
}

/** How many loads of an address other loads may overtake. */
const MAX_LOADS = 5;

/** Names of routes, to press the controls of these only, and to print what each did. */
const ONLY = process.env['FWS_PRESS']?.split(',');

export const isWanted = ({ route }: Listed): boolean => ONLY?.includes(route) ?? true;

/** The routes without an entry, and entries of no route. */
export function compareRoutes(
  routes: ReadonlySet<string>,
  listed: Iterable<string>,
): { missing: string[]; unknown: string[] } {
  const names = new Set(listed);
  return {
    missing: [...routes].filter((route) => !names.has(route)),
    unknown: [...names].filter((name) => name !== 'unknown' && !routes.has(name)),
  };
}

/** Drafts of forms would open the screen in another state. */
const forget = (page: Page) =>
  page
    .evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    })
    // Not before the first page.
    .catch(() => {});

/** Opens an address of the loaded app once more, by way of another one. That takes less time than a load. */
async function reopen(page: Page, address: string): Promise<void> {
  const isLoaded = await page.evaluate(() => document.querySelector('#root') !== null).catch(() => false);
  await forget(page);
  if (!isLoaded) return void (await page.goto(address));
  for (const to of ['/nowhere', address])
    await page.evaluate(async (url) => {
      history.pushState(null, '', url);
      await (window as unknown as EffectsWindow).effects.settle();
    }, to);
}

/** Loads an address. What was pressed before may load a page at this moment, and the browser follows one of the two. */
async function go(page: Page, address: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return void (await page.goto(address));
    } catch (error) {
      const isOvertaken = /ERR_ABORTED|interrupted by another navigation/.test(String(error));
      if (!isOvertaken || tries === MAX_LOADS) throw error;
    }
}

export type Target = Pick<Screen, 'name' | 'group' | 'part' | 'except'>;

export function toScreen(page: Page, target: Target, findAddress: () => string | Promise<string>): Screen {
  let address = '';
  return {
    ...target,
    open: async () => {
      address = await findAddress();
      await forget(page);
      await go(page, address);
    },
    reopen: () => reopen(page, address),
  };
}

export const toTarget = ({ route, state, group = route, except }: Listed): Target => ({
  name: [route, state].filter(Boolean).join(', '),
  group,
  part: 'screen',
  ...(except && { except }),
});

/** Presses all controls of some screens in one window, and expects that each did something. */
export async function expectEffects(page: Page, screens: Screen[]): Promise<void> {
  const window = await PressWindow.create(page);
  const seen: Seen = new Map();
  const problems: string[] = [];
  for (const screen of screens)
    await test.step(screen.name, async () => {
      const startedAt = Date.now();
      const pressed = await new Round(window, screen, seen).run();
      problems.push(...pressed.problems);
      const count = `${pressed.effects.size} controls in ${Date.now() - startedAt} ms`;
      test.info().annotations.push({ type: screen.name, description: count });
      if (ONLY) console.log(screen.name, count, pressed);
    });
  expect(problems).toEqual([]);
}
