import {
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { milestone } from './support/steps.ts';
import type { JobAsk } from './support/world-process.ts';

const DAY_MS = 24 * 3600_000;

const makeJob = (product: Product, poster: Person, worker: Person, job: JobAsk) =>
  product.ask<{ jobId: number; quoteId: number }>({ do: 'job', poster, worker, job });

/** Runs `check` so many days later, after all deadline tasks have run, and then resets the clock for other tests. */
async function later(product: Product, days: number, look: () => Promise<void>): Promise<void> {
  try {
    await product.ask({ do: 'later', ms: days * DAY_MS });
    await look();
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
  const his = await open('phone', { as: worker });
  await his.goto('/myquotes');
  await his.getByRole('link', { name: 'Paint a flat' }).first().click();
  await expect(his).toHaveURL(`/myquote/${quoteId}`);
  await expect(his.getByText(/The poster has until/)).toBeVisible();
  await expectAccessible(his);
  await his.getByLabel('Bid amount').fill('0');
  await his.getByRole('button', { name: 'Save quote' }).click();
  await expect(his.getByText('Please enter a valid amount').first()).toBeVisible();
  await expect(his.getByLabel('Bid amount')).toHaveValue('0');
  await his.getByLabel('Bid amount').fill('1800');
  await his.getByRole('radio', { name: 'By Completion' }).check();
  await his.getByLabel('Scope of work').fill('With primer');
  await his.getByRole('button', { name: 'Save quote' }).click();
  await expect(his.getByText('Your quote is changed')).toBeVisible();

  const hers = await open('desktop', { as: poster });
  await hers.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  await expect(hers.getByRole('dialog').getByText('₹1,800').first()).toBeVisible();
  await expect(hers.getByRole('dialog').getByText('With primer')).toBeVisible();

  await his.goto(`/myquote/${quoteId}`);
  await his.getByRole('button', { name: 'Cancel quote' }).click();
  const dialog = his.getByRole('dialog', { name: 'Cancel this quote?' });
  await dialog.getByRole('button', { name: 'Cancel quote' }).click();
  await expect(dialog.getByText('Please say why you cancel')).toBeVisible();
  await expectAccessible(his);
  await dialog.getByLabel('Why do you cancel?').fill('I found another job');
  await dialog.getByRole('button', { name: 'Cancel quote' }).click();
  await expect(his.getByText('Your quote is cancelled')).toBeVisible();
  await expect(his).toHaveURL('/myquotes');
  await his.goto(`/myquote/${quoteId}`);
  await expect(his.getByText('I found another job')).toBeVisible();

  const second = await makeJob(product, poster, worker, { open: true, rows: [['All', '900']] });
  await later(product, 5.1, async () => {
    await hers.goto('/notifications');
    await expect(hers.getByText(/Imran Kumar waits for your answer/)).toBeVisible();
  });
  await later(product, 7.1, async () => {
    await his.goto(`/myquote/${second.quoteId}`);
    await expect(his.getByText('No answer in 7 days')).toBeVisible();
    await expect(his.getByRole('button', { name: 'Save quote' })).toHaveCount(0);
  });
});

test('cancelling before work starts refunds the money less the charge', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, {
    rows: [
      ['First', '200'],
      ['Second', '800'],
    ],
    fund: [1, 2],
  });
  const hers = await open('phone', { as: poster });
  await hers.goto(`/awardedjob/${jobId}`);
  await hers.getByRole('button', { name: 'Cancel this job' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Cancel this job?' });
  await expect(dialog.getByText('₹980.00')).toBeVisible();
  await expect(dialog.getByText('Processing charge 2%')).toBeVisible();
  await expect(dialog.getByText('₹20.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(dialog.getByText('Please say why you cancel')).toBeVisible();
  await expectAccessible(hers);
  await dialog.getByLabel('Why do you cancel?').fill('We move to another city');
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(hers.getByText('The job is cancelled').first()).toBeVisible();
  await expect(milestone(hers, 1).getByText('Refunded').first()).toBeVisible();
  await expect(milestone(hers, 2).getByText('Refunded').first()).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Cancel this job' })).toHaveCount(0);
  await expectSoundLedger(product);
});

test('cancelling needs the worker’s consent between 20 and 60%, and an issue from 60% on', async ({
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
    ],
    fund: [1, 2],
    accept: [1],
  });
  const hers = await open('desktop', { as: poster });
  const his = await open('phone', { as: worker });
  const ask = async () => {
    await hers.getByRole('button', { name: 'Ask to cancel' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Cancel this job?' });
    await dialog.getByLabel('Why do you cancel?').fill('The plans changed');
    await dialog.getByRole('button', { name: 'Ask to cancel' }).click();
    await expect(hers.getByText('You asked to cancel. Imran Kumar has not answered yet.')).toBeVisible();
  };
  await hers.goto(`/awardedjob/${jobId}`);
  await ask();
  await his.goto(`/myjobsdetail/${jobId}`);
  await expect(his.getByText('The plans changed')).toBeVisible();
  await expect(his.getByText('₹588.00')).toBeVisible();
  await expectAccessible(his);
  await his.getByRole('button', { name: 'Do not agree' }).click();
  await expect(his.getByText('The plans changed')).toHaveCount(0);
  await ask();
  await his.getByRole('button', { name: 'Agree to cancel' }).click();
  await expect(milestone(hers, 2).getByText('Refunded').first()).toBeVisible();
  await expect(milestone(hers, 1).getByText('Payment funded').first()).toBeVisible();

  const late = await makeJob(product, poster, worker, {
    rows: [
      ['First', '600'],
      ['Second', '400'],
    ],
    fund: [1],
    accept: [1],
  });
  await hers.goto(`/awardedjob/${late.jobId}`);
  await expect(hers.getByText(/60% or more of this job is accepted/)).toBeVisible();
  await expect(hers.getByRole('link', { name: 'Raise an issue' })).toBeVisible();
  await expect(hers.getByRole('button', { name: /cancel/i })).toHaveCount(0);
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
  const hers = await open('desktop', { as: poster });
  const his = await open('phone', { as: worker });
  await his.goto(`/myjobsdetail/${jobId}`);
  const hisStone = milestone(his, 1);
  await hisStone.getByRole('button', { name: 'Start' }).click();
  await hisStone.getByRole('button', { name: 'Mark Completed' }).click();
  await hisStone.getByRole('button', { name: 'Request To Pay ₹1,500' }).click();
  await expect(hisStone.getByText(/the money is released by itself on/)).toBeVisible();

  await hers.goto(`/awardedjob/${jobId}`);
  await hers.getByRole('button', { name: 'Ask for a change' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Ask for a change?' });
  await dialog.getByLabel('What should be different?').fill('The left door does not close');
  await expectAccessible(hers);
  await dialog.getByRole('button', { name: 'Ask for a change' }).click();
  await expect(hers.getByText('The worker is told what to change')).toBeVisible();
  await expect(hisStone.getByText('The left door does not close')).toBeVisible();
  await expect(hisStone.getByText(/the money is released by itself on/)).toHaveCount(0);
  await hisStone.getByRole('button', { name: 'Mark Completed' }).click();
  await hisStone.getByRole('button', { name: 'Request To Pay ₹1,500' }).click();
  await expect(hisStone.getByText(/the money is released by itself on/)).toBeVisible();

  await later(product, 3.1, async () => {
    await hers.goto(`/awardedjob/${jobId}`);
    await expect(milestone(hers, 1).getByText('Payment funded').first()).toBeVisible();
    await hers.getByRole('button', { name: 'Leave rating' }).click();
    const rating = hers.getByRole('dialog', { name: /^Rate / });
    await rating.getByRole('button', { name: 'Leave rating' }).click();
    await expect(hers.getByText('Please choose 1 to 5 stars').first()).toBeVisible();
    await hers.getByRole('slider', { name: 'Rating' }).fill('90');
    await expectAccessible(hers);
    await rating.getByRole('button', { name: 'Leave rating' }).click();
    await expect(hers.getByText('Thank you for your rating')).toBeVisible();
    await expect(hers.getByRole('heading', { name: 'Your rating' })).toBeVisible();
    await his.goto(`/myjobsdetail/${jobId}`);
    await his.getByRole('button', { name: 'Leave rating' }).click();
    await his.getByRole('slider', { name: 'Rating' }).fill('100');
    await his.getByRole('dialog').getByRole('button', { name: 'Leave rating' }).click();
    await expect(his.getByRole('heading', { name: 'Your rating' })).toBeVisible();
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
  const hers = await open('phone', { as: poster });
  const his = await open('phone', { as: worker });
  await hers.goto(`/requestlist/${jobId}`);
  await expect(hers.getByText('Somebody has quoted on this job. It can no longer be changed')).toBeVisible();
  await expect(hers.getByRole('link', { name: 'Edit job' })).toHaveCount(0);
  await his.goto(`/myquote/${quoteId}`);
  await his.getByRole('button', { name: 'Cancel quote' }).click();
  await his.getByLabel('Why do you cancel?').fill('No time');
  await his.getByRole('dialog').getByRole('button', { name: 'Cancel quote' }).click();
  await expect(his.getByText('Your quote is cancelled')).toBeVisible();

  await hers.reload();
  await hers.getByRole('link', { name: 'Edit job' }).click();
  await expect(hers.getByLabel('Job title')).toHaveValue('Paint a flat');
  await expectAccessible(hers);
  await hers.getByLabel('Job title').fill('Paint a house');
  await hers.getByRole('button', { name: 'Save job' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Paint a house' })).toBeVisible();
  await hers.getByRole('button', { name: 'Cancel job' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Cancel this job?' });
  await expect(dialog.getByText(/Nobody has quoted on it yet/)).toBeVisible();
  await expectAccessible(hers);
  await dialog.getByRole('button', { name: 'Cancel job' }).click();
  await expect(hers.getByText('Your job is cancelled')).toBeVisible();
  await expect(hers).toHaveURL('/mycontracts');
});
