import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import { getMilestone } from './support/steps.ts';

test('a poster finds receipts on the Payment page and on each paid milestone', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  await product.ask({ do: 'earn', sides: { poster, worker, rupees: '2400' } });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Walls', '1500']], fund: [1] },
  });
  const page = await open('phone', { as: poster });
  await page.goto('/payment');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await expect(page.getByText('Ready to withdraw')).toHaveCount(0);
  const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem');
  await expect(receipts).toHaveCount(3);
  await expect(receipts.nth(0)).toContainText('Paid into escrow');
  await expect(receipts.nth(0)).toContainText('₹1,500');
  await expect(receipts.nth(1)).toContainText('Released to Imran Kumar');
  await expect(receipts.nth(1)).toContainText('₹2,400');
  await expect(receipts.nth(2)).toContainText('Paint a flat, On completion');
  await expectAccessible(page);
  const link = receipts.nth(1).getByRole('link', { name: /^Download receipt FWR-/ });
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');

  await receipts.nth(0).getByRole('link', { name: /Walls/ }).click();
  await expect(page).toHaveURL(new RegExp(`/awardedjob/${jobId}`));
  const address = await getMilestone(page, 1)
    .getByRole('link', { name: 'Payment receipt' })
    .getAttribute('href');
  expect((await page.request.get(address ?? '')).status()).toBe(200);
  // The worker has the passbook, and cannot open the payer's receipt.
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/payment');
  await expect(workerPage.getByText('Ready to withdraw')).toBeVisible();
  await expect(workerPage.getByRole('link', { name: 'Receipts' })).toHaveCount(0);
  expect((await workerPage.request.get(address ?? '')).status()).toBe(404);
  await expectSoundLedger(product);
});

test('somebody who only pays and has not paid yet reads where receipts will be', async ({ open, person }) => {
  const page = await open('phone', { as: await person({ lookingFor: ['services'] }) });
  await page.goto('/payment');
  await expect(page.getByRole('heading', { name: 'No receipts yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See awarded jobs' })).toBeVisible();
  await expect(page.getByText('Ready to withdraw')).toHaveCount(0);
  await expectAccessible(page);
});
