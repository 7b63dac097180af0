import type { Locator } from '@playwright/test';
import { expect, expectWellDrawn, test, type Size } from './support/fixtures.ts';
import { openMoreDetails, postShortJob } from './support/steps.ts';

async function getBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('a short job that is opened by its address keeps the bar until an amount can be typed, and its term is the quote’s', async ({
  open,
  person,
}) => {
  const poster = await person();
  const title = `Paint a gate for ${poster.id}`;
  const posting = await open('phone', { as: poster });
  await postShortJob(posting, title, async () => {
    await openMoreDetails(posting);
    await posting.getByRole('radio', { name: /On Completion/ }).check();
  });
  const page = await open('phone', { as: await person() });
  await page.goto('/');
  await page.getByRole('link', { name: title }).tap();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.reload();
  const bid = page.getByLabel('Your quote');
  await expect(bid).toBeAttached();
  const bar = page.locator('.stickybar');
  // The panel has begun above the bar, but its amount is still below it.
  const panel = page.locator('#quote');
  await panel.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 640));
  await expect(bar).toBeVisible();
  const top = (await getBox(bar)).y;
  expect((await getBox(panel)).y).toBeLessThan(top);
  await bar.getByRole('button', { name: 'Submit a Quote' }).tap();
  await expect(bid).toBeFocused();
  await expect(bar).toBeHidden();
  expect((await getBox(bid)).bottom).toBeLessThan(top);
  await expect(page.getByRole('radio', { name: 'By Completion' })).toBeChecked();
});

test('a job stays in its place when it becomes interactive', async ({ open, person }) => {
  const poster = await person();
  const title = `Paint a door for ${poster.id}`;
  const posting = await open('phone', { as: poster });
  await postShortJob(posting, title);
  const own = await posting.getByRole('link', { name: title }).getAttribute('href');
  const page = await open('phone', { as: await person() });
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`/job/${/\d+$/.exec(own ?? '')?.[0]}`, { waitUntil: 'commit' });
  const question = page.getByLabel(`Ask ${poster.firstName}`);
  await expect(question).toBeDisabled();
  // The fonts are not what this is about. Before the first begins to load, none is loading either.
  await page.waitForFunction(() => {
    const states = [...document.fonts].map(({ status }) => status);
    return states.includes('loaded') && !states.includes('loading');
  });
  const aside = page.getByRole('complementary');
  const { y } = await getBox(aside);
  load();
  await expect(question).toBeEnabled();
  await expect(aside.getByLabel('Your quote')).toBeAttached();
  expect((await getBox(aside)).y).toBe(y);
});

test('a quote that arrives is counted beside the list, and ends editing', async ({ open, person }) => {
  const poster = await person();
  const title = `Paint a fence for ${poster.id}`;
  const page = await open('desktop', { as: poster });
  await postShortJob(page, title);
  await page.getByRole('link', { name: title }).click();
  const aside = page.getByRole('complementary');
  const received = aside.locator('dt', { hasText: 'Quotes received' }).locator('+ dd');
  await expect(received).toHaveText('0');
  await expect(aside.getByRole('link', { name: 'Edit job' })).toBeVisible();

  const worker = await open('phone', { as: await person() });
  await worker.goto('/');
  await worker.getByRole('link', { name: title }).tap();
  await worker.getByLabel('Your quote').fill('27000');
  await worker.getByRole('button', { name: 'Submit Quote' }).tap();
  await expect(worker.getByText('Your quote is sent')).toBeVisible();

  await expect(received).toHaveText('1');
  await expect(aside.getByRole('link', { name: 'Edit job' })).toBeHidden();
});

test('toasts stay clear of title and back link on a phone', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await postShortJob(page, 'Paint a door');
  const toast = await getBox(page.getByRole('status').filter({ hasText: 'Your job is posted' }));
  const dock = await getBox(page.getByRole('navigation').last());
  expect(toast.bottom).toBeLessThanOrEqual(dock.y);
  expect(dock.y - toast.bottom).toBeLessThan(24);
  expect(toast.y).toBeGreaterThan((await getBox(page.getByRole('heading', { level: 1 }))).bottom);
});

for (const size of ['phone', 'desktop'] as Size[])
  test(`an empty passbook keeps its distance from the edge: ${size}`, async ({ open, person }) => {
    const page = await open(size, { as: await person() });
    await page.goto('/payment');
    const leaf = await getBox(page.locator('.pay-leaf'));
    const title = await getBox(page.locator('.pay-entries .empty-title'));
    expect(title.x - leaf.x).toBeGreaterThanOrEqual(16);
    await expectWellDrawn(page);
  });

test('the landing page draws how each payment is split on a phone', async ({ open }) => {
  const page = await open('phone');
  await page.goto('/');
  for (const bar of await page.locator('.way .term').all())
    expect((await getBox(bar)).width).toBeGreaterThan(200);
});
