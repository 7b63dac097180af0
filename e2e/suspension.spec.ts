import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectSoundLedger,
  expectWellDrawn,
  listCodesSentTo,
  setAppearance,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { giveCode, givePassword } from './support/accounts.ts';
import { PASSWORD } from './support/members.ts';
import { getMilestone } from './support/steps.ts';
import type { JobOptions } from './support/product-commands.ts';

// A suspended account: what its owner can still do, and what the other sides of its contracts see.

const REASON = 'Asked three workers for a registration fee before the job';

const suspend = (product: Product, { id }: Person) =>
  product.ask<string>({ do: 'suspend', userId: id, reason: REASON });

const getSuspendedTitle = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your account is suspended' });

test('a suspended worker logs in, reads why, and can only withdraw', async ({ open, person, product }) => {
  const worker = await person({ firstName: 'Imran', identity: 'verified', password: PASSWORD });
  await product.ask({ do: 'earn', sides: { poster: await person(), worker, rupees: '2500' } });
  await suspend(product, worker);
  const page = await open('phone');
  const used = await listCodesSentTo(product, worker.mobile);
  await givePassword(page, { mobile: worker.mobile, password: PASSWORD });
  await giveCode(page, product, 'Confirm it is you', worker.mobile, used);
  await expect(getSuspendedTitle(page)).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  await expect(page.getByText('₹2,500 ready to withdraw')).toBeVisible();
  await expectWellDrawn(page);
  await setAppearance(page, { size: 'desktop', theme: 'dark' });
  await expectWellDrawn(page);
  await setAppearance(page, { size: 'phone', theme: 'light' });

  for (const address of ['/postjob', '/profile', '/payment', '/'])
    await test.step(`${address} shows the same`, async () => {
      await page.goto(address);
      await expect(getSuspendedTitle(page)).toBeVisible();
    });
  await expect(page.getByRole('link', { name: 'Post a Job' })).toHaveCount(0);

  await page.getByLabel('Amount').fill('2500');
  await page.getByRole('link', { name: 'Add UPI' }).click();
  await expect(page.getByRole('link', { name: 'Your account is suspended' })).toBeVisible();
  await page.getByLabel('UPI ID').fill('imran@upi');
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  await expect(getSuspendedTitle(page)).toBeVisible();
  await page.getByLabel('Amount').fill('2500');
  await page.getByRole('radio', { name: 'imran@upi' }).check();
  await page.getByRole('button', { name: 'Withdraw ₹2,500' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Withdraw ₹2,500' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw ₹2,500' }).click();
  await expect(page.getByText('₹0 ready to withdraw')).toBeVisible();
  await expectSoundLedger(product);
});

test('a suspended person without a verified identity reads what to do', async ({ open, person, product }) => {
  const worker = await person({ firstName: 'Imran' });
  await product.ask({ do: 'earn', sides: { poster: await person(), worker, rupees: '2500' } });
  const page = await open('phone', {
    as: { ...worker, token: await suspend(product, worker) },
    locale: 'hi',
    theme: 'dark',
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'आपका खाता रोक दिया गया है' })).toBeVisible();
  await expect(page.getByText('निकालने के लिए ₹2,500 तैयार')).toBeVisible();
  await expect(page.getByText(/हम आपकी पहचान की पुष्टि करेंगे/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'सपोर्ट को लिखें' })).toBeVisible();
  await expectWellDrawn(page);
});

test('a suspended poster appeals what was taken down', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Vikas' });
  const caseId = await product.ask<number>({ do: 'takeDown', poster, reporter: await person() });
  const page = await open('phone', { as: { ...poster, token: await suspend(product, poster) } });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Taken down' })).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('listitem').getByRole('link').click();
  await expect(page).toHaveURL(`/taken-down/${caseId}`);
  await expect(page.getByText('Remove the ₹499.')).toBeVisible();
  // Nothing of theirs goes on.
  await expect(page.getByRole('link', { name: 'Post again, changed' })).toHaveCount(0);
  await expectWellDrawn(page);
  await setAppearance(page, { size: 'desktop', theme: 'dark' });
  await expectWellDrawn(page);
  await page.getByLabel('Why should it come back?').fill('The ₹499 is the price of the work.');
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText('“The ₹499 is the price of the work.”')).toBeVisible();
  await page.getByRole('link', { name: 'Your account', exact: true }).click();
  await expect(page.getByText(/Appeal sent\. Answer by/)).toBeVisible();
  await expectWellDrawn(page);
});

const JOB: JobOptions = {
  rows: [
    ['Measuring', '200'],
    ['Shutters', '400'],
    ['Countertop', '300'],
    ['Finishing', '300'],
    ['Cleaning', '100'],
  ],
  fund: [1, 2, 3, 4],
  accept: [1],
  request: [2],
  start: [3],
};

test('the poster of a suspended worker sees of each milestone what to do', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'job', poster, worker, job: JOB });
  await suspend(product, worker);
  const page = await open('phone', { as: poster });
  await page.goto(`/awardedjob/${jobId}`);
  await expect(page.getByText(/^Imran Kumar’s account is suspended/)).toBeVisible();
  await expect(getMilestone(page, 2)).toContainText('Release the money, or raise an issue');
  await expect(getMilestone(page, 3)).toContainText('Wait, cancel, or raise an issue');
  await expect(getMilestone(page, 4)).toContainText('You can cancel without a charge');
  await expect(getMilestone(page, 5)).toContainText('You cannot pay for this part at present');
  await expect(getMilestone(page, 5).getByRole('button', { name: 'Fund escrow ₹100' })).toBeDisabled();
  // The hint has said it already.
  await expect(page.getByText('They cannot go on with this job at present')).toHaveCount(0);
  await expectWellDrawn(page);
});

test('the worker of a suspended poster works on, and waits for nobody', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Ravi' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'job', poster, worker, job: JOB });
  await suspend(product, poster);
  const page = await open('phone', { as: worker });
  await page.goto(`/myjobsdetail/${jobId}`);
  await expect(page.getByText(/^Ravi Kumar’s account is suspended/)).toBeVisible();
  await expect(getMilestone(page, 2)).toContainText('The money is released by itself');
  await expect(getMilestone(page, 5)).toContainText('Do not start: nobody can pay for this part');
  await expect(getMilestone(page, 5).getByRole('button')).toHaveCount(0);
  await expect(page.getByText(/Waiting for/)).toHaveCount(0);
  await expectWellDrawn(page);
  await getMilestone(page, 3).getByRole('button', { name: 'Mark Completed' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
