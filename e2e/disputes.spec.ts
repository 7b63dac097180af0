import path from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import { acceptRequest, getMilestone, pay, postJob, sendQuote } from './support/steps.ts';

const picture = path.join(import.meta.dirname, 'support/plan.png');

test('each side raises an issue, which holds the money until it is withdrawn', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const posterPage = await open('phone', { as: poster });
  const workerPage = await open('desktop', { as: worker });
  const title = 'Bathroom leak repair';
  await postJob(posterPage, { title, skill: 'Plumbing', from: '45000', to: '60000' });
  await sendQuote(workerPage, { title, bid: '54000' });
  await acceptRequest(posterPage, { title, worker: 'Imran Kumar', amount: '₹54,000' });
  await pay(posterPage, { short: '₹10,800', exact: '₹10,800.00' });
  await expect(getMilestone(posterPage, 1).getByText('Held in escrow')).toBeVisible();
  const jobUrl = posterPage.url();

  await test.step('the poster raises an issue; errors are shown beside the fields', async () => {
    await posterPage.getByRole('button', { name: /^More/ }).click();
    await posterPage.getByRole('link', { name: 'Disputes' }).click();
    await expect(posterPage.getByText('No open issues')).toBeVisible();
    await expectAccessible(posterPage);
    await posterPage.getByRole('button', { name: 'Raise an Issue' }).click();
    const dialog = posterPage.getByRole('dialog', { name: 'Raise an Issue' });
    await dialog.getByRole('button', { name: 'Raise an Issue' }).click();
    for (const message of [
      'Please choose the job',
      'Please choose what went wrong',
      'Please say what happened',
    ])
      await expect(dialog.getByText(message).last()).toBeVisible();
    await expectAccessible(posterPage);
    await dialog.getByLabel('Job', { exact: true }).selectOption({ label: await readJobOption(dialog) });
    await dialog.getByLabel('Issue').selectOption('Not Completed');
    await dialog.getByLabel('Details').fill('Old tiles removed, pipe not changed.');
    await dialog.getByLabel('Attachment').setInputFiles(picture);
    await dialog.getByRole('button', { name: 'Raise an Issue' }).click();
    await expect(posterPage.getByText(/Your issue is raised. Ticket FWS-D-\d{6}/)).toBeVisible();
    await expect(posterPage.getByText('₹10,800 is on hold')).toBeVisible();
    await expect(posterPage.getByRole('link', { name: 'Open plan.png' })).toBeVisible();
    await expectAccessible(posterPage);
  });

  await test.step('the worker is notified, adds a file and a comment; work is on hold', async () => {
    await workerPage.goto('/notifications');
    await workerPage
      .getByRole('link', { name: /Meera Kumar raised an issue about Bathroom leak repair/ })
      .click();
    await expect(workerPage.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(workerPage.getByText('You were told')).toBeVisible();
    await expect(workerPage.getByRole('button', { name: 'Withdraw this issue' })).toHaveCount(0);
    await workerPage.getByLabel('Add a paper').setInputFiles({
      name: 'pipe-bill.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a bill'),
    });
    await expect(workerPage.getByText('Please choose a PDF, Word or image file')).toBeVisible();
    await workerPage.getByLabel('Add a paper').setInputFiles(picture);
    await expect(workerPage.getByText('Paper added')).toBeVisible();
    await workerPage.getByRole('button', { name: 'Add comment' }).click();
    await expect(workerPage.getByText('Please write your comment')).toBeVisible();
    await workerPage.getByLabel('Your comment').fill('The pipe comes on Monday.');
    await workerPage.getByRole('button', { name: 'Add comment' }).click();
    await expect(posterPage.getByText('The pipe comes on Monday.')).toBeVisible();
    await expectAccessible(workerPage);
    await workerPage.getByRole('link', { name: /^Job \d+$/ }).click();
    await expect(
      workerPage.getByText('This milestone is on hold while an issue is open').first(),
    ).toBeVisible();
  });

  await test.step('the poster withdraws it; the worker raises another', async () => {
    await posterPage.getByRole('button', { name: 'Withdraw this issue' }).click();
    const dialog = posterPage.getByRole('dialog', { name: 'Withdraw this issue?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(posterPage);
    await dialog.getByRole('button', { name: 'Withdraw this issue' }).click();
    await expect(posterPage.getByText('Issue withdrawn. The job goes on')).toBeVisible();
    await posterPage.getByRole('link', { name: 'Back to disputes' }).click();
    await posterPage.getByRole('link', { name: /^Closed/ }).click();
    await expect(posterPage.getByText('Withdrawn', { exact: true })).toBeVisible();
    await expect(getMilestone(workerPage, 1).getByRole('button', { name: 'Start' })).toBeEnabled();

    await workerPage.goto('/disputes');
    await workerPage.getByRole('button', { name: 'Raise an Issue' }).first().click();
    const raise = workerPage.getByRole('dialog', { name: 'Raise an Issue' });
    await raise.getByLabel('Job', { exact: true }).selectOption({ label: await readJobOption(raise) });
    await raise.getByLabel('Issue').selectOption("Job poster didn't respond");
    await raise.getByLabel('Details').fill('Nobody opened the door.');
    await raise.getByRole('button', { name: 'Raise an Issue' }).click();
    await expect(workerPage.getByText('₹10,800 is on hold')).toBeVisible();
    await expect(workerPage.getByText('Meera Kumar told')).toBeVisible();
    await expectAccessible(workerPage);
    await posterPage.goto(jobUrl);
    await expect(getMilestone(posterPage, 1).getByText('On hold').first()).toBeVisible();
  });
  await expectSoundLedger(product);
});

/** Label of the only job that can be chosen. */
const readJobOption = async (dialog: Locator): Promise<string> =>
  (await dialog.getByLabel('Job', { exact: true }).locator('option').nth(1).textContent()) ?? '';
