import { setUp } from './support/admin.ts';
import { expect, test, type Person } from './support/fixtures.ts';
import { adminEntries } from './support/press-admin.ts';
import { createCast } from './support/press-cast.ts';
import { compareRoutes, expectEffects, isWanted, toScreen, toTarget } from './support/press-journey.ts';
import { adminRoutes } from './support/routes.ts';

// Every control of every screen of the admin area is pressed once, and something happens.

// A product of its own: the presses change its settings.
test.use({ settings: { APP_LINK_GOOGLE_PLAY: 'https://play.example/admin' } });

test('every route of the admin area has a screen whose controls are pressed', () => {
  const { missing, unknown } = compareRoutes(
    adminRoutes,
    adminEntries.map(({ route }) => route),
  );
  expect(missing, 'add these routes to e2e/support/press-admin.ts').toEqual([]);
  expect(unknown, 'no such routes; remove them from e2e/support/press-admin.ts').toEqual([]);
});

test('each control of the admin area does something', async ({ open, product }) => {
  test.setTimeout(600_000);
  const cast = await createCast(product);
  const { payer: poster, worker } = cast;
  await product.ask({ do: 'earn', sides: { poster, worker, rupees: '500' } });
  const admin = await product.ask<Person>({ do: 'user', overrides: { firstName: 'Nandini' } });
  await product.ask({ do: 'grantRole', userId: admin.id, role: 'admin' });
  const page = await open('desktop', { as: admin });
  await setUp(page, product);
  const frame = { name: 'header', group: 'frame', part: 'frame' } as const;
  await expectEffects(page, [
    ...adminEntries
      .filter(isWanted)
      .map((entry) => toScreen(page, toTarget(entry), () => entry.open(cast, page))),
    toScreen(page, frame, async () => {
      await page.context().addCookies([{ name: 'lang', value: 'en', url: product.url }]);
      return '/admin/audit';
    }),
  ]);
});
