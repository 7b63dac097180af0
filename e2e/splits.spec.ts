import {
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { getMilestone } from './support/steps.ts';
import type { JobOptions } from './support/product-commands.ts';

// A job is cancelled while its parts are in every state: done work is paid, and both sides divide what was started.

const makeJob = (product: Product, poster: Person, worker: Person, job: JobOptions) =>
  product.ask<{ jobId: number }>({ do: 'job', poster, worker, job });

test('cancelling says what happens to each part, and both sides agree on the started one', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await makeJob(product, poster, worker, {
    rows: [
      ['Measuring', '200'],
      ['Shutters', '400'],
      ['Countertop', '300'],
      ['Finishing', '300'],
    ],
    fund: [1, 2, 3],
    accept: [1],
    request: [2],
    start: [3],
  });
  const posterPage = await open('phone', { as: poster });
  await posterPage.goto(`/awardedjob/${jobId}`);
  await posterPage.getByRole('button', { name: 'Cancel this job' }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Cancel this job?' });
  const parts = dialog.getByRole('listitem');
  await expect(parts.nth(0)).toContainText('Accepted. It is released.');
  await expect(parts.nth(0)).toContainText('₹200to Imran Kumar');
  await expect(parts.nth(1)).toContainText(/Done and asked for\..* Else released by itself on /);
  await expect(parts.nth(2)).toContainText('Started. You two agree on a sum.');
  await expect(parts.nth(2)).toContainText('₹300held');
  await expect(parts.nth(3)).toContainText('Not funded. It is closed.');
  await expectAccessible(posterPage);
  await dialog.getByRole('button', { name: 'Keep the job' }).click();
  await expect(dialog).toHaveCount(0);

  await posterPage.getByRole('button', { name: 'Cancel this job' }).click();
  await dialog.getByLabel('Why do you cancel?').fill('We move to another city');
  await dialog.getByRole('button', { name: 'Cancel this job' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(getMilestone(posterPage, 1).locator('.mi-s')).toContainText('Released');
  await posterPage.reload();
  const amount = posterPage.getByLabel('To Imran Kumar, for the work so far');
  await amount.fill('301');
  await posterPage.getByRole('button', { name: 'Propose this sum' }).click();
  await expect(
    posterPage.getByText('Please enter an amount from ₹0 to the amount of the milestone').first(),
  ).toBeVisible();
  await amount.fill('100');
  await expect(posterPage.getByRole('slider', { name: 'To Imran Kumar' })).toHaveAttribute(
    'aria-valuetext',
    '₹100 to Imran Kumar, ₹200 back to Meera Kumar',
  );
  await posterPage.getByLabel('A line for Imran Kumar').fill('The top is cut, not fixed');
  await expectAccessible(posterPage);
  await posterPage.getByRole('button', { name: 'Propose ₹100 to Imran Kumar' }).click();
  await expect(posterPage.getByText('Waiting for Imran Kumar').first()).toBeVisible();

  const workerPage = await open('desktop', { as: worker });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await expect(workerPage.getByText('The top is cut, not fixed')).toBeVisible();
  await workerPage.getByRole('button', { name: 'Send the answer' }).click();
  await expect(workerPage.getByText('Please agree, name another sum, or refuse').first()).toBeVisible();
  await workerPage.getByRole('radio', { name: 'Name another sum' }).check();
  await workerPage.getByLabel('To you, for the work so far').fill('150');
  await expectAccessible(workerPage);
  await workerPage.getByRole('button', { name: 'Propose this sum' }).click();
  await expect(workerPage.getByRole('status').filter({ hasText: 'Waiting for Meera Kumar' })).toBeVisible();

  await posterPage.reload();
  await posterPage.getByRole('radio', { name: 'Agree' }).check();
  await posterPage.getByRole('button', { name: 'Agree to this split' }).click();
  await expect(posterPage.getByText('Agreed. The money has moved').first()).toBeVisible();
  await posterPage.reload();
  await expect(
    getMilestone(posterPage, 3).getByText('₹150 to Imran Kumar, ₹147 back to Meera Kumar'),
  ).toBeVisible();
  await expect(posterPage.getByRole('heading', { name: /what is the work so far worth/ })).toHaveCount(0);
  await expectSoundLedger(product);
});

test('a no opens a dispute of that part alone', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await makeJob(product, poster, worker, {
    rows: [
      ['Walls', '900'],
      ['Doors', '600'],
    ],
    fund: [1, 2],
    start: [1],
  });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await workerPage.getByRole('button', { name: 'यह काम रद्द करें' }).click();
  const dialog = workerPage.getByRole('dialog', { name: 'यह काम रद्द करें?' });
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('पूरा पैसा वापस जाएगा');
  await dialog.getByLabel('काम रद्द करने की वजह?').fill('बीमार हूँ');
  await dialog.getByRole('button', { name: 'यह काम रद्द करें' }).click();
  await expect(dialog).toHaveCount(0);
  await workerPage.getByLabel('अब तक के काम के लिए आपको').fill('450');
  await workerPage.getByRole('button', { name: /₹450 देने का सुझाव भेजें/ }).click();
  await expect(workerPage.getByText('Meera Kumar के जवाब का इंतज़ार है')).toBeVisible();

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/awardedjob/${jobId}`);
  // The worker gave up: the poster pays no charge.
  await expect(posterPage.getByText('less 2%')).toHaveCount(0);
  await posterPage.getByRole('radio', { name: 'Say no' }).check();
  await posterPage.getByRole('button', { name: 'Say no and open a dispute' }).click();
  await expect(getMilestone(posterPage, 1).getByText('On hold').first()).toBeVisible();
  await expect(
    getMilestone(posterPage, 2)
      .getByText(/refunded/i)
      .first(),
  ).toBeVisible();
  await expectSoundLedger(product);
});
