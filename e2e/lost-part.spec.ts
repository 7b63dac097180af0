import { expect, test } from './support/fixtures.ts';

// A browser keeps the failure of a module until the page is loaded again, so a short gap in the network must not leave
// screens that cannot be opened.

test('a screen whose code was lost on the way opens all the same', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), expected: /^\/mycontracts: TypeError/ });
  await page.goto('/');
  let lost = 0;
  await page.route('**/assets/PostedJobs-*.js', async (route) => {
    lost += 1;
    await (lost === 1 ? route.abort('connectionreset') : route.continue());
  });
  await page.getByRole('link', { name: 'Jobs I posted' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs I posted' })).toBeVisible();
  await expect(page.getByText('No job is waiting for quotes')).toBeVisible();
  expect(lost).toBeGreaterThan(1);
});

test('a screen whose code never arrives says so, and offers another try', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), expected: /^\/mycontracts: TypeError/ });
  await page.goto('/');
  await page.route('**/assets/PostedJobs-*.js', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'Jobs I posted' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/PostedJobs-*.js');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Jobs I posted' })).toBeVisible();
});
