import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectWellDrawn, test } from './support/fixtures.ts';
import { getFirstDay, openMoreDetails } from './support/steps.ts';

const getCategory = (page: Page) => page.getByLabel('Category');
const getFold = (page: Page) => page.getByRole('main').locator('details');
const chosen = (page: Page) => getCategory(page).locator('option:checked');

test('a job is posted with a title, a place, a day and an amount', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/postjob');
  await page.getByLabel('Job title').fill('Paint 3BHK flat');
  await expect(chosen(page)).toHaveText('Painting');
  await page.getByRole('button', { name: 'Use Current Location' }).tap();
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await page.getByLabel('Start the work on').tap();
  await getFirstDay(page).tap();
  await page.getByLabel('Budget').fill('28000');
  await expect(getFold(page)).toContainText('Wall painting · FWS Term Payment · closes');
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Post this Job' }).tap();
  await expect(page.getByText('Your job is posted')).toBeVisible();
  await page.getByRole('link', { name: 'Paint 3BHK flat' }).first().tap();
  const main = page.getByRole('main');
  await expect(main).toContainText('₹28,000');
  await expect(main).toContainText('FWS Term Payment');
  await expect(main).toContainText('Wall painting');
});

test('the title proposes category and skills until the poster chooses', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/postjob');
  const title = page.getByLabel('Job title');
  await expect(chosen(page)).toHaveText('Choose a category');
  await title.fill('Leaking tap');
  await expect(chosen(page)).toHaveText('Plumbing');
  await expect(getFold(page)).toContainText('Tap repair · Leak repair');
  // A title that says two trades asks.
  await title.fill('Plumber and electrician');
  await expect(chosen(page)).toHaveText('Choose a category');
  await getCategory(page).selectOption('Electrical');
  await title.fill('Paint two rooms');
  await expect(getFold(page)).toContainText('Wall painting');
  await expect(chosen(page)).toHaveText('Electrical');
  await page.reload();
  await expect(title).toHaveValue('Paint two rooms');
  await expect(chosen(page)).toHaveText('Electrical');
});

test('the close date follows the start by a week until the poster chooses one', async ({ open, person }) => {
  const page = await open('desktop', { as: await person() });
  await page.clock.setFixedTime('2026-11-20T06:00:00Z');
  await page.goto('/postjob');
  await expect(getFold(page)).toContainText('closes a week after the start');
  const start = page.getByLabel('Start the work on');
  await start.fill('23 Nov 2026');
  await expect(getFold(page)).toContainText('closes 30 Nov 2026');
  await start.fill('25 Nov 2026');
  await expect(getFold(page)).toContainText('closes 2 Dec 2026');
  await openMoreDetails(page);
  await page.getByLabel('Finish the work by').fill('20 Dec 2026');
  await start.fill('26 Nov 2026');
  await expect(getFold(page)).toContainText('closes 20 Dec 2026');
});

test('an error in the folded part opens it and focuses the field', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.clock.setFixedTime('2026-11-20T06:00:00Z');
  await page.goto('/postjob');
  await page.getByLabel('Job title').fill('Paint two rooms');
  await page.getByRole('combobox', { name: 'Location' }).fill('Kothrud, Pune');
  await page.getByLabel('Start the work on').fill('25 Nov 2026');
  await page.getByLabel('Budget').fill('28000');
  await openMoreDetails(page);
  await page.getByLabel('Finish the work by').fill('24 Nov 2026');
  await openMoreDetails(page);
  await expect(getFold(page)).not.toHaveAttribute('open');
  await page.getByRole('button', { name: 'Post this Job' }).tap();
  await expect(page.getByLabel('Finish the work by')).toBeFocused();
  await expectAccessible(page);
  // The link of the summary opens it again.
  await openMoreDetails(page);
  await page.getByRole('alert').getByRole('link').tap();
  await expect(page.getByLabel('Finish the work by')).toBeFocused();
});

test('a price range takes the place of the amount, and the form says so in Hindi', async ({
  open,
  person,
}) => {
  const page = await open('phone', { as: await person(), locale: 'hi' });
  await page.goto('/postjob');
  await page.getByLabel('काम का नाम').fill('घर की पुताई');
  await expect(page.getByRole('main').locator('details')).toContainText('दीवार की पुताई · तीन हिस्सों में');
  await page.getByRole('button', { name: 'दो रकम के बीच' }).tap();
  await page.getByLabel('कम से कम').fill('38000');
  await page.getByLabel('ज़्यादा से ज़्यादा').fill('46000');
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'एक ही रकम' }).tap();
  await expect(page.getByLabel('बजट')).toHaveValue('');
});
