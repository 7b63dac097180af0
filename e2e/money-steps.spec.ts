import path from 'node:path';
import {
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { completeWork, getMilestone, pressAtCheckout } from './support/steps.ts';
import type { JobOptions } from './support/product-commands.ts';

const picture = path.join(import.meta.dirname, 'support/plan.png');
const face = path.join(import.meta.dirname, 'support/face.jpg');

const makeJob = (product: Product, poster: Person, worker: Person, job: JobOptions) =>
  product.ask<{ jobId: number; quoteId: number }>({ do: 'job', poster, worker, job });

test('a quote is accepted and its first milestone funded in one confirmation', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const rows: JobOptions['rows'] = [
    ['Walls', '1500'],
    ['Doors', '900'],
  ];
  const { jobId, quoteId } = await makeJob(product, poster, worker, { open: true, rows });
  const page = await open('phone', { as: poster });
  await page.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept and fund ₹1,500' }).click();
  await pressAtCheckout(page, '₹1,500.00', 'Pay');
  await expect(page).toHaveURL(new RegExp(`/awardedjob/${jobId}`));
  await expect(getMilestone(page, 1).getByText('Held in escrow')).toBeVisible();
});

test('a repeated tap takes one step, and the next button wakes two seconds later', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, { rows: [['Walls', '1500']], fund: [1] });
  const page = await open('phone', { as: worker });
  await page.goto(`/myjobsdetail/${jobId}`);
  const milestone = getMilestone(page, 1);
  const actions = milestone.getByRole('button');
  await actions.filter({ hasText: 'Start' }).click();
  await expect(milestone.getByText('Work in progress')).toBeVisible();
  const next = actions.last();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  // Taps that a person repeats under the finger.
  for (let tap = 0; tap < 3; tap++) await next.click({ force: true, delay: 50 });
  await expect(milestone.getByText('Work in progress')).toBeVisible();
  await expect(next).not.toHaveAttribute('aria-disabled');
});

test('finished work is told with photos and a note, and released with one confirmation', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, { rows: [['Walls', '1500']], fund: [1] });
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  const workerMilestone = getMilestone(workerPage, 1);
  await workerMilestone.getByRole('button', { name: 'Start' }).click();
  await workerMilestone.getByRole('button', { name: 'Mark Completed' }).click();
  const sheet = workerPage.getByRole('dialog', { name: 'Tell Meera Kumar milestone 1 is done' });
  await expect(sheet.getByText('This does not ask for money yet. ₹1,500 stays held.')).toBeVisible();

  // Without the tick nothing is sent, and nothing typed is lost.
  await sheet.getByLabel('Note').fill('Two coats. Please keep the window open.');
  await sheet.getByLabel('Photos of the work').setInputFiles([picture, face]);
  await sheet.getByRole('button', { name: 'Mark completed' }).click();
  await expect(sheet.getByText('Please tick this when all of the work is done')).toBeVisible();
  await expectAccessible(workerPage);
  await expect(sheet.getByText('2 of 10')).toBeVisible();
  await expect(sheet.getByRole('progressbar')).toHaveCount(0);

  // A draft survives a reload, photos included.
  await workerPage.reload();
  await workerMilestone.getByRole('button', { name: 'Mark Completed' }).click();
  await expect(sheet.getByLabel('Note')).toHaveValue('Two coats. Please keep the window open.');
  await expect(sheet.getByText('2 of 10')).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'All work of “Walls” is done' }).check();
  await sheet.getByRole('button', { name: 'Mark completed' }).click();
  await expect(workerPage.getByText('Saved. Meera Kumar has been told')).toBeVisible();
  await expect(workerMilestone.getByText('Two coats. Please keep the window open.')).toBeVisible();
  await workerMilestone.getByRole('button', { name: 'Ask for payment ₹1,500' }).click();

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/awardedjob/${jobId}`);
  const posterMilestone = getMilestone(posterPage, 1);
  await expect(posterMilestone.getByRole('button', { name: /^Photo \d of 2/ })).toHaveCount(2);
  await expect(posterMilestone.getByRole('button', { name: 'Accept work' })).toHaveCount(0);
  await posterMilestone.getByRole('button', { name: 'Release ₹1,500' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Release ₹1,500 to Imran Kumar?' });
  await expect(dialog.getByText('Two coats. Please keep the window open.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Photo \d of 2/ })).toHaveCount(2);
  await expect(dialog.getByText(/^Asked for on .* Released by itself on /)).toBeVisible();
  await expect(dialog.getByText('Imran Kumar’s passbook')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Raise an issue' })).toHaveAttribute(
    'href',
    `/disputes?raise=${jobId}`,
  );
  await expect(dialog.getByRole('button', { name: 'Ask for a change' })).toBeVisible();
  await expectAccessible(posterPage);
  await dialog.getByRole('button', { name: 'Release ₹1,500' }).click();
  await expect(posterPage.getByText('₹1,500 released to Imran Kumar').first()).toBeVisible();
  await expect(posterMilestone.locator('.mi-s')).toContainText('Released');
  await expectSoundLedger(product);
});

test('what was told before a change stays readable, below what was told after it', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await makeJob(product, poster, worker, { rows: [['Walls', '1500']], fund: [1] });
  const workerPage = await open('phone', { as: worker });
  const posterPage = await open('phone', { as: poster });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  const workerMilestone = getMilestone(workerPage, 1);
  await workerMilestone.getByRole('button', { name: 'Start' }).click();
  await completeWork(workerPage, workerMilestone, 'One coat');
  await workerMilestone.getByRole('button', { name: 'Ask for payment ₹1,500' }).click();

  await posterPage.goto(`/awardedjob/${jobId}`);
  const posterMilestone = getMilestone(posterPage, 1);
  await posterMilestone.getByRole('button', { name: 'Release ₹1,500' }).click();
  await posterPage.getByRole('dialog').getByRole('button', { name: 'Ask for a change' }).click();
  const change = posterPage.getByRole('dialog', { name: 'Ask for a change?' });
  await change.getByLabel('What should be different?').fill('Two coats, please');
  await change.getByRole('button', { name: 'Ask for a change' }).click();
  await expect(workerMilestone.getByText('Two coats, please')).toBeVisible();
  await completeWork(workerPage, workerMilestone, 'Second coat done');

  await expect(posterMilestone.getByText('Second coat done')).toBeVisible();
  await expect(posterMilestone.getByText('One coat')).toBeHidden();
  await posterMilestone.getByText('What was said before the change').click();
  await expect(posterMilestone.getByText('One coat')).toBeVisible();
  await expectAccessible(posterPage);
});
