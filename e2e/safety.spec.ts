import type { Page } from '@playwright/test';
import { openAdminPage, openCase } from './support/admin.ts';
import { expect, expectAccessible, expectWellDrawn, test, type Person } from './support/fixtures.ts';
import { callApi } from './support/api.ts';

const FEE = 'Selected candidates pay ₹499 for the lamp kit';

async function openMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('link', { name: item }).click();
}

test('a reported job is taken down, appealed and put back by somebody else', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const poster = await person({ firstName: 'Vikas' });
  const worker = await person({ firstName: 'Pooja', lastName: 'Nair' });
  const title = 'Hang forty lamps in a hall';
  const id = await product.ask<number>({
    do: 'post',
    poster,
    values: { title, description: FEE },
  });
  const workerPage = await open('phone', { as: worker });
  const posterPage = await open('desktop', { as: poster });
  let number = '';

  await test.step('the worker reports it and reads the number and the time', async () => {
    await workerPage.goto(`/job/${id}`);
    await workerPage.getByRole('button', { name: /^Report Job \d+/ }).click();
    const dialog = workerPage.getByRole('dialog', { name: /Report this job/ });
    await expect(dialog.getByText('Vikas K. does not learn who reported.')).toBeVisible();
    // Nobody asks a user for an address.
    await expect(dialog.getByLabel('E-mail for our answer')).toHaveCount(0);
    await dialog.getByLabel('What happened').fill('They wanted ₹499 by UPI first');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Please choose what is wrong').last()).toBeVisible();
    await expect(dialog.getByLabel('What happened')).toHaveValue('They wanted ₹499 by UPI first');
    await expectAccessible(workerPage);
    await dialog.getByRole('radio', { name: /Asks for money before work/ }).check();
    await expect(dialog.getByText('Please choose what is wrong')).toHaveCount(0);
    await workerPage.context().setOffline(true);
    await expect(dialog.getByRole('button', { name: 'Needs internet' })).toBeDisabled();
    await workerPage.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    const sent = workerPage.getByRole('dialog', { name: 'Report sent' });
    await expect(sent).toContainText(/Your report is R-\d{4,}\. FWS decides by \d+ \w+, \d+:\d\d [ap]m\./);
    number = /R-\d+/.exec(await sent.innerText())?.[0] ?? '';
    await expectAccessible(workerPage);
    await sent.getByRole('link', { name: 'Your reports' }).click();
    await expect(workerPage).toHaveURL('/reports');
  });

  const row = workerPage.getByRole('listitem').filter({ hasText: title });
  await test.step('it is among the reports of the worker, and of nobody else', async () => {
    await expect(row).toContainText(`${number}, reported`);
    await expect(row).toContainText(/FWS looks at it\. Decision by \d+ \w+, \d+:\d\d [ap]m/);
    await expectWellDrawn(workerPage);
    await row.getByRole('link', { name: title }).click();
    await expect(workerPage.getByRole('heading', { name: title })).toBeVisible();
    await workerPage.goBack();
    await posterPage.goto('/');
    await openMore(posterPage, 'Your reports');
    await expect(posterPage.getByRole('heading', { name: 'You have reported nothing' })).toBeVisible();
    await expectWellDrawn(posterPage);
  });

  const { page: first } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await test.step('an admin takes it down with words to its author', async () => {
    await openCase(first, 'report', title);
    const facts = first.locator('.c-a');
    await expect(facts.locator('.snap')).toContainText(FEE);
    await expect(facts).toContainText('1 report, weighs 1');
    await expect(facts).toContainText('“They wanted ₹499 by UPI first”');
    await expect(facts.getByRole('link', { name: 'Pooja Nair' })).toBeVisible();
    await expect(facts).toContainText('Nothing of this account was taken down');
    await expectAccessible(first);
    await first.getByRole('button', { name: 'Take down', exact: true }).click();
    await expect(first.getByText('Please write to the author why')).toBeVisible();
    await first.getByLabel('Words to the author').fill('Remove the ₹499.');
    await first.getByRole('button', { name: 'Take down', exact: true }).click();
    await expect(first.getByText('Taken down by Nandini Rao')).toBeVisible();
  });

  await test.step('the worker is told, and does not see the job any more', async () => {
    await expect(row).toContainText('Taken down');
    await workerPage.goto(`/job/${id}`);
    await expect(workerPage.getByRole('alert').getByRole('heading')).toBeVisible();
  });

  await test.step('the poster reads why, and appeals', async () => {
    await posterPage.goto('/mycontracts');
    const docket = posterPage.getByRole('article').filter({ hasText: title });
    await expect(docket.getByText('Taken down', { exact: true })).toBeVisible();
    await expect(docket.getByRole('link', { name: 'Why, and how to appeal' })).toBeVisible();
    await expectWellDrawn(posterPage);
    await docket.getByRole('link', { name: title }).click();
    await expect(posterPage.getByText('Taken down. Nobody but you sees it.')).toBeVisible();
    await expect(posterPage.getByText('This job is awarded')).toHaveCount(0);
    await posterPage.getByRole('link', { name: 'Why, and how to appeal' }).click();
    await expect(
      posterPage.getByRole('heading', { level: 1, name: 'Your job was taken down' }),
    ).toBeVisible();
    const main = posterPage.getByRole('main');
    await expect(main).toContainText('It asks for money before work. On FWS nobody pays to get work');
    await expect(main).toContainText('FWS writes: “Remove the ₹499.”');
    await expect(main.locator('.snap')).toContainText(FEE);
    await expect(main).toContainText(number);
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('link', { name: 'Post again, changed' }).click();
    await expect(posterPage.getByRole('heading', { level: 1, name: 'Post a Job' })).toBeVisible();
    await expect(posterPage.getByLabel('Job title')).toHaveValue(title);
    await expect(posterPage.getByLabel('Description')).toHaveValue(FEE);
    await posterPage.goBack();
    await posterPage.getByRole('button', { name: 'Send appeal' }).click();
    await expect(posterPage.getByText('Please write why it should come back')).toBeVisible();
    await posterPage.getByLabel('Why should it come back?').fill('The kit is lent, nobody pays.');
    await posterPage.getByRole('button', { name: 'Send appeal' }).click();
    await expect(main).toContainText('“The kit is lent, nobody pays.”');
    await expect(main).toContainText(/Somebody else at FWS answers by \d+ \w+ \d{4}\./);
    await expect(posterPage.getByRole('button', { name: 'Send appeal' })).toHaveCount(0);
  });

  await test.step('who took it down cannot answer; another admin puts it back', async () => {
    const { page: second } = await openAdminPage({ open, person, product }, 'support', 'Arjun');
    await openCase(first, 'appeal', title);
    await expect(first.locator('.c-d')).toContainText('Somebody else at FWS');
    await expect(first.getByRole('button', { name: 'Put it back' })).toHaveCount(0);
    await openCase(second, 'appeal', title);
    await expect(second.locator('.c-d')).toContainText('“The kit is lent, nobody pays.”');
    await second.getByRole('button', { name: 'Put it back' }).click();
    await expect(second.getByText('Please write to the author why')).toBeVisible();
    await second.getByLabel('Words to the author').fill('You are right.');
    await expectAccessible(second);
    await second.getByRole('button', { name: 'Put it back' }).click();
    await expect(second.getByText('Put back by Arjun Rao')).toBeVisible();
  });

  await test.step('the poster reads the answer, and everybody sees the job again', async () => {
    await expect(posterPage.getByText('FWS has put it back')).toBeVisible();
    await expect(posterPage.getByText('FWS writes: “You are right.”')).toBeVisible();
    await expect(posterPage.getByText('What this means')).toHaveCount(0);
    await posterPage.getByRole('link', { name: 'Taken down' }).click();
    await expect(posterPage.getByRole('listitem').filter({ hasText: title })).toContainText(
      'FWS has put it back',
    );
    await expectWellDrawn(posterPage);
    await workerPage.goto(`/job/${id}`);
    await expect(workerPage.getByRole('heading', { name: title })).toBeVisible();
  });
});

test('what somebody reports in a photo’s viewer is that photo', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Vikas' });
  const worker = await person({ firstName: 'Pooja' });
  const id = await product.ask<number>({
    do: 'post',
    poster,
    values: { title: 'Copy a famous mural' },
  });
  await addPhotos(await open('desktop', { as: poster }), id);
  const page = await open('phone', { as: worker });
  await page.goto(`/job/${id}`);
  await page.getByRole('button', { name: 'Photo 1 of 2' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo 1 of 2' });
  await viewer.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: /Report this photo/ });
  await dialog.getByRole('radio', { name: /Copied from somebody else/ }).check();
  // The arrow keys of a text are not those of the viewer.
  await dialog.getByLabel('What happened').fill('Mine');
  await dialog.getByLabel('What happened').press('ArrowRight');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('dialog', { name: 'Report sent' }).press('Escape');
  await expect(viewer).toBeVisible();
  await page.goto('/reports');
  await expect(page.getByRole('listitem').filter({ hasText: 'Copy a famous mural' })).toContainText('Photo');
});

/** Adds two photos to a job. */
async function addPhotos(page: Page, jobId: number): Promise<void> {
  await page.goto(`/postjob?job=${jobId}`);
  const picture = 'e2e/support/plan.png';
  await page.locator('input[type=file][multiple]').setInputFiles([picture, picture]);
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).not.toHaveURL(/postjob/);
}

test('blocking hides each from the other until it is undone', async ({ open, person, product }) => {
  const blocker = await person({ firstName: 'Meera' });
  const blocked = await person({ firstName: 'Tushar', lastName: 'Rawat' });
  const page = await open('phone', { as: blocker, expected: /404/ });
  const otherPage = await open('desktop', { as: blocked, expected: /404/ });
  const isShown = async (by: Page, of: Person) => {
    await by.goto(`/user-detail/${of.id}`);
    await expect(by.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    return by.getByRole('heading', { level: 2, name: new RegExp(`^${of.firstName}`) }).isVisible();
  };
  expect(await isShown(otherPage, blocker)).toBe(true);
  expect(await isShown(page, blocked)).toBe(true);
  await expectWellDrawn(page);

  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Tushar R.?' });
  await expect(dialog).toContainText('A job that you two have running goes on. Tushar R. is not told.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page).toHaveURL('/blocked');
  const row = page.getByRole('listitem').filter({ hasText: 'Tushar' });
  await expect(row).toContainText(/Blocked \d+ \w+ \d{4}/);
  await expectWellDrawn(page);
  expect(await isShown(page, blocked)).toBe(false);
  expect(await isShown(otherPage, blocker)).toBe(false);
  // Blocked again by an old page: once is enough.
  await callApi(product, blocker, 'block_user', { userId: String(blocked.id) });

  await openMore(page, 'Your reports');
  await page.getByRole('link', { name: 'Blocked' }).click();
  await row.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('heading', { name: 'You have blocked nobody' })).toBeVisible();
  expect(await isShown(page, blocked)).toBe(true);
  expect(await isShown(otherPage, blocker)).toBe(true);
});

test('a first post with the words of a fraud waits, and says until when', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Vikas' });
  const title = 'Fold paper lanterns';
  const id = await product.ask<number>({
    do: 'post',
    poster,
    values: { title, description: 'Pay a registration fee of ₹499 first' },
  });
  const page = await open('phone', { as: poster });
  await page.goto('/mycontracts');
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('FWS looks at this post');
  await page.goto(`/requestlist/${id}`);
  await expect(page.getByText(/FWS looks at this post before it is shown\./)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/It is shown by \d+ \w+, \d+:\d\d [ap]m at the latest\./)).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 30_000 });
  await expectWellDrawn(page);

  const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await openCase(admin, 'report', title);
  await expect(admin.getByText(/It is shown at .+ if nobody decides before\./)).toBeVisible();
  await expect(admin.getByText('Nobody has reported it. It looks like a known fraud.')).toBeVisible();
  await admin.getByRole('radio', { name: /Show it/ }).check();
  await admin.getByRole('button', { name: 'Show it' }).click();
  await expect(admin.getByText(/^Left as it is by Nandini Rao/)).toBeVisible();
  await expect(page.getByText(/FWS looks at this post/)).toHaveCount(0);
});
