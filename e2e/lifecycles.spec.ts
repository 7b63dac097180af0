import {
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { completeWork, getMilestone } from './support/steps.ts';
import type { JobOptions } from './support/product-commands.ts';

const DAY_MS = 24 * 3600_000;

const makeJob = (product: Product, poster: Person, worker: Person, job: JobOptions) =>
  product.ask<{ jobId: number; quoteId: number }>({ do: 'job', poster, worker, job });

/** Runs `check` so many days later, after all deadline tasks have run, and then resets the clock for other tests. */
async function runDaysLater(product: Product, days: number, check: () => Promise<void>): Promise<void> {
  try {
    await product.ask({ do: 'later', ms: days * DAY_MS });
    await check();
  } finally {
    await product.ask({ do: 'advance', ms: -days * DAY_MS });
  }
}

test('a quote is edited and cancelled, and another lapses without an answer', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId, quoteId } = await makeJob(product, poster, worker, { open: true, rows: [['All', '1500']] });
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/myquotes');
  await workerPage.getByRole('link', { name: 'Paint a flat' }).first().click();
  await expect(workerPage).toHaveURL(`/myquote/${quoteId}`);
  await expect(workerPage.getByText(/The poster has until/)).toBeVisible();
  await expectAccessible(workerPage);
  await workerPage.getByLabel('Your quote').fill('0');
  await workerPage.getByRole('button', { name: 'Save quote' }).click();
  await expect(workerPage.getByText('Please enter the amount in rupees').first()).toBeVisible();
  await expect(workerPage.getByLabel('Your quote')).toHaveValue('0');
  await workerPage.getByLabel('Your quote').fill('1800');
  await workerPage.getByRole('radio', { name: 'By Completion' }).check();
  await workerPage.getByLabel('Scope of work').fill('With primer');
  await workerPage.getByRole('button', { name: 'Save quote' }).click();
  await expect(workerPage.getByText('Your quote is changed')).toBeVisible();

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  await expect(posterPage.getByRole('dialog').getByText('₹1,800').first()).toBeVisible();
  const scope = posterPage.getByRole('dialog').getByRole('paragraph').filter({ hasText: 'With primer' });
  await expect(scope).toBeVisible();

  await workerPage.goto(`/myquote/${quoteId}`);
  await workerPage.getByRole('button', { name: 'Cancel quote' }).click();
  const dialog = workerPage.getByRole('dialog', { name: 'Cancel this quote?' });
  await dialog.getByRole('button', { name: 'Cancel quote' }).click();
  await expect(dialog.getByText('Please say why you cancel')).toBeVisible();
  await expectAccessible(workerPage);
  await dialog.getByLabel('Why do you cancel?').fill('I found another job');
  await dialog.getByRole('button', { name: 'Cancel quote' }).click();
  await expect(workerPage.getByText('Your quote is cancelled')).toBeVisible();
  await expect(workerPage).toHaveURL('/myquotes');
  await workerPage.goto(`/myquote/${quoteId}`);
  await expect(workerPage.getByText('I found another job')).toBeVisible();

  const second = await makeJob(product, poster, worker, { open: true, rows: [['All', '900']] });
  await runDaysLater(product, 5.1, async () => {
    await posterPage.goto('/notifications');
    await expect(posterPage.getByText(/Imran Kumar waits for your answer/)).toBeVisible();
  });
  await runDaysLater(product, 7.1, async () => {
    await workerPage.goto(`/myquote/${second.quoteId}`);
    await expect(workerPage.getByText('No answer in 7 days')).toBeVisible();
    await expect(workerPage.getByRole('button', { name: 'Save quote' })).toHaveCount(0);
  });
});

test('a quote says while it is typed that a part cannot be paid at once', async ({
  open,
  person,
  product,
}) => {
  const [poster, worker] = [await person(), await person()];
  const { quoteId } = await makeJob(product, poster, worker, { open: true, rows: [['All', '1500']] });
  const page = await open('phone', { as: worker });
  await page.goto(`/myquote/${quoteId}`);
  await page.getByLabel('Your quote').fill('1000000.01');
  await page.getByLabel('Milestone 1 amount').fill('1000000.01');
  const sentence = 'Milestone 1 is ₹10,00,000.01. At most ₹10,00,000 can be paid at once. Please divide it';
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save quote' }).click();
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await page.getByLabel('Your quote').fill('1000000');
  await page.getByLabel('Milestone 1 amount').fill('1000000');
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save quote' }).click();
  await expect(page.getByText('Your quote is changed')).toBeVisible();
});

test('cancelling before work starts refunds the money less the charge', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, {
    rows: [
      ['First', '200'],
      ['Second', '800'],
      ['Third', '500'],
    ],
    fund: [1, 2],
  });
  const posterPage = await open('phone', { as: poster });
  await posterPage.goto(`/awardedjob/${jobId}`);
  await posterPage.getByRole('button', { name: 'Cancel this job' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Cancel this job?' });
  await expect(dialog.getByText('₹980.00')).toBeVisible();
  await expect(dialog.getByText('Processing charge 2%')).toBeVisible();
  await expect(dialog.getByText('₹20.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(dialog.getByText('Please say why you cancel')).toBeVisible();
  await expectAccessible(posterPage);
  await dialog.getByLabel('Why do you cancel?').fill('We move to another city');
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(posterPage.getByText('The job is cancelled').first()).toBeVisible();
  await expect(getMilestone(posterPage, 1).getByText('Refunded').first()).toBeVisible();
  await expect(getMilestone(posterPage, 2).getByText('Refunded').first()).toBeVisible();
  await expect(getMilestone(posterPage, 3).getByText('Cancelled')).toBeVisible();
  await expect(getMilestone(posterPage, 3).getByText('Not funded')).toHaveCount(0);
  await expect(posterPage.getByRole('button', { name: 'Cancel this job' })).toHaveCount(0);
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await expect(getMilestone(workerPage, 3).getByText('Cancelled')).toBeVisible();
  await expectSoundLedger(product);
});

test('cancelling pays accepted work, leaves started work to both sides, and never ends finished work', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, {
    rows: [
      ['First', '400'],
      ['Second', '600'],
      ['Third', '500'],
    ],
    fund: [1, 2, 3],
    accept: [1],
  });
  const posterPage = await open('desktop', { as: poster });
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await getMilestone(workerPage, 2).getByRole('button', { name: 'Start' }).click();
  await expect(getMilestone(workerPage, 2).getByRole('button', { name: 'Completed' })).toBeVisible();

  await posterPage.goto(`/awardedjob/${jobId}`);
  await posterPage.getByRole('button', { name: 'Cancel this job' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Cancel this job?' });
  // ₹500 that nobody has worked for comes back less 2%, and the accepted ₹400 are paid.
  await expect(dialog.getByText('₹490.00').first()).toBeVisible();
  await expect(dialog.getByText('₹400.00').first()).toBeVisible();
  await expect(dialog.getByText('₹600.00').first()).toBeVisible();
  await expectAccessible(posterPage);
  await dialog.getByLabel('Why do you cancel?').fill('The plans changed');
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(getMilestone(posterPage, 1).locator('.mi-s')).toContainText('Released');
  await expect(getMilestone(posterPage, 3).getByText('Refunded').first()).toBeVisible();
  await expect(workerPage.getByText('The plans changed')).toBeVisible();
  await expect(workerPage.getByRole('heading', { name: 'Meera Kumar cancelled this job' })).toBeVisible();
  await expectAccessible(workerPage);

  const finished = await makeJob(product, poster, worker, { rows: [['All', '600']], fund: [1] });
  await workerPage.goto(`/myjobsdetail/${finished.jobId}`);
  await getMilestone(workerPage, 1).getByRole('button', { name: 'Start' }).click();
  await completeWork(workerPage, getMilestone(workerPage, 1));
  await posterPage.goto(`/awardedjob/${finished.jobId}`);
  await expect(posterPage.getByText(/Nothing of this job can be cancelled/)).toBeVisible();
  await expect(posterPage.getByRole('button', { name: 'Cancel this job' })).toHaveCount(0);
  await expect(posterPage.getByRole('link', { name: 'Raise an issue' })).toBeVisible();
  await expectSoundLedger(product);
});

test('money is released automatically after a change request and no further answer, and both sides rate', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, { rows: [['All', '1500']], fund: [1] });
  const posterPage = await open('desktop', { as: poster });
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  const workerMilestone = getMilestone(workerPage, 1);
  await workerMilestone.getByRole('button', { name: 'Start' }).click();
  await completeWork(workerPage, workerMilestone);
  await workerMilestone.getByRole('button', { name: 'Ask for payment ₹1,500' }).click();
  await expect(workerMilestone.getByText(/the money is released by itself on/)).toBeVisible();

  await posterPage.goto(`/awardedjob/${jobId}`);
  await expect(posterPage.getByText('You can ask for changes twice.')).toBeVisible();
  await posterPage.getByRole('button', { name: 'Ask for a change' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Ask for a change?' });
  await expect(dialog.getByText('After this you can ask once more.')).toBeVisible();
  await dialog.getByLabel('What should be different?').fill('The left door does not close');
  await expectAccessible(posterPage);
  await dialog.getByRole('button', { name: 'Ask for a change' }).click();
  await expect(posterPage.getByText('The worker is told what to change')).toBeVisible();
  await expect(workerMilestone.getByText('The left door does not close')).toBeVisible();
  await expect(workerMilestone.getByText('Meera Kumar can ask for changes once more.')).toBeVisible();
  await expect(workerMilestone.getByText(/the money is released by itself on/)).toHaveCount(0);
  await completeWork(workerPage, workerMilestone);
  await workerMilestone.getByRole('button', { name: 'Ask for payment ₹1,500' }).click();
  await expect(workerMilestone.getByText(/the money is released by itself on/)).toBeVisible();

  await runDaysLater(product, 3.1, async () => {
    await posterPage.goto(`/awardedjob/${jobId}`);
    await expect(getMilestone(posterPage, 1).locator('.mi-s')).toContainText('Released');
    await posterPage.getByRole('link', { name: 'Write review' }).click();
    const send = posterPage.getByRole('button', { name: 'Send review' });
    await send.click();
    await expect(posterPage.getByText('Please choose 1 to 5 stars').first()).toBeVisible();
    const stars = (page: typeof posterPage) => page.getByRole('group', { name: 'Your stars' });
    await stars(posterPage).getByRole('radio', { name: '4 of 5 stars' }).check();
    await expectAccessible(posterPage);
    await send.click();
    await expect(posterPage.getByText('Your review is sent').first()).toBeVisible();
    await workerPage.goto(`/myjobsdetail/${jobId}`);
    await workerPage.getByRole('link', { name: 'Write review' }).click();
    await expect(workerPage.getByText('Closed until you send yours')).toBeVisible();
    await stars(workerPage).getByRole('radio', { name: '5 of 5 stars' }).check();
    await workerPage.getByRole('button', { name: 'Send review' }).click();
    await expect(workerPage.getByRole('heading', { name: /^Opened on / })).toBeVisible();
  });
  await expectSoundLedger(product);
});

test('a job can be edited while it has no quotes, and cancelled before it is awarded', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId, quoteId } = await makeJob(product, poster, worker, { open: true, rows: [['All', '1500']] });
  const posterPage = await open('phone', { as: poster });
  const workerPage = await open('phone', { as: worker });
  await posterPage.goto(`/requestlist/${jobId}`);
  await expect(
    posterPage.getByText('Somebody has quoted on this job. It can no longer be changed'),
  ).toBeVisible();
  await expect(posterPage.getByRole('link', { name: 'Edit job' })).toHaveCount(0);
  await workerPage.goto(`/myquote/${quoteId}`);
  await workerPage.getByRole('button', { name: 'Cancel quote' }).click();
  await workerPage.getByLabel('Why do you cancel?').fill('No time');
  await workerPage.getByRole('dialog').getByRole('button', { name: 'Cancel quote' }).click();
  await expect(workerPage.getByText('Your quote is cancelled')).toBeVisible();

  await posterPage.reload();
  await posterPage.getByRole('link', { name: 'Edit job' }).click();
  await expect(posterPage.getByLabel('Job title')).toHaveValue('Paint a flat');
  await expectAccessible(posterPage);
  await posterPage.getByLabel('Job title').fill('Paint a house');
  await posterPage.getByRole('button', { name: 'Save job' }).click();
  await expect(posterPage.getByRole('heading', { level: 1, name: 'Paint a house' })).toBeVisible();
  await posterPage.getByRole('button', { name: 'Cancel job' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Cancel this job?' });
  await expect(dialog.getByText(/Nobody has quoted on it yet/)).toBeVisible();
  await expectAccessible(posterPage);
  await dialog.getByRole('button', { name: 'Cancel job' }).click();
  await expect(posterPage.getByText('Your job is cancelled')).toBeVisible();
  await expect(posterPage).toHaveURL('/mycontracts');
});
