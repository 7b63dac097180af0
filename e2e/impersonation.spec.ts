import { expect, expectAccessible, setAppearance, test } from './support/fixtures.ts';
import { openAdminPage } from './support/admin.ts';

test('an admin impersonates a user, can change nothing, and returns', async ({ open, person, product }) => {
  test.setTimeout(180_000);
  const meera = await person({ firstName: 'Meera', lastName: 'Joshi' });
  const imran = await person({ firstName: 'Imran', identity: 'verified' });
  await product.ask({
    do: 'job',
    poster: meera,
    worker: imran,
    job: { rows: [['Tiles', '9600']], fund: [1] },
  });
  const userPage = await open('phone', { as: meera });
  await userPage.goto('/');
  const bell = userPage.getByRole('link', { name: /Notifications.*unread/ }).first();
  await expect(bell).toBeVisible();

  const { page } = await openAdminPage({ open, person, product }, 'admin', 'Nandini');
  await page.goto(`/admin/users/${meera.id}`);
  await page.getByRole('button', { name: 'See as they see' }).click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await page.getByLabel('Reason for looking').fill('She asked where her money is');
  await page.getByRole('button', { name: 'See as they see' }).click();

  const banner = page.getByRole('complementary', { name: 'You are looking as somebody else' });
  await expect(banner.getByText('You are looking as Meera Joshi')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/notifications');
  await expect(page.getByText(/Tiles/).first()).toBeVisible();
  await expect(banner).toBeVisible();
  for (const size of ['phone', 'desktop'] as const)
    for (const theme of ['light', 'dark'] as const) {
      await setAppearance(page, { size, theme });
      await expect(banner.getByRole('button', { name: 'End' })).toBeInViewport();
      await expectAccessible(page);
    }
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(
    page.getByText('You are looking as somebody else: nothing can be changed').first(),
  ).toBeVisible();
  await userPage.reload();
  await expect(bell).toBeVisible();
  await test.step('the user opens the list, which stays new until it is opened again', async () => {
    const marked = userPage.waitForResponse('**/api/mark_notifications_read');
    await userPage.goto('/notifications');
    await marked;
    await expect(bell).toBeHidden();
    await expect(userPage.getByText('· New').first()).toBeVisible();
    await userPage.reload();
    await expect(userPage.getByText(/Tiles/).first()).toBeVisible();
    await expect(userPage.getByText('· New')).toHaveCount(0);
  });

  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Joshi' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Began to see as they see/ })).toBeVisible();

  await test.step('an expired impersonation shows nothing', async () => {
    await page.getByLabel('Reason for looking').fill('Once more');
    await page.getByRole('button', { name: 'See as they see' }).click();
    await expect(banner).toBeVisible();
    await product.ask({ do: 'advance', ms: 11 * 60_000 });
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'This look has ended' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to the admin area' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Meera Joshi' })).toBeVisible();
  });
});
