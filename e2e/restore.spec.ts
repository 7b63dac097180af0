import type { Page } from '@playwright/test';
import { openAdminPage } from './support/admin.ts';
import { expect, expectSoundLedger, expectWellDrawn, test } from './support/fixtures.ts';
import type { Restored } from './support/restored.ts';

// A restored database, from the first login until payouts go out again.

// Its own product, so that no other test pays out meanwhile.
test.use({ settings: { PAYOUTS_PROVIDER: 'cashfree' } });

const HEAD = 'date,reference,amount,direction';
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());

async function book(page: Page, entry: { kind: string; number: string; worker?: string }): Promise<void> {
  await page.getByLabel('What it is').selectOption({ label: entry.kind });
  await page.getByLabel('Transfer id or order id').fill(entry.number);
  if (entry.worker !== undefined) await page.getByLabel('The worker’s number').fill(entry.worker);
  await page.getByLabel('Reason').first().fill('On the statement of the payout account');
  await page.getByRole('button', { name: 'Book it' }).click();
  await expect(page.getByText('It is booked as the provider says').first()).toBeVisible();
  await expect(page.getByLabel('Transfer id or order id')).toHaveValue('');
}

test('payouts are paused until the books are corrected and two admins reopen them', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(240_000);
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { transferId, orderId } = await product.ask<Restored>({ do: 'restored', sides: { poster, worker } });

  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/payment');
  await expect(workerPage.getByText(/Payouts are paused while we compare our books/).first()).toBeVisible();
  await expectWellDrawn(workerPage);

  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.goto('/admin/restore');
  await expect(page.getByText('Compare the books first.')).toBeVisible();
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText(orderId);
  await expect(page.getByText(/^Transfers by Cashfree: it lists none/)).toBeVisible();
  await expectWellDrawn(page);

  // Errors are reported by line, and the input is kept.
  const lines = page.getByLabel('Lines of the statement');
  const name = 'november.csv';
  const invalidStatement = `${HEAD}\n${today},${transferId},2oo,debit\n`;
  await page
    .getByLabel('File of the statement')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(invalidStatement) });
  await expect(page.getByText('Line 2: “2oo” must be an amount in rupees')).toBeVisible();
  await expect(lines).toHaveValue(invalidStatement);
  await expectWellDrawn(page);
  await lines.fill(`${HEAD}\n${today},${transferId},200,debit\n`);
  await page.getByRole('button', { name: 'Compare with this statement' }).click();
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText(
    `line 2 of the statement, ${transferId}`,
  );

  await book(page, { kind: 'A transfer to a worker', number: transferId, worker: String(worker.id) });
  await book(page, { kind: 'A payment whose job is lost', number: orderId });
  await expectSoundLedger(product);
  await expect(lines).toHaveValue(new RegExp(transferId));
  await page.getByRole('button', { name: 'Compare with this statement' }).click();
  await expect(page.getByText('No difference')).toBeVisible();

  await page.getByLabel(/was looked at one by one/).check();
  await page.getByLabel('Reason').last().fill('Every line was compared');
  await page.getByRole('button', { name: 'Propose to reopen' }).click();
  await expect(page.getByText(/Nandini Rao has decided; a second person must agree/)).toBeVisible();
  await expectWellDrawn(page);

  const secondAdmin = await openAdminPage({ open, person, product }, 'finance', 'Farah');
  await secondAdmin.page.getByRole('button', { name: /^Second word/ }).click();
  await secondAdmin.page
    .getByRole('complementary', { name: 'Review queue' })
    .getByRole('link', { name: /Payouts to be reopened/ })
    .click();
  await expect(secondAdmin.page.getByText('“Every line was compared”')).toBeVisible();
  await expectWellDrawn(secondAdmin.page);
  await secondAdmin.page.getByRole('button', { name: /^Agree/ }).click();
  await expect(secondAdmin.page.getByText('Agreed and done')).toBeVisible();

  await product.ask({ do: 'verify' });
  await expect(async () => {
    await workerPage.reload();
    await expect(workerPage.getByText(/Payouts are paused/)).toHaveCount(0, { timeout: 1000 });
    await expect(workerPage.getByText('Paid', { exact: false }).first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expectSoundLedger(product);
});
