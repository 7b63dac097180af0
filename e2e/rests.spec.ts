import { getMilestone, withdrawTo } from './support/steps.ts';
import { expect, expectSoundLedger, expectWellDrawn, test } from './support/fixtures.ts';

const DAY_MS = 24 * 3600_000;

test('a release rests, and the passbook and the withdrawal say until when', async ({
  open,
  person,
  product,
}) => {
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const poster = await person({ firstName: 'Anil' });
  await product.ask({ do: 'earn', sides: { poster, worker, rupees: '1500' } });
  const priya = await person({ firstName: 'Priya' });
  await product.ask({ do: 'rest', sides: { poster: priya, worker, rupees: '800' } });

  const page = await open('phone', { as: worker });
  await page.goto('/payment');
  const cover = page.locator('.cover');
  await expect(cover).toContainText('Ready to withdraw');
  await expect(cover.locator('.cv-b')).toHaveText('₹1,500.00');
  await expect(cover).toContainText('Resting ₹800');
  const resting = page.getByRole('region', { name: 'Resting' });
  await expect(resting).toContainText('Your first job with Priya.');
  // The entries have the whole balance.
  await expect(page.locator('.pb .rests')).toContainText('2,300.00');
  await expect(page.locator('.pb .rests')).toContainText('Rests until');
  await expectWellDrawn(page);

  await page.getByRole('link', { name: 'Get paid now' }).first().click();
  await expect(page).toHaveURL(/\/withdraw/);
  await page.getByLabel('Amount').fill('2000');
  await page.getByRole('link', { name: 'Add UPI' }).first().click();
  await page.getByLabel('UPI ID').fill('imran@upi');
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  await expect(page.getByRole('radio', { name: 'imran@upi' })).toBeVisible();
  await page.goto('/withdraw?amount=2000');
  await page.getByRole('radio', { name: 'imran@upi' }).check();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText(/₹1,500 can go today\. ₹2,000 can go from \d+ \w+, /)).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('2,000');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Make it ₹1,500' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw ₹1,500' })).toBeVisible();

  await product.ask({ do: 'later', ms: 7 * DAY_MS + 60_000 });
  await page.goto('/withdraw?amount=2000');
  await withdrawTo(page, { shown: '₹2,000', upi: 'imran@upi' }, { product, mobile: worker.mobile });
  await expect(cover.locator('.cv-b')).toHaveText('₹300.00');
  await expect(cover).not.toContainText('Resting');
  await expectSoundLedger(product);
});

test('both sides read the rest before funding, and what is in the way of the payment', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Anil' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const rows: [string, string][] = [
    ['Measurement', '5200'],
    ['Carcass', '60000'],
  ];
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'job', poster, worker, job: { rows } });
  const page = await open('phone', { as: poster });
  await page.goto(`/awardedjob/${jobId}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Fund escrow ₹5,200' }).click();
  await expect(dialog.getByRole('heading', { name: /When Imran \w+ can withdraw/ })).toBeVisible();
  const ways = dialog.locator('.rest-terms').getByRole('listitem');
  await expect(ways.nth(0)).toContainText(
    /^UPIYour first job with Imran\. Paid by UPI\. 3 days\.Rests 3 days$/,
  );
  await expect(ways.nth(2)).toContainText('Rests 7 days');
  await expectWellDrawn(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // More than a payer without a verified identity pays in a month.
  await page.getByRole('button', { name: 'Fund escrow ₹60,000' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Verify your identity to pay more than ₹50,000');
  await expect(dialog.getByRole('button', { name: 'Fund escrow ₹60,000' })).toBeDisabled();
  await expectWellDrawn(page);
  await dialog.getByRole('link', { name: 'Verify my identity' }).click();
  await expect(page).toHaveURL(/kyc/i);

  const workerPage = await open('desktop', { as: worker, locale: 'hi', theme: 'dark' });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await getMilestone(workerPage, 1).getByText('यह रकम कब निकाल सकते हैं?').click();
  const terms = workerPage.locator('.rest-terms');
  await expect(terms.getByRole('listitem').nth(0)).toContainText('Anil के साथ आपका पहला काम।');
  await expect(terms.getByRole('listitem').nth(0)).toContainText('3 दिन बाद');
  await expectWellDrawn(workerPage);

  const quoted = await product.ask<{ jobId: number; quoteId: number }>({
    do: 'job',
    poster,
    worker,
    job: { open: true, rows },
  });
  await page.goto(`/requestlist/${quoted.jobId}?quote=${quoted.quoteId}`);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog.locator('.rest-terms')).toContainText('Rests 3 days');
  await expectWellDrawn(page);
  await workerPage.goto(`/myquote/${quoted.quoteId}`);
  await workerPage.getByText('यह रकम कब निकाल सकते हैं?').click();
  await expect(terms).toContainText('3 दिन बाद');
  await expectWellDrawn(workerPage);
});
