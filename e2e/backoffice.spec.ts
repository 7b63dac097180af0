import type { Page } from '@playwright/test';
import { expect, expectWellDrawn, test, type Person, type Product } from './support/fixtures.ts';

/** Opens the admin area as a new admin. */
async function openAdmin(
  { open, person, product }: { open: OpenWindow; person: MakePerson; product: Product },
  size: 'phone' | 'desktop',
): Promise<{ page: Page; secret: string }> {
  const admin = await person({ firstName: 'Nandini', lastName: 'Rao' });
  await product.ask({ do: 'grantRole', userId: admin.id, role: 'admin' });
  const page = await open(size, { as: admin });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  const secret = (await page.locator('.adm-secret code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('First code').fill(await product.ask<string>({ do: 'code', secret }));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  return { page, secret };
}
type OpenWindow = (size: 'phone' | 'desktop', options: { as: Person }) => Promise<Page>;
type MakePerson = (name: { firstName: string; lastName: string }) => Promise<Person>;

test('the health page shows the state of workers and storage', async ({ open, person, product }) => {
  const { page } = await openAdmin({ open, person, product }, 'phone');
  await page.getByRole('button', { name: 'Review queue' }).click();
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('row', { name: /^Workers Well/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Storage.*free of/ })).toBeVisible();
  await expectWellDrawn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Health' }),
  ).toHaveAttribute('aria-current', 'page');
  await expectWellDrawn(page);
});

test('the ledger shows an account, its entries and transactions, and runs the checks', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const poster = await person({ firstName: 'Meera', lastName: 'Joshi' });
  const worker = await person({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  await product.ask({ do: 'job', poster, worker, job: { rows: [['Tiles', '9600']], fund: [1] } });
  const { page } = await openAdmin({ open, person, product }, 'desktop');
  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByLabel('Find').fill('meera');
  await page
    .getByRole('link', { name: /^Escrow, milestone/ })
    .first()
    .click();
  await expect(page.getByRole('row', { name: /Milestone funded/ })).toContainText('9,600.00');
  await expectWellDrawn(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^fws-account-.*\.csv$/);
  await page.getByRole('link', { name: 'Milestone funded' }).click();
  await expect(page.getByRole('row', { name: /Provider clearing 9,600.00/ })).toBeVisible();
  await expectWellDrawn(page);

  await page.getByRole('link', { name: 'Checks' }).click();
  const trial = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Trial balance' }) });
  await trial.getByRole('button', { name: 'Run now' }).click();
  await expect(trial.getByText(/asked by Nandini Rao/)).toBeVisible();
  const invariants = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Invariants' }) });
  await invariants.getByRole('button', { name: 'Run now' }).click();
  await expect(invariants.getByText('Holds').first()).toBeVisible();
  await expect(invariants.getByText('Broken')).toHaveCount(0);
  await expectWellDrawn(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectWellDrawn(page);
});

test('a setting is changed with a reason and a fresh code, and the change is recorded', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const { page, secret } = await openAdmin({ open, person, product }, 'desktop');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change: Wait for an account in another name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wait for an account in another name' });
  await dialog.getByLabel('Value').fill('48');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please write the reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Too many new accounts');
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const fresh = page.getByRole('dialog', { name: 'A fresh code' });
  await fresh.getByLabel('Code').fill(await product.ask<string>({ do: 'code', secret }));
  await fresh.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByRole('row', { name: /Holds 48 hours Nandini Rao.* Too many new accounts/ }),
  ).toBeVisible();
  await expectWellDrawn(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectWellDrawn(page);
});

test('a category is added, offered to users at once, and hidden; a sample video is added and removed', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const { page } = await openAdmin({ open, person, product }, 'desktop');
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('button', { name: 'Add a category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a category' });
  await dialog.getByLabel('Name in English').fill('Drone work');
  await dialog.getByLabel('Name in Hindi').fill('ड्रोन का काम');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Drone work' })).toBeVisible();
  await expectWellDrawn(page);
  const isOffered = async () =>
    JSON.stringify(
      await (await page.request.post('/api/category_list', { headers: { 'x-fws-client': 'web' } })).json(),
    ).includes('Drone work');
  expect(await isOffered()).toBe(true);
  await page.getByRole('button', { name: 'Hide Drone work' }).click();
  await expect(page.getByRole('button', { name: 'Show Drone work' })).toBeVisible();
  expect(await isOffered()).toBe(false);

  await page.getByRole('link', { name: 'Sample videos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sample videos' })).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Upload a video' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload a video' });
  await upload.getByLabel('Language').selectOption('ta');
  await upload.locator('input[type=file]').setInputFiles('web/public/kyc/sample-hi.mp4');
  await upload.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'தமிழ்' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove தமிழ்' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'தமிழ்' })).toHaveCount(0);
  for (const name of ['Notify me', 'Enquiries']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectWellDrawn(page);
  }
});
