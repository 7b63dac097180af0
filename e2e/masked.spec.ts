import { openAdminPage, openCase } from './support/admin.ts';
import { callApi } from './support/api.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';

const NUMBER = '98220 12345';

test('a poster reads what others do not, and they read that it is hidden', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const values = {
    title: 'Paint two rooms',
    description: `Call ${NUMBER} or mail meera@mail.example, please.`,
  };
  const id = await product.ask<number>({ do: 'post', poster, values });
  const posterPage = await open('phone', { as: poster });
  await posterPage.goto(`/requestlist/${id}`);
  await expect(
    posterPage.getByText('Hidden from others until the job is awarded: phone number and e-mail.'),
  ).toBeVisible();
  await expectWellDrawn(posterPage);

  const page = await open('desktop', { as: await person({ firstName: 'Imran' }) });
  await page.goto(`/job/${id}`);
  await expect(page.getByText('Call contact hidden or mail contact hidden, please.')).toBeVisible();
  await expect(page.getByText('hidden until the job is awarded')).toBeVisible();
  await expect(page.getByText('Hidden from others')).toHaveCount(0);
  await expect(page.getByText(NUMBER)).toHaveCount(0);
  await expectWellDrawn(page);
});

test('contact data in a profile is for those who agree on a job, and its owner reads that', async ({
  open,
  person,
  product,
}) => {
  const writer = await person({ firstName: 'Asha' });
  const page = await open('phone', { as: writer, locale: 'hi' });
  await callApi(product, writer, 'update_profile', { about: `मुझे ${NUMBER} पर फ़ोन करें` });
  await page.goto('/profile');
  await expect(page.getByText('कोई काम तय होने तक दूसरों से छिपा है: फ़ोन नंबर।')).toBeVisible();
  await expectWellDrawn(page);

  const reader = await open('desktop', { as: await person({ firstName: 'Meera' }) });
  await reader.goto(`/user-detail/${writer.id}`);
  await expect(reader.getByText('मुझे contact hidden पर फ़ोन करें')).toBeVisible();
  await expect(reader.getByText('hidden until you agree on a job')).toBeVisible();
  await expectWellDrawn(reader);
});

test('an author says that what is hidden is not contact data, and an admin shows it', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const values = { title: 'Mend the pump', description: 'Its model is 9876543210' };
  const id = await product.ask<number>({ do: 'post', poster, values });
  const page = await open('phone', { as: poster });
  await page.goto(`/requestlist/${id}`);
  await page.getByRole('button', { name: 'This is not contact data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Should it be shown?' });
  await dialog.getByLabel('What it is').fill('The model of the pump');
  await expectWellDrawn(page);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText(/Your report is R-\d+\. FWS decides by/)).toBeVisible();

  const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await openCase(admin, 'report', values.title);
  await expect(admin.locator('.snap').last()).toContainText('Its model is •••••');
  await expect(admin.locator('.c-a')).toContainText('“The model of the pump”');
  await admin.getByRole('radio', { name: /Show it as written/ }).check();
  await expectWellDrawn(admin);
  await admin.getByRole('button', { name: 'Show it as written' }).click();
  await expect(admin.getByText('Shown as written by Nandini Rao')).toBeVisible();

  await page.goto('/notifications');
  await expect(page.getByText('“Mend the pump” is shown as you wrote it')).toBeVisible();
  const reader = await open('desktop', { as: await person({ firstName: 'Imran' }) });
  await reader.goto(`/job/${id}`);
  await expect(reader.getByText('Its model is 9876543210')).toBeVisible();
});
