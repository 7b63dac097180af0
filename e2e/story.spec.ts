import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import {
  acceptRequest,
  completeWork,
  getMilestone,
  pay,
  postJob,
  releasePayment,
  sendQuote,
  verifyIdentity,
  withdrawToNewUpi,
} from './support/steps.ts';
import { register, type Newcomer } from './support/accounts.ts';
import { createContacts } from './support/members.ts';

// The product's main story on a real database, at a desk; on phones the same steps are taken in
// money-goes-wrong.spec.ts. Only the outside services are simulated.

const DAY_MS = 24 * 3600_000;

const poster: Newcomer = {
  firstName: 'Lakshmi',
  lastName: 'Prasad',
  ...createContacts(),
  aadhaar: '234123412346',
};
const worker: Newcomer = {
  firstName: 'Arjun',
  lastName: 'Verma',
  ...createContacts(),
  aadhaar: '234123412346',
};

const parts = [
  { short: '₹2,700', exact: '₹2,700.00' },
  { short: '₹8,100', exact: '₹8,100.00' },
  { short: '₹2,700', exact: '₹2,700.00' },
];

test('from a posted job to a paid withdrawal', async ({ open, product }) => {
  const posterPage = await open('desktop');
  const workerPage = await open('desktop');
  await register(posterPage, product, poster);
  await register(workerPage, product, worker);

  const title = 'Two sliding wardrobes in oak';
  await postJob(posterPage, { title, skill: 'Carpentry', from: '12000', to: '15000' });
  await sendQuote(workerPage, { title, bid: '13500' });
  await acceptRequest(posterPage, {
    title,
    worker: `${worker.firstName} ${worker.lastName}`,
    amount: '₹13,500',
  });

  await workerPage.goto('/myjobs');
  await workerPage.getByRole('link', { name: title }).click();
  await expect(workerPage.getByRole('heading', { name: title })).toBeVisible();
  for (const [index, amount] of parts.entries()) {
    const [posterMilestone, workerMilestone] = [
      getMilestone(posterPage, index + 1),
      getMilestone(workerPage, index + 1),
    ];
    await pay(posterPage, amount);
    // Each side sees what the other did without reloading.
    await expect(posterMilestone.getByText('Held in escrow')).toBeVisible();
    await workerMilestone.getByRole('button', { name: 'Start' }).click();
    await expect(posterMilestone.getByText('Work in progress')).toBeVisible();
    await completeWork(workerPage, workerMilestone, 'Painted twice');
    await expect(posterMilestone.getByText('Painted twice')).toBeVisible();
    await workerMilestone.getByRole('button', { name: `Ask for payment ${amount.short}` }).click();
    await releasePayment(posterPage, posterMilestone, amount.short);
    await expect(
      posterPage.getByText(`${amount.short} released to ${worker.firstName}`).first(),
    ).toBeVisible();
    await expect(workerMilestone.locator('.mi-s')).toContainText('Released');
  }
  await expectAccessible(posterPage);
  await expectAccessible(workerPage);

  await verifyIdentity(workerPage, 'ABCPK4321L');
  const upi = { amount: '13500', shown: '₹13,500', upi: 'worker@upi' };
  // The releases of a first job rest for three days.
  await product.ask({ do: 'later', ms: 3 * DAY_MS + 60_000 });
  await withdrawToNewUpi(workerPage, upi, { product, mobile: worker.mobile });
  await expect(workerPage.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expectAccessible(workerPage);
  await workerPage.goto('/payment?tab=invoices');
  const [pdf] = await Promise.all([
    workerPage.waitForResponse((response) => response.url().includes('/api/invoices/')),
    workerPage
      .getByRole('link', { name: /PDF|Download/ })
      .first()
      .evaluate((link: HTMLAnchorElement) => fetch(link.href)),
  ]);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await posterPage.goto('/notifications');
  await expect(posterPage.getByText(`${title} is completed`)).toBeVisible();
  await expectAccessible(posterPage);
  await posterPage.getByRole('button', { name: 'Clear all' }).click();
  await expect(posterPage.getByText('News of your quotes, jobs and payments will show here.')).toBeVisible();
  await expectSoundLedger(product);
});
