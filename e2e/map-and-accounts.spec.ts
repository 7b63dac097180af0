import type { Page } from '@playwright/test';
import {
  listCodesSentTo,
  expect,
  expectAccessible,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { giveCode } from './support/accounts.ts';

const DAY_MS = 24 * 3600_000;
const TILES = '**/tiles/*/*/*.png';

const createAwardedJob = (product: Product, poster: Person, worker: Person) =>
  product.ask<{ jobId: number }>({ do: 'job', poster, worker, job: { rows: [['All of it', '5000']] } });

const openMap = (page: Page) => page.getByRole('button', { name: 'Open map' }).click();

for (const size of ['phone', 'desktop'] as const)
  test(`shows where a job is, with and without a map: ${size}`, async ({ open, person, product }) => {
    const poster = await person({ firstName: 'Meera' });
    const worker = await person({ firstName: 'Imran' });
    const { jobId } = await createAwardedJob(product, poster, worker);

    const posterPage = await open(size, { as: poster });
    const askedBy: (string | undefined)[] = [];
    posterPage.on('request', (request) => {
      if (request.url().endsWith('.png')) askedBy.push(request.headers()['referer']);
    });
    await posterPage.goto(`/awardedjob/${jobId}`);
    await openMap(posterPage);
    const dialog = posterPage.getByRole('dialog', { name: 'Where it is' });
    const map = dialog.getByRole('region', { name: /^Map of .*Pune/ });
    await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
    await expect(map.locator('.map-pin')).toBeVisible();
    await expect(map).toContainText('© OpenStreetMap contributors');
    expect(await map.evaluate((element) => element.clientHeight)).toBeGreaterThan(390);
    expect(askedBy[0], 'makers of tiles are told whose page it is').toBe(`${product.url}/`);
    await map.getByRole('button', { name: 'Zoom in' }).click();
    await dialog.getByRole('button', { name: 'How far from here?' }).click();
    await expect(dialog.getByText(/^(About [\d.]+ km|Less than 1 km) from here/)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
      'href',
      /maps.*query=18\./,
    );
    await expectAccessible(posterPage);
    await posterPage.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(posterPage.getByRole('button', { name: 'Open map' })).toBeFocused();

    // The tile server does not answer, and the device does not share its location.
    const workerPage = await open(size, { as: worker });
    await workerPage.route(TILES, (route) => route.abort());
    await workerPage.context().clearPermissions();
    await workerPage.goto(`/myjobsdetail/${jobId}`);
    await openMap(workerPage);
    const without = workerPage.getByRole('dialog', { name: 'Where it is' });
    await expect(without.getByText('The map cannot be shown now')).toBeVisible();
    await expect(without.getByText(/Pune/).first()).toBeVisible();
    await without.getByRole('button', { name: 'How far from here?' }).click();
    await expect(without.getByText(/Allow location for this site|cannot say where it is/)).toBeVisible();
    await expect(without.getByRole('link', { name: 'Open in maps' })).toBeVisible();
    await expectAccessible(workerPage);
  });

test('a bank account and a UPI ID are updated', async ({ open, person, product }) => {
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const page = await open('phone', { as: worker });
  await page.goto('/addbank?amount=100');
  await page.getByLabel('Account number', { exact: true }).fill('123456784417');
  await page.getByLabel('Account number again').fill('123456784417');
  await page.getByLabel('IFSC code').fill('SBIN0001234');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expect(page).toHaveURL(/\/bankList\?amount=100/);

  await page.getByRole('link', { name: 'Update Account' }).click();
  await expect(page).toHaveURL(/\/updateAccount\?id=\d+&amount=100/);
  const number = page.getByLabel('Account number', { exact: false }).first();
  await expect(number).toHaveValue('');
  await expect(page.getByText('Ends in 4417')).toBeVisible();
  expect(await page.content()).not.toContain('123456784417');
  await page.reload();
  await expect(page.getByLabel('IFSC code')).toHaveValue('SBIN0001234');
  await expectAccessible(page);

  await number.fill('12345');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('The account number is 6 to 18 digits').first()).toBeVisible();
  await number.fill('987654323333');
  await page.getByLabel('Account number again').fill('987654323333');
  await page.getByLabel('IFSC code').fill('HDFC0000123');
  await page.getByLabel(/Account holder/).fill('Imran Kumar');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('Bank account updated').first()).toBeVisible();
  await expect(page).toHaveURL(/\/bankList\?amount=100/);
  const account = page.getByRole('radio', { name: /HDFC Bank.*3333/ });
  // The bank returns another name, so the account waits a day like a new one, whatever holder was typed.
  await expect(account).toBeDisabled();
  await expect(page.getByText(/^Waits until \d/)).toBeVisible();
  await expect(page.getByText('The bank gave another name than your ID: ANOTHER PERSON.')).toBeVisible();
  await expectAccessible(page);
  await product.ask({ do: 'later', ms: DAY_MS + 60_000 });
  await page.reload();
  await expect(account).toBeEnabled();

  await page.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove this account?' });
  await expect(removal).toBeVisible();
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The account is removed').first()).toBeVisible();
  await expect(page.getByText('No bank account yet')).toBeVisible();

  // The code is asked for before saving, and the input is kept.
  await page.goto('/addUPI');
  await page.getByLabel('UPI ID').fill('imran@okbank');
  await page.getByLabel('Address').fill('Kothrud');
  const used = await listCodesSentTo(product, worker.mobile);
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  const code = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(code).toBeVisible();
  await expectAccessible(page);
  await code.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('UPI ID')).toHaveValue('imran@okbank');
  await expect(page.getByLabel('Address')).toHaveValue('Kothrud');
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  // The code from the first attempt is still valid.
  await giveCode(page, product, 'Confirm it is you', worker.mobile, used);
  await page.getByRole('link', { name: 'Update UPI' }).click();
  await expect(page.getByLabel('UPI ID')).toHaveValue('imran@okbank');
  await expectAccessible(page);
  await page.getByLabel('UPI ID').fill('imran.new@okbank');
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  await expect(page.getByText('UPI ID updated').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /imran\.new@okbank/ })).toBeVisible();

  // The account of another user is not found.
  const stranger = await open('phone', { as: await person({ firstName: 'Ravi' }) });
  await stranger.goto(new URL('/updateAccount?id=1', product.url).href);
  await expect(stranger.getByText('This bank account or UPI ID was not found').first()).toBeVisible();
  await expectAccessible(stranger);
});
