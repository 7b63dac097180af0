import type { Page } from '@playwright/test';
import { paths } from '../web/src/platform/router/paths.ts';
import { expect, test, type Person, type Size } from './support/fixtures.ts';
import { createCast } from './support/press-cast.ts';
import { entries, preparations, type Area, type Entry } from './support/press-screens.ts';
import { Round, type Screen, type Seen } from './support/press.ts';
import { PressWindow } from './support/press-window.ts';
import type { EffectsWindow } from './support/press-effects.ts';
import { appRoutes } from './support/routes.ts';

// Every control of every screen is pressed once, and something happens. e2e/support/press-screens.ts lists the screens.

// A product of its own: the presses change its demo data, which other journeys use.
test.use({ settings: { APP_LINK_GOOGLE_PLAY: 'https://play.example/fws' } });

const areas: { area: Area; as?: 'poster' | 'payer' | 'worker'; size: Size }[] = [
  { area: 'guest', size: 'phone' },
  { area: 'posting', as: 'poster', size: 'desktop' },
  { area: 'contracts', as: 'payer', size: 'desktop' },
  { area: 'working', as: 'worker', size: 'phone' },
  { area: 'account', as: 'worker', size: 'phone' },
  { area: 'earnings', as: 'worker', size: 'phone' },
];

/** The windows whose header, footer and navigation differ. */
const frames: { as?: 'poster' | 'worker'; size: Size }[] = [
  { size: 'desktop' },
  { as: 'poster', size: 'desktop' },
  { as: 'worker', size: 'phone' },
];

/** Names of routes, to press the controls of these only, and to print what each did. */
const ONLY = process.env['FWS_PRESS']?.split(',');

test('every route of the app has a screen whose controls are pressed', () => {
  const pressed = new Set(entries.map(({ route }) => route));
  const missing = [...appRoutes].filter((route) => !pressed.has(route));
  expect(missing, 'add these routes to e2e/support/press-screens.ts').toEqual([]);
  const unknown = [...pressed].filter((route) => route !== 'unknown' && !appRoutes.has(route));
  expect(unknown, 'no such routes; remove them from e2e/support/press-screens.ts').toEqual([]);
});

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

type Target = Pick<Screen, 'name' | 'group' | 'part' | 'except'>;

function toScreen(page: Page, target: Target, findAddress: () => string | Promise<string>): Screen {
  let address = '';
  return {
    ...target,
    open: async () => {
      address = await findAddress();
      await forget(page);
      await page.goto(address);
    },
    reopen: () => reopen(page, address),
  };
}

const toTarget = ({ route, state, group = route, except }: Entry): Target => ({
  name: [route, state].filter(Boolean).join(', '),
  group,
  part: 'screen',
  ...(except && { except }),
});

/** Presses all controls of some screens in one window, and expects that each did something. */
async function expectEffects(page: Page, screens: Screen[]): Promise<void> {
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

for (const { area, as, size } of areas)
  test(`each control does something: ${area}, ${as ?? 'guest'}`, async ({ open, product }) => {
    test.setTimeout(600_000);
    const cast = await createCast(product);
    await preparations[area]?.(cast);
    const page = await open(size, as ? { as: cast[as] } : {});
    const listed = entries.filter((entry) => entry.area === area && (ONLY?.includes(entry.route) ?? true));
    await expectEffects(
      page,
      listed.map((entry) => toScreen(page, toTarget(entry), () => entry.open(cast))),
    );
  });

for (const { as, size } of frames)
  test(`each control around the screens does something: ${as ?? 'guest'}, ${size}`, async ({
    open,
    product,
  }) => {
    const cast = await createCast(product);
    const page = await open(size, as ? { as: cast[as] } : {});
    const openSession = async () => {
      const cookies = [{ name: 'lang', value: 'en', url: product.url }];
      if (as) {
        // To log out ends the session.
        const { token } = await product.ask<Person>({ do: 'session', email: cast[as].email });
        cookies.push({ name: 'fws_session', value: token, url: product.url });
      }
      await page.context().addCookies(cookies);
      return paths.about();
    };
    const target = { name: 'header and footer', group: 'frame', part: 'frame' } as const;
    await expectEffects(page, [toScreen(page, target, openSession)]);
  });
