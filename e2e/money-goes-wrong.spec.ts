import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import {
  acceptRequest,
  completeWork,
  getMilestone,
  pay,
  postJob,
  pressAtCheckout,
  releasePayment,
  sendQuote,
  withdrawTo,
  withdrawToNewUpi,
} from './support/steps.ts';

const DAY_MS = 24 * 3600_000;
const amount = { short: '₹10,800', exact: '₹10,800.00' };

test('a payment fails, is dropped and then succeeds; a failed payout returns to the wallet', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const posterPage = await open('phone', { as: poster });
  const workerPage = await open('phone', { as: worker });
  const title = 'A desk that folds away';
  await postJob(posterPage, { title, skill: 'Carpentry', from: '45000', to: '60000' });
  await sendQuote(workerPage, { title, bid: '54000' });
  await acceptRequest(posterPage, { title, worker: 'Imran Kumar', amount: '₹54,000' });

  await pay(posterPage, amount, 'Fail this payment');
  await expect(posterPage.getByText('Payment failed. Nothing was taken').first()).toBeVisible();
  await posterPage.reload();
  await expect(posterPage.getByText('Payment failed. Nothing was taken').first()).toBeVisible();
  await expectAccessible(posterPage);
  await posterPage.getByRole('link', { name: 'Try again' }).click();
  await pressAtCheckout(posterPage, amount.exact, 'Leave without paying');
  await expect(
    posterPage.getByText('The payment was left before it was finished. Nothing was taken').first(),
  ).toBeVisible();
  await posterPage.getByRole('link', { name: 'Try again' }).click();
  await pressAtCheckout(posterPage, amount.exact, 'Pay');
  await expect(posterPage).toHaveURL(/\/awardedjob\/\d+/);
  const posterMilestone = getMilestone(posterPage, 1);
  await expect(posterMilestone.getByText('Held in escrow')).toBeVisible();
  await expect(getMilestone(posterPage, 2).getByText('Not funded').first()).toBeVisible();

  await workerPage.goto('/myjobs');
  await workerPage.getByRole('link', { name: title }).click();
  const workerMilestone = getMilestone(workerPage, 1);
  await workerMilestone.getByRole('button', { name: 'Start' }).click();
  await completeWork(workerPage, workerMilestone);
  await workerMilestone.getByRole('button', { name: 'Ask for payment ₹10,800' }).click();
  await releasePayment(posterPage, posterMilestone, '₹10,800');
  await expect(workerMilestone.locator('.mi-s')).toContainText('Released');

  await workerPage.goto('/addUPI');
  await workerPage.getByLabel('UPI ID').fill('not-an-id');
  await workerPage.getByRole('button', { name: 'Save UPI ID' }).click();
  await expect(workerPage.getByText('This is not a valid UPI ID').first()).toBeVisible();
  await expect(workerPage.getByLabel('UPI ID')).toHaveValue('not-an-id');

  await addFailingBank(workerPage);
  // Its bank returns no name, so the account waits for a day; the release of a first job rests for three.
  await expect(workerPage.getByRole('radio', { name: /ending 0000/ })).toBeDisabled();
  await expect(workerPage.getByText('The bank has not told us whose account this is.')).toBeVisible();
  await product.ask({ do: 'later', ms: 3 * DAY_MS + 60_000 });
  await workerPage.goto('/bankList?amount=10800');
  const confirm = { product, mobile: worker.mobile };
  await withdrawTo(workerPage, { shown: '₹10,800', upi: '0000' }, confirm);
  await expect(workerPage.getByText('Failed', { exact: true }).first()).toBeVisible();
  await expect(workerPage.getByText('₹10,800.00').first()).toBeVisible();
  await withdrawToNewUpi(workerPage, { amount: '10800', shown: '₹10,800', upi: 'imran@upi' });
  await expect(workerPage.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expectSoundLedger(product);

  async function addFailingBank(page: typeof workerPage): Promise<void> {
    await page.goto('/addbank?amount=10800');
    await page.getByLabel('Account number', { exact: true }).fill('123456780000');
    await page.getByLabel('Account number again').fill('123456780000');
    await page.getByLabel('IFSC code').fill('SBIN0001234');
    await page.getByLabel(/Account holder/).fill('Imran Kumar');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save account' }).click();
    await expect(page).toHaveURL(/\/bankList/);
  }
});
