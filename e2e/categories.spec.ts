import { expect, expectAccessible, test } from './support/fixtures.ts';

const PLAY = 'https://play.google.com/store/apps/details?id=in.fws';
test.use({ settings: { APP_LINK_GOOGLE_PLAY: PLAY } });

test('shows the user’s own categories first, and all others after a tap or a search', async ({
  open,
  person,
  product,
}) => {
  const worker = await person({ firstName: 'Imran' });
  const page = await open('phone', { as: worker });
  await page.goto('/');
  await page.getByRole('button', { name: 'Category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Category' });
  // A user without categories chooses among all.
  await expect(dialog.getByRole('radio')).toHaveCount(40);
  await expect(dialog.getByRole('button', { name: 'All categories' })).toBeHidden();

  const body = new URLSearchParams({ auth_token: worker.token, 'categories[]': '4,21' });
  const saved = await fetch(`${product.url}/api/update_profile`, { method: 'POST', body });
  expect(saved.status).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Category' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: 'Carpentry' })).toBeVisible();
  await expectAccessible(page);

  const search = dialog.getByRole('searchbox', { name: 'Search categories' });
  await search.fill('PLUMB');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'Plumbing' })).toBeVisible();
  await search.fill('');
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'All categories' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(40);
  await dialog.getByRole('radio', { name: 'Welding' }).check();
  await dialog.getByRole('button', { name: 'Filter by Category' }).click();
  await expect(page).toHaveURL(/category=39/);
  await expect(page.getByRole('button', { name: /^Welding/ })).toBeVisible();
});

test('a configured app link is on the landing page, rendered by the server and in the browser', async ({
  open,
}) => {
  const page = await open('desktop', { script: false });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Google Play' })).toHaveAttribute('href', PLAY);
  await expect(page.getByRole('link', { name: 'App Store' })).toHaveCount(0);
  const inApp = await open('phone');
  await inApp.goto('/about');
  await inApp.getByRole('banner').getByRole('link', { name: /FWS/ }).click();
  await expect(inApp.getByRole('link', { name: 'Google Play' })).toHaveAttribute('href', PLAY);
  await expectAccessible(inApp);
});
