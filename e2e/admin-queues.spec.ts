import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openAdminPage } from './support/admin.ts';
import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import { forgeWebhook } from './support/forge.ts';

// Each queue of the admin area, as an admin works through it.

test.use({ settings: { SECOND_APPROVER_ABOVE_RUPEES: '5000' } });

/** Opens a case in the queue of its kind. */
async function openCase(page: Page, kind: string, id: number | string): Promise<void> {
  await page.goto(`/admin/${kind}/${id}`);
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Case' }).getByRole('heading', { level: 2 })).toBeVisible();
}
const getListedCase = (page: Page, text: RegExp | string) =>
  page.getByRole('complementary', { name: 'Review queue' }).getByRole('link', { name: text });
const getReasonField = (page: Page) => page.getByLabel(/^(?:Reason|Note)/);

test('a contradicted withdrawal is credited to the worker after a second admin agrees', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const poster = await person();
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const sides = { poster, worker, rupees: '9600' };
  const id = await product.ask<number>({ do: 'contradicted', sides });
  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.getByRole('button', { name: /^Withdrawal/ }).click();
  await getListedCase(page, /Withdrawal contradicted/)
    .first()
    .click();
  await expect(page.getByText('account closed')).toBeVisible();
  await expect(page.getByRole('row', { name: /Wallet, user \d+ ₹0\.00/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Payout float 9,600\.00 Dr/ })).toBeVisible();
  await expect(page.getByText('A second person must agree before the money moves')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Give it to the worker: ₹9,600' }).click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await getReasonField(page).fill('Their bank confirmed that it never came');
  await page.getByRole('button', { name: 'Give it to the worker: ₹9,600' }).click();
  await expect(page.getByText('Nandini Rao has decided; a second person must agree.')).toBeVisible();

  const secondAdmin = await openAdminPage({ open, person, product }, 'finance', 'Farah');
  await secondAdmin.page.getByRole('button', { name: /^Second word/ }).click();
  await getListedCase(secondAdmin.page, /Withdrawal contradicted/).click();
  await expect(secondAdmin.page.getByText('“Their bank confirmed that it never came”')).toBeVisible();
  await expectAccessible(secondAdmin.page);
  await secondAdmin.page.getByRole('button', { name: 'Agree: move ₹9,600' }).click();
  await expect(secondAdmin.page.getByText('Agreed and done')).toBeVisible();
  await openCase(page, 'withdrawal', id);
  await expect(page.getByText(/Give it to the worker: Nandini Rao/)).toBeVisible();
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/payment');
  await expect(workerPage.getByText('₹9,600').first()).toBeVisible();
  await expectSoundLedger(product);
});

test('a refused refund is sent again and arrives, and its case closes automatically', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const sides = { poster: await person(), worker: await person(), rupees: '1000' };
  await product.ask<number>({ do: 'refused', sides });
  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.getByRole('button', { name: /^Refund/ }).click();
  await getListedCase(page, /Refund refused by the provider/)
    .first()
    .click();
  await expect(page.getByText('Nothing is posted before the provider has answered.')).toBeVisible();
  await expectAccessible(page);
  await getReasonField(page).fill('The provider has topped up its account');
  await page.getByRole('button', { name: 'Send the refund again: ₹980' }).click();
  await expect(page.getByText(/Send the refund again: Nandini Rao/)).toBeVisible();
  await expect(getListedCase(page, /Refund refused by the provider/)).toHaveCount(0);
  const posterPage = await open('phone', { as: sides.poster });
  await expect(async () => {
    await posterPage.goto('/notifications');
    await expect(posterPage.getByText(/₹980/).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expectSoundLedger(product);
});

test('a lost chargeback is written off and covered by own funds', async ({ open, person, product }) => {
  test.setTimeout(180_000);
  const sides = { poster: await person(), worker: await person({ identity: 'verified' }), rupees: '1500' };
  await product.ask<number>({
    do: 'chargeback',
    sides,
    released: true,
    steps: [['MERCHANT_LOST', 'lost']],
    ends: 'chargeback_lost',
  });
  const { page, secret } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.getByRole('button', { name: /^Chargeback/ }).click();
  await getListedCase(page, /Chargeback lost/)
    .first()
    .click();
  await expect(page.getByRole('row', { name: /Chargeback loss 1,500\.00 Dr/ })).toBeVisible();
  await expectAccessible(page);
  await getReasonField(page).fill('The payer has moved away');
  await test.step('an old code is not enough', async () => {
    await product.ask({ do: 'advance', ms: 11 * 60_000 });
    await page.getByRole('button', { name: 'Write it off: ₹1,500' }).click();
    const dialog = page.getByRole('dialog', { name: 'A fresh code' });
    await dialog.getByLabel('Code').fill(await product.ask<string>({ do: 'code', secret }));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  });
  await test.step('what was released is on hold until it is decided about too', async () => {
    await expect(page.getByRole('button', { name: /^Write it off/ })).toHaveCount(0);
    await getReasonField(page).fill('The work was done');
    await page.getByRole('button', { name: 'Free what was released' }).click();
    await expect(page.getByText(/Free what was released: Nandini Rao/)).toBeVisible();
  });

  await product.ask({ do: 'work', task: 'verify_books', payload: {} });
  await page.reload();
  await page.getByRole('button', { name: /^Books/ }).click();
  await getListedCase(page, /Own funds are short/).click();
  await page.getByLabel('Bank’s reference').fill(randomUUID().slice(0, 12));
  await expect(page.getByRole('row', { name: /Own funds .* Cr/ })).toBeVisible();
  await expectAccessible(page);
  await getReasonField(page).fill('Paid in from our own account');
  await page.getByRole('button', { name: /^Record own money/ }).click();
  await expect(page.getByText(/Record own money: Nandini Rao/)).toBeVisible();
  await expectSoundLedger(product);
});

test('the money of a chargeback won too late is paid to the worker', async ({ open, person, product }) => {
  test.setTimeout(180_000);
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  await product.ask<number>({
    do: 'chargeback',
    sides: { poster: await person(), worker, rupees: '1200' },
    released: false,
    steps: [
      ['INSUFFICIENT_EVIDENCE', 'lost'],
      ['MERCHANT_WON', 'won', 'PRE_ARBITRATION'],
    ],
    ends: 'chargeback_late',
  });
  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.getByRole('button', { name: /^Unapplied/ }).click();
  await getListedCase(page, /Chargeback won too late/).click();
  await page.getByRole('radio', { name: /^Send it back/ }).check();
  await expect(page.getByRole('row', { name: /Refund ref_l\d+ 1,200\.00 Cr/ })).toBeVisible();
  await page.getByRole('radio', { name: /^Give it to the worker/ }).check();
  await expect(page.getByRole('row', { name: /Wallet, user \d+ 1,200\.00 Cr/ })).toBeVisible();
  await expectAccessible(page);
  await getReasonField(page).fill('The work was done and accepted');
  await page.getByRole('button', { name: 'Give it to the worker: ₹1,200' }).click();
  await expect(page.getByText(/Give it to the worker: Nandini Rao/)).toBeVisible();
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/payment');
  await expect(workerPage.getByText('₹1,200').first()).toBeVisible();
  await expectSoundLedger(product);
});

test('a forged webhook is checked again and dismissed; a failed task is run again and dismissed', async ({
  open,
  person,
  product,
}) => {
  expect((await forgeWebhook(product)).status).toBe(401);
  const { page } = await openAdminPage({ open, person, product }, 'admin', 'Nandini');
  await page.getByRole('button', { name: /^Webhook/ }).click();
  await getListedCase(page, /Webhook with a wrong signature/).click();
  await expect(page.getByRole('cell', { name: 'PAYMENT_SUCCESS_WEBHOOK' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check it again' }).click();
  await expect(page.getByText('It is refused still. Nothing was done')).toBeVisible();
  await getReasonField(page).fill('A scan from outside');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/Looked at by Nandini Rao/)).toBeVisible();

  await product.ask({ do: 'work', task: 'check_refund', payload: { orderId: 'order_7' } });
  await page.goto('/admin?only=task');
  await getListedCase(page, /check_refund/).click();
  await expect(page.getByText(/a task came without its refundId/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByText('Choose a case')).toBeVisible();
  await expect(async () => {
    await page.goto('/admin?only=task');
    await getListedCase(page, /check_refund/).click({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await getReasonField(page).fill('Asked for nothing');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Choose a case')).toBeVisible();
  await expect(getListedCase(page, /check_refund/)).toHaveCount(0);
});

test('a job is verified and an enquiry is answered with the keyboard', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person();
  await product.ask({ do: 'job', poster, worker, job: { rows: [['Walls', '5000']], open: true } });
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: 'Arun Shah',
    purpose: 'Repairs',
    fws_known: 'A friend',
    company: 'Deccan Agro Traders',
    phone: '9876543210',
    email: 'arun@deccan.example',
    address1: '14, Sample Road',
    address2: '',
    address3: 'Pune',
    post_requirement: 'Plumbing twice a year',
  }))
    form.append(name, value);
  expect((await fetch(`${product.url}/api/fws_business`, { method: 'POST', body: form })).status).toBe(200);

  const { page } = await openAdminPage({ open, person, product }, 'support', 'Farah');
  await page.getByRole('button', { name: /^Job/ }).click();
  await expect(getListedCase(page, /Paint a flat/)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/admin\/job\/\d+/);
  await expect(page.getByRole('heading', { level: 2, name: 'Paint a flat' })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /verified mark|Verify|mark/i })
    .first()
    .click();
  await expect(getListedCase(page, /Paint a flat/)).toHaveCount(0);
  await expect(page.getByText(/Looked at by Farah Rao/)).toBeVisible();

  await page.getByRole('button', { name: /^Enquiry/ }).click();
  await expect(getListedCase(page, /Deccan Agro Traders/)).toHaveCount(1);
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(page.getByText('Plumbing twice a year')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Called back');
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText(/Looked at by Farah Rao/)).toBeVisible();
  await expect(getListedCase(page, /Deccan Agro Traders/)).toHaveCount(0);
});
