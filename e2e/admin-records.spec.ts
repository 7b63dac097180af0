import { openAdminPage } from './support/admin.ts';
import { expect, expectAccessible, setAppearance, test } from './support/fixtures.ts';

test('an order is found by the provider’s payment id and shows its whole history', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(240_000);
  const meera = await person({ firstName: 'Meera', lastName: 'Joshi' });
  const imran = await person({ firstName: 'Imran', identity: 'verified' });
  await product.ask({
    do: 'job',
    poster: meera,
    worker: imran,
    job: { rows: [['Tiles', '9600']], fund: [1] },
  });
  const { page } = await openAdminPage({ open, person, product }, 'admin', 'Nandini');

  await page.goto(`/admin/users/${meera.id}`);
  await page.getByRole('link', { name: 'See them' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Escrow orders' })).toBeVisible();
  await expect(page.getByText('Only of Meera Joshi')).toBeVisible();
  const row = page.getByRole('row', { name: /Paint a flat · Tiles Meera Joshi Paid and held ₹9,600/ });
  await row.getByRole('link').first().click();
  const payment = page.getByRole('table', { name: 'What it is made of' }).getByRole('row').nth(1);
  await expect(payment).toContainText('Payment received');
  const paymentId = (await payment.getByRole('cell').first().innerText()).split('\n')[0] ?? '';

  await page.getByRole('link', { name: 'Escrow orders' }).last().click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await page.getByLabel('Find an order').fill('nothing-such');
  await expect(page.getByText('Nothing was found')).toBeVisible();
  await page.getByLabel('Find an order').fill(paymentId);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Expired' }).click();
  await expect(page.getByText('Nothing was found')).toBeVisible();
  await page.getByRole('button', { name: 'Paid and held' }).click();
  await row.getByRole('link').first().click();

  const steps = page.getByRole('table', { name: 'What happened' });
  await expect(steps.getByRole('row', { name: /Opened · ₹9,600 Meera Joshi/ })).toBeVisible();
  await expect(steps.getByRole('row', { name: /Payment received.*Payment company/ })).toContainText(
    paymentId,
  );
  await expect(page.getByRole('cell', { name: 'Milestone funded' })).toBeVisible();
  await expect(page.getByText('Balanced')).toBeVisible();
  for (const size of ['phone', 'desktop'] as const)
    for (const theme of ['light', 'dark'] as const) {
      await setAppearance(page, { size, theme });
      await expectAccessible(page);
    }

  await page.getByRole('link', { name: /^Contract / }).click();
  await expect(page.getByRole('table', { name: 'What it is made of' })).toContainText('1. Tiles');
  await expect(steps.getByRole('row', { name: /Being funded 1\. Tiles Meera Joshi/ })).toBeVisible();
  await expectAccessible(page);
  for (const size of ['phone', 'desktop'] as const)
    for (const section of ['users', 'jobs', 'contracts', 'orders', 'ledger']) {
      await setAppearance(page, { size, theme: 'light' });
      await page.goto(`/admin/${section}`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expectAccessible(page);
      const list = page.getByRole('main').locator('.scrollx');
      const hidden = await list.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(hidden, `${section} reaches beyond a ${size}`).toBeLessThanOrEqual(0);
    }
  await page.goto('/admin/withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await expectAccessible(page);
});
