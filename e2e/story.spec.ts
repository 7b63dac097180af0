import { expect, expectAccessible, expectSoundLedger, test, type Size } from './support/fixtures.ts';
import {
  acceptRequest,
  milestone,
  pay,
  postJob,
  register,
  sendQuote,
  verifyIdentity,
  withdrawToNewUpi,
  type Newcomer,
} from './support/steps.ts';

// The product's main story on a real database. Only the outside services are simulated.

const people: Record<Size, { poster: Newcomer; worker: Newcomer }> = {
  phone: {
    poster: {
      firstName: 'Meera',
      lastName: 'Kulkarni',
      email: 'meera@phone.example',
      mobile: '9890100001',
      aadhaar: '234123412346',
    },
    worker: {
      firstName: 'Imran',
      lastName: 'Shaikh',
      email: 'imran@phone.example',
      mobile: '9890100002',
      aadhaar: '234123412346',
    },
  },
  desktop: {
    poster: {
      firstName: 'Lakshmi',
      lastName: 'Prasad',
      email: 'lakshmi@desktop.example',
      mobile: '9890200001',
      aadhaar: '234123412346',
    },
    worker: {
      firstName: 'Arjun',
      lastName: 'Verma',
      email: 'arjun@desktop.example',
      mobile: '9890200002',
      aadhaar: '234123412346',
    },
  },
};

const parts = [
  { short: '₹10,800', exact: '₹10,800.00' },
  { short: '₹32,400', exact: '₹32,400.00' },
  { short: '₹10,800', exact: '₹10,800.00' },
];

for (const size of ['phone', 'desktop'] as const) {
  test(`from a posted job to a paid withdrawal: ${size}`, async ({ open, product }) => {
    const { poster, worker } = people[size];
    const hers = await open(size);
    const his = await open(size);
    await register(hers, product, poster);
    await register(his, product, worker);

    const title = `Two sliding wardrobes, ${size}`;
    await postJob(hers, { title, skill: 'Carpentry', from: '45000', to: '60000' });
    await sendQuote(his, { title, bid: '54000' });
    await acceptRequest(hers, { title, worker: `${worker.firstName} ${worker.lastName}`, amount: '₹54,000' });

    await his.goto('/myjobs');
    await his.getByRole('link', { name: title }).click();
    await expect(his.getByRole('heading', { name: title })).toBeVisible();
    for (const [index, amount] of parts.entries()) {
      const [herStone, hisStone] = [milestone(hers, index + 1), milestone(his, index + 1)];
      await pay(hers, amount);
      // Each side sees what the other did without reloading.
      await expect(herStone.getByText('Held in escrow')).toBeVisible();
      await hisStone.getByRole('button', { name: 'Start' }).click();
      await expect(herStone.getByText('Work in progress')).toBeVisible();
      await hisStone.getByRole('button', { name: 'Mark Completed' }).click();
      await hisStone.getByRole('button', { name: `Request To Pay ${amount.short}` }).click();
      await herStone.getByRole('button', { name: 'Mark Completed' }).click();
      await herStone.getByRole('button', { name: `Release Fund ${amount.short}` }).click();
      await hers
        .getByRole('dialog')
        .getByRole('button', { name: `Release Fund ${amount.short}` })
        .click();
      await expect(hers.getByText(`${amount.short} released to ${worker.firstName}`).first()).toBeVisible();
      await expect(hisStone.getByText('Payment funded')).toBeVisible();
    }
    await expectAccessible(hers);
    await expectAccessible(his);

    await verifyIdentity(his, 'ABCPK4321L');
    const upi = { amount: '54000', shown: '₹54,000', upi: 'worker@upi' };
    await withdrawToNewUpi(his, upi, { product, mobile: worker.mobile });
    await expect(his.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expectAccessible(his);
    await his.goto('/payment?tab=invoices');
    const [pdf] = await Promise.all([
      his.waitForResponse((response) => response.url().includes('/api/invoices/')),
      his
        .getByRole('link', { name: /PDF|Download/ })
        .first()
        .evaluate((link: HTMLAnchorElement) => fetch(link.href)),
    ]);
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);

    await hers.goto('/notifications');
    await expect(hers.getByText(`${title} is completed`)).toBeVisible();
    await expectAccessible(hers);
    await hers.getByRole('button', { name: 'Clear all' }).click();
    await expect(hers.getByText('There are no notifications to display!')).toBeVisible();
    await expectSoundLedger(product);
  });
}
