import { expect, expectAccessible, test, type Person, type Product } from './support/fixtures.ts';
import { getMilestone, pressAtCheckout } from './support/steps.ts';
import type { JobOptions } from './support/world-process.ts';

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
