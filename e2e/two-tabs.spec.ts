import type { Page } from '@playwright/test';
import { paths } from '../web/src/platform/router/paths.ts';
import { expect, expectAccessible, expectWellDrawn, test } from './support/fixtures.ts';
import { formatDayFromNow } from './support/steps.ts';

// The same form in two tabs: what the second saves does not undo what the first has saved.

const openSecondTab = async (page: Page): Promise<Page> => {
  const second = await page.context().newPage();
  await second.goto(page.url());
  return second;
};

const getNote = (page: Page) => page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' });

test('a job that another tab has changed keeps both changes, and asks where they meet', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title: 'Paint a flat' } });
  const first = await open('phone', { as: poster, expected: /409/ });
  await first.goto(paths.editJob(jobId));
  const second = await openSecondTab(first);
  await expect(second.getByLabel('Job title')).toHaveValue('Paint a flat');
  await first.getByLabel('Job title').fill('Paint two flats');
  await first.getByLabel('Budget').fill('25000');
  await first.getByRole('button', { name: 'Save job' }).click();
  await expect(first.getByText('Your job is changed')).toBeVisible();

  // The title was typed in both tabs, the budget in the first alone.
  await second.getByLabel('Job title').fill('Paint three flats');
  await second.getByRole('button', { name: 'Save job' }).click();
  const note = getNote(second);
  await expect(note.getByRole('listitem')).toHaveCount(2);
  await expect(note).toContainText('Paint two flats');
  await expect(note.getByRole('listitem').filter({ hasText: '₹25,000' })).toContainText('now in this form');
  await expect(second.getByLabel('Job title')).toHaveValue('Paint three flats');
  await expect(second.getByLabel('Budget')).toHaveValue('25,000');
  await expectAccessible(second);
  await expectWellDrawn(second);
  await second.getByRole('button', { name: 'Save job' }).click();
  await expect(second.getByText('Your job is changed')).toBeVisible();
  await second.goto(paths.job(jobId));
  await expect(second.getByRole('main')).toContainText('Paint three flats');
  await expect(second.getByRole('main')).toContainText('₹25,000');
});

test('a draft from before another change does not undo it', async ({ open, person, product }) => {
  const poster = await person();
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title: 'Paint a flat' } });
  const phone = await open('phone', { as: poster, expected: /409/ });
  await phone.goto(paths.editJob(jobId));
  await phone.getByLabel('Job title').fill('Paint three flats');
  await expect(phone.getByText('Draft kept on this device')).toBeVisible();
  const desktop = await open('desktop', { as: poster });
  await desktop.goto(paths.editJob(jobId));
  await desktop.getByLabel('Job title').fill('Paint two flats');
  await desktop.getByLabel('Budget').fill('25000');
  await desktop.getByRole('button', { name: 'Save job' }).click();
  await expect(desktop.getByText('Your job is changed')).toBeVisible();

  await phone.reload();
  await expect(phone.getByLabel('Job title')).toHaveValue('Paint three flats');
  await phone.getByRole('button', { name: 'Save job' }).click();
  await expect(getNote(phone)).toContainText('Paint two flats');
  await expect(phone.getByLabel('Budget')).toHaveValue('25,000');
});

test('the new value can be taken instead', async ({ open, person, product }) => {
  const poster = await person();
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title: 'Paint a flat' } });
  const first = await open('desktop', { as: poster, expected: /409/ });
  await first.goto(paths.editJob(jobId));
  const second = await openSecondTab(first);
  await second.getByLabel('Job title').fill('Paint three flats');
  await first.getByLabel('Job title').fill('Paint two flats');
  await first.getByRole('button', { name: 'Save job' }).click();
  await expect(first.getByText('Your job is changed')).toBeVisible();
  await second.getByRole('button', { name: 'Save job' }).click();
  await getNote(second).getByRole('button', { name: 'Take this' }).click();
  await expect(second.getByLabel('Job title')).toHaveValue('Paint two flats');
  await second.getByRole('button', { name: 'Save job' }).click();
  await expect(second.getByText('Your job is changed')).toBeVisible();
});

test('two tabs that save different parts of the profile need no question', async ({ open, person }) => {
  const worker = await person();
  const first = await open('phone', { as: worker, expected: /409/ });
  await first.goto(paths.experienceEdit());
  await expect(first.getByLabel('About Yourself')).toBeVisible();
  const second = await first.context().newPage();
  await second.goto(paths.profileEdit());
  await second.getByLabel('Age', { exact: true }).fill('34');
  await second.getByLabel('Native place').fill('Latur');
  await second.getByLabel('Web link').fill('https://tiles.example');
  await first.getByLabel('I have no work experience yet').check();
  await first.getByLabel('From which day').fill(formatDayFromNow(3));
  await first.getByLabel('Project rate').fill('900');
  await first.getByLabel('About Yourself').fill('Twelve years of tiling');
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByText('Your profile is saved')).toBeVisible();
  await second.getByLabel('Web link').press('Enter');
  await expect(second.getByText('Your profile is saved')).toBeVisible();
  await expect(second.getByLabel('About Yourself')).toHaveValue('Twelve years of tiling');
});
