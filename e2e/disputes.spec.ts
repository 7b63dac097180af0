import path from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import { acceptRequest, milestone, pay, postJob, sendQuote } from './support/steps.ts';

const picture = path.join(import.meta.dirname, 'support/plan.png');

test('each side raises an issue, which holds the money until it is withdrawn', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const hers = await open('phone', { as: poster });
  const his = await open('desktop', { as: worker });
  const title = 'Bathroom leak repair';
  await postJob(hers, { title, skill: 'Plumbing', from: '45000', to: '60000' });
  await sendQuote(his, { title, bid: '54000' });
  await acceptRequest(hers, { title, worker: 'Imran Kumar', amount: '₹54,000' });
  await pay(hers, { short: '₹10,800', exact: '₹10,800.00' });
  await expect(milestone(hers, 1).getByText('Held in escrow')).toBeVisible();
  const jobUrl = hers.url();

  await test.step('the poster raises an issue; errors are shown beside the fields', async () => {
    await hers.getByRole('button', { name: /^More/ }).click();
    await hers.getByRole('link', { name: 'Disputes' }).click();
    await expect(hers.getByText('No open issues')).toBeVisible();
    await expectAccessible(hers);
    await hers.getByRole('button', { name: 'Raise an Issue' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Raise an Issue' });
    await dialog.getByRole('button', { name: 'Raise an Issue' }).click();
    for (const message of ['Please select a JobId', 'Please select an Issue', 'Please enter valid details'])
      await expect(dialog.getByText(message).last()).toBeVisible();
    await expectAccessible(hers);
    await dialog.getByLabel('Job', { exact: true }).selectOption({ label: await jobOption(dialog) });
    await dialog.getByLabel('Issue').selectOption('Not Completed');
    await dialog.getByLabel('Details').fill('Old tiles removed, pipe not changed.');
    await dialog.getByLabel('Attachment').setInputFiles(picture);
    await dialog.getByRole('button', { name: 'Raise an Issue' }).click();
    await expect(hers.getByText(/Your issue is raised. Ticket FWS-D-\d{6}/)).toBeVisible();
    await expect(hers.getByText('₹10,800 is on hold')).toBeVisible();
    await expect(hers.getByRole('link', { name: 'Open plan.png' })).toBeVisible();
    await expectAccessible(hers);
  });

  await test.step('the worker is notified, adds a file and a comment; work is on hold', async () => {
    await his.goto('/notifications');
    await his.getByRole('link', { name: /Meera Kumar raised an issue about Bathroom leak repair/ }).click();
    await expect(his.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(his.getByText('You were told')).toBeVisible();
    await expect(his.getByRole('button', { name: 'Withdraw this issue' })).toHaveCount(0);
    await his.getByLabel('Add a paper').setInputFiles({
      name: 'pipe-bill.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a bill'),
    });
    await expect(his.getByText('Please choose a PDF, Word or image file')).toBeVisible();
    await his.getByLabel('Add a paper').setInputFiles(picture);
    await expect(his.getByText('Paper added')).toBeVisible();
    await his.getByRole('button', { name: 'Add comment' }).click();
    await expect(his.getByText('Please write your comment')).toBeVisible();
    await his.getByLabel('Your comment').fill('The pipe comes on Monday.');
    await his.getByRole('button', { name: 'Add comment' }).click();
    await expect(hers.getByText('The pipe comes on Monday.')).toBeVisible();
    await expectAccessible(his);
    await his.getByRole('link', { name: /^Job \d+$/ }).click();
    await expect(his.getByText('This milestone is on hold while an issue is open').first()).toBeVisible();
  });

  await test.step('the poster withdraws it; the worker raises another', async () => {
    await hers.getByRole('button', { name: 'Withdraw this issue' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Withdraw this issue?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(hers);
    await dialog.getByRole('button', { name: 'Withdraw this issue' }).click();
    await expect(hers.getByText('Issue withdrawn. The job goes on')).toBeVisible();
    await hers.getByRole('link', { name: 'Back to disputes' }).click();
    await hers.getByRole('link', { name: /^Closed/ }).click();
    await expect(hers.getByText('Withdrawn')).toBeVisible();
    await expect(milestone(his, 1).getByRole('button', { name: 'Start' })).toBeEnabled();

    await his.goto('/disputes');
    await his.getByRole('button', { name: 'Raise an Issue' }).first().click();
    const raise = his.getByRole('dialog', { name: 'Raise an Issue' });
    await raise.getByLabel('Job', { exact: true }).selectOption({ label: await jobOption(raise) });
    await raise.getByLabel('Issue').selectOption("Job poster didn't respond");
    await raise.getByLabel('Details').fill('Nobody opened the door.');
    await raise.getByRole('button', { name: 'Raise an Issue' }).click();
    await expect(his.getByText('₹10,800 is on hold')).toBeVisible();
    await expect(his.getByText('Meera Kumar told')).toBeVisible();
    await expectAccessible(his);
    await hers.goto(jobUrl);
    await expect(milestone(hers, 1).getByText('On hold').first()).toBeVisible();
  });
  await expectSoundLedger(product);
});

/** Label of the only job that can be chosen. */
const jobOption = async (dialog: Locator): Promise<string> =>
  (await dialog.getByLabel('Job', { exact: true }).locator('option').nth(1).textContent()) ?? '';
