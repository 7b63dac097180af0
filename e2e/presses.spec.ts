import { paths } from '../web/src/platform/router/paths.ts';
import { expect, test, type Person, type Size } from './support/fixtures.ts';
import { createCast } from './support/press-cast.ts';
import { compareRoutes, expectEffects, isWanted, toScreen, toTarget } from './support/press-journey.ts';
import { entries, preparations, type Area } from './support/press-screens.ts';
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

test('every route of the app has a screen whose controls are pressed', () => {
  const { missing, unknown } = compareRoutes(
    appRoutes,
    entries.map(({ route }) => route),
  );
  expect(missing, 'add these routes to e2e/support/press-screens.ts').toEqual([]);
  expect(unknown, 'no such routes; remove them from e2e/support/press-screens.ts').toEqual([]);
});

for (const { area, as, size } of areas)
  test(`each control does something: ${area}, ${as ?? 'guest'}`, async ({ open, product }) => {
    test.setTimeout(600_000);
    const cast = await createCast(product);
    await preparations[area]?.(cast);
    const page = await open(size, as ? { as: cast[as] } : {});
    const listed = entries.filter((entry) => entry.area === area && isWanted(entry));
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
    const except = { 'button “Theme of the device”': 'a later name of the button “Dark theme”' };
    const target = { name: 'header and footer', group: 'frame', part: 'frame', except } as const;
    await expectEffects(page, [toScreen(page, target, openSession)]);
  });
