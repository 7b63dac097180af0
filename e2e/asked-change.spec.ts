import { openAdminPage, openCase } from './support/admin.ts';
import { expect, expectAccessible, expectWellDrawn, test } from './support/fixtures.ts';
import { callApi } from './support/api.ts';

const FEE = 'Selected candidates pay ₹499 for the lamp kit';

test('an author changes a job as asked, and it is shown again after a look', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const poster = await person({ firstName: 'Vikas' });
  const worker = await person({ firstName: 'Pooja' });
  const title = 'Braid ninety garlands';
  const id = await product.ask<number>({ do: 'post', poster, values: { title, description: FEE } });
  const report = { subjectType: 'job', subjectId: String(id), reason: 'money_first' };
  await callApi(product, worker, 'report_content', report);
  const posterPage = await open('phone', { as: poster });
  const workerPage = await open('desktop', { as: worker, expected: /404/ });
  await workerPage.goto('/reports');
  const row = workerPage.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('FWS looks at it');

  const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await test.step('an admin asks to change it', async () => {
    await openCase(admin, 'report', title);
    await admin.getByRole('radio', { name: /Ask to change it.*Hidden until it is changed/ }).check();
    await admin.getByRole('button', { name: 'Ask to change it' }).click();
    await expect(admin.getByText('Please write to the author why')).toBeVisible();
    await admin.getByLabel('Words to the author').fill('Remove the ₹499.');
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Ask to change it' }).click();
    await expect(admin.getByText('Asked to change it by Nandini Rao')).toBeVisible();
    await expect(admin.getByText('Not changed yet.')).toBeVisible();
    await expect(row).toContainText('The author was asked to change it');
  });

  await test.step('the poster reads what to change, and changes it', async () => {
    await posterPage.goto('/mycontracts');
    const docket = posterPage.getByRole('article').filter({ hasText: title });
    await docket.getByRole('link', { name: 'What to change, and how to appeal' }).click();
    await expect(posterPage.getByRole('heading', { level: 1, name: 'Please change your job' })).toBeVisible();
    await expect(posterPage.getByRole('main')).toContainText('FWS writes: “Remove the ₹499.”');
    await expect(posterPage.getByRole('button', { name: 'Send appeal' })).toBeVisible();
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('link', { name: 'Change it' }).click();
    await expect(posterPage.getByText('Hidden until you change it.')).toBeVisible();
    await expect(posterPage.getByText('FWS writes: “Remove the ₹499.”')).toBeVisible();
    await expectWellDrawn(posterPage);
    await posterPage.getByLabel('Description').fill('The lamp kit is ours');
    await posterPage.getByRole('button', { name: 'Save job' }).click();
    await expect(posterPage.getByText(/It is shown by .+ at the latest\./)).toBeVisible();
  });

  await test.step('an admin reads both texts and shows it', async () => {
    await openCase(admin, 'report', title);
    await expect(admin.locator('.c-a')).toContainText('The author has changed it because FWS asked in R-');
    await expect(admin.locator('.snap').first()).toContainText(FEE);
    await expect(admin.locator('.snap').last()).toContainText('The lamp kit is ours');
    await admin.getByRole('radio', { name: /Show it/ }).check();
    await admin.getByRole('button', { name: 'Show it' }).click();
    await expect(admin.getByText(/^Left as it is by Nandini Rao/)).toBeVisible();
    await expect(row).toContainText('Changed');
    await workerPage.goto(`/job/${id}`);
    await expect(workerPage.getByText('The lamp kit is ours')).toBeVisible();
  });
});
