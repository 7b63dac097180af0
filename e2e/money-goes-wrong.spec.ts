import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import {
  acceptRequest,
  milestone,
  pay,
  postJob,
  pressAtCheckout,
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
  const hers = await open('phone', { as: poster });
  const his = await open('phone', { as: worker });
  const title = 'A desk that folds away';
  await postJob(hers, { title, skill: 'Carpentry', from: '45000', to: '60000' });
  await sendQuote(his, { title, bid: '54000' });
  await acceptRequest(hers, { title, worker: 'Imran Kumar', amount: '₹54,000' });

  await pay(hers, amount, 'Fail this payment');
  await expect(hers.getByText('Payment failed. Nothing was taken').first()).toBeVisible();
  await hers.reload();
  await expect(hers.getByText('Payment failed. Nothing was taken').first()).toBeVisible();
  await expectAccessible(hers);
  await hers.getByRole('link', { name: 'Try again' }).click();
  await pressAtCheckout(hers, amount.exact, 'Leave without paying');
  await expect(
    hers.getByText('The payment was left before it was finished. Nothing was taken').first(),
  ).toBeVisible();
  await hers.getByRole('link', { name: 'Try again' }).click();
  await pressAtCheckout(hers, amount.exact, 'Pay');
  await expect(hers).toHaveURL(/\/awardedjob\/\d+/);
  const herStone = milestone(hers, 1);
  await expect(herStone.getByText('Held in escrow')).toBeVisible();
  await expect(milestone(hers, 2).getByText('Not funded').first()).toBeVisible();

  await his.goto('/myjobs');
  await his.getByRole('link', { name: title }).click();
  const hisStone = milestone(his, 1);
  await hisStone.getByRole('button', { name: 'Start' }).click();
  await hisStone.getByRole('button', { name: 'Mark Completed' }).click();
  await hisStone.getByRole('button', { name: 'Request To Pay ₹10,800' }).click();
  await herStone.getByRole('button', { name: 'Mark Completed' }).click();
  await herStone.getByRole('button', { name: 'Release Fund ₹10,800' }).click();
  await hers.getByRole('dialog').getByRole('button', { name: 'Release Fund ₹10,800' }).click();
  await expect(hisStone.getByText('Payment funded')).toBeVisible();

  await his.goto('/addUPI');
  await his.getByLabel('UPI ID').fill('not-an-id');
  await his.getByRole('button', { name: 'Save UPI ID' }).click();
  await expect(his.getByText('This is not a valid UPI ID').first()).toBeVisible();
  await expect(his.getByLabel('UPI ID')).toHaveValue('not-an-id');

  await addFailingBank(his);
  // Its bank returns no name, so the account waits for a day.
  await expect(his.getByRole('radio', { name: /ending 0000/ })).toBeDisabled();
  await expect(his.getByText('The bank has not told us whose account this is.')).toBeVisible();
  await product.ask({ do: 'later', ms: DAY_MS + 60_000 });
  await his.goto('/bankList?amount=10800');
  const confirm = { product, mobile: worker.mobile };
  await withdrawTo(his, { shown: '₹10,800', upi: '0000' }, confirm);
  await expect(his.getByText('Failed', { exact: true }).first()).toBeVisible();
  await expect(his.getByText('₹10,800.00').first()).toBeVisible();
  await withdrawToNewUpi(his, { amount: '10800', shown: '₹10,800', upi: 'imran@upi' });
  await expect(his.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expectSoundLedger(product);

  async function addFailingBank(page: typeof his): Promise<void> {
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
