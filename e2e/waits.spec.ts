import path from 'node:path';
import { expect, openInApp, test } from './support/fixtures.ts';
import { pay } from './support/steps.ts';

// Polling intervals, how long messages are shown, and error messages.

test('a pending payment is polled every two seconds', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['All of it', '5000']] },
  });
  const page = await open('phone', { as: poster });
  const requestTimes: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/escrow_payment_status')) requestTimes.push(Date.now());
  });
  await page.goto(`/awardedjob/${jobId}`);
  await pay(page, { short: '₹5,000', exact: '₹5,000.00' }, 'Leave it pending');
  await expect(page.getByRole('heading', { level: 1, name: 'Please wait…' })).toBeVisible();

  // The other path of the same screen, to which the provider used to redirect.
  const order = new URL(page.url()).searchParams.get('order_id') ?? '';
  await page.goto(`/escrowStatus?order_id=${order}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Please wait…' })).toBeVisible();
  requestTimes.length = 0;
  await expect.poll(() => requestTimes.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
  const gaps = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0));
  // The stream of events asks once more when it is connected, which may be just after a request of the interval.
  const [, shortest = 0] = gaps.toSorted((a, b) => a - b);
  // Never sooner. A busy machine may delay one of them, but not all.
  expect(shortest).toBeGreaterThan(1_900);
  expect(shortest).toBeLessThan(4_000);
});

test('the rule for passwords is shown for eight seconds', async ({ open, person }) => {
  const page = await open('desktop', { as: await person() });
  await page.clock.install();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByRole('textbox', { name: 'Old password' }).fill('safe-pass-12');
  await dialog.getByRole('textbox', { name: 'New password' }).fill('short');
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('short');
  await page.clock.pauseAt(Date.now() + 3600_000);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  const toast = page.locator('.toast', {
    hasText: 'Use at least 8 characters with a letter and a digit',
  });
  await expect(toast).toBeVisible();
  await page.clock.runFor(7_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

/** The answer that these journeys give in place of the server. */
const expected = /^500 \/api\/notifications$/;

test('a server error is shown in place and can be retried', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), expected });
  await page.goto('/profile');
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, body: '<html>' }));
  // The page of its own address would come with the notifications.
  await openInApp(page, '/notifications');
  const main = page.getByRole('main');
  await expect(main.getByText('Something went wrong. Please try again in a minute')).toBeVisible();
  await page.unroute('**/api/notifications');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('News of your quotes, jobs and payments will show here.')).toBeVisible();
});

test('an error of ours shows the reference by which support finds it', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), locale: 'hi', expected });
  await page.goto('/profile');
  const message = 'कुछ गड़बड़ हो गई';
  await page.route('**/api/notifications', (route) =>
    route.fulfill({ status: 500, json: { status: 500, message, data: null, request_id: '7k3m9qxa2fdc' } }),
  );
  await openInApp(page, '/notifications');
  await expect(page.getByRole('main').getByText(`${message} (रेफ़रेंस नंबर: 7k3m9qxa2fdc)`)).toBeVisible();
});

test('a photo that cannot be drawn is reported as empty and can be saved again', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  // Like a device without enough memory.
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await page.goto('/profileEdit');
  await page.getByRole('button', { name: 'Add photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your photo' });
  await dialog.getByLabel('Profile photo').setInputFiles(path.join(import.meta.dirname, 'support/face.jpg'));
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(dialog.getByText('No part of the photo is chosen')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save photo' })).toBeEnabled();
});
