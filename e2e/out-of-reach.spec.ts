import { expect, expectAccessible, test } from './support/fixtures.ts';
import { postJob } from './support/steps.ts';

// What cannot be shown: without a network, which is temporary, or because it does not exist, which is permanent.

const needed = 'This needs the internet. It will show by itself when you are online.';

test('a screen says that it is offline, and loads automatically when the network is back', async ({
  open,
  person,
}) => {
  const poster = await open('desktop', { as: await person({ firstName: 'Meera' }) });
  const titles = ['Wardrobes for a flat', 'Shelves for a shop'] as const;
  for (const title of titles) await postJob(poster, { title, skill: 'Carpentry', from: '9000', to: '12000' });

  const worker = await open('phone', { as: await person({ firstName: 'Imran' }) });
  const main = worker.getByRole('main');
  const setOnline = (on: boolean) => worker.context().setOffline(!on);
  await worker.goto('/');
  // The server renders the list; the application makes its field editable.
  await expect(main.getByRole('searchbox')).toBeEditable();
  await expect(main.getByRole('link', { name: titles[0] })).toBeVisible();

  await test.step('a screen whose code is not loaded', async () => {
    await setOnline(false);
    await main.getByRole('link', { name: titles[0] }).click();
    await expect(main.getByText(needed)).toBeVisible();
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText(needed)).toBeVisible();
    await expectAccessible(worker);
    await setOnline(true);
    await expect(main.getByRole('heading', { name: titles[0] })).toBeVisible();
    // The page was reloaded from the server; this shows that the application runs again.
    await expect(main.getByLabel('Your quote')).toBeVisible();
  });

  await test.step('a screen whose data is not loaded', async () => {
    await worker.getByRole('banner').getByRole('link', { name: 'FWS, home' }).click();
    await expect(main.getByRole('link', { name: titles[1] })).toBeVisible();
    await setOnline(false);
    await main.getByRole('link', { name: titles[1] }).click();
    await expect(main.getByText(needed)).toBeVisible();
    await expect(main.locator('.sk')).toHaveCount(0);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText(needed)).toBeVisible();
    await setOnline(true);
    await expect(main.getByRole('heading', { name: titles[1] })).toBeVisible();
    await expect(main.getByText(needed)).toBeHidden();
  });

  await test.step('loaded content stays', async () => {
    await setOnline(false);
    await expect(worker.getByText(/You are offline/)).toBeVisible();
    await expect(main.getByRole('heading', { name: titles[1] })).toBeVisible();
  });
});

const missing = [
  ['/job/999999', 'This job was not found', 'Jobs for you'],
  ['/job/abc', 'This job was not found', 'Jobs for you'],
  ['/requestlist/999999', 'This job was not found', 'Jobs I posted'],
  ['/awardedjob/999999', 'This job was not found', 'Jobs I posted'],
  ['/myjobsdetail/999999', 'This job was not found', 'Jobs I’m doing'],
  ['/paymentScreen?order_id=unknown', 'This payment was not found', 'Jobs I posted'],
] as const;

test('a missing record offers a link back and no retry', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  const main = page.getByRole('main');
  for (const [address, why, heading] of missing)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(main.getByRole('heading', { name: why })).toBeVisible();
      await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expectAccessible(page);
      await main.getByRole('alert').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    });
});
