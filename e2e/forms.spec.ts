import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { postJob } from './support/steps.ts';

/** The message of the form about a field, in its summary and beside the field. */
const expectProblem = (page: Page, message: string) => expect(page.getByText(message)).toHaveCount(2);

/** A corrected field loses its message at once, and keeps the keyboard's focus. */
async function expectCorrected(page: Page, message: string, field: Locator): Promise<void> {
  await expect(page.getByText(message)).toHaveCount(0);
  await expect(field).toBeFocused();
}

test('Post a Job checks a failed field again as it changes', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/postjob');
  await page.getByRole('button', { name: 'Post this Job' }).click();
  await expectProblem(page, 'Please give the job a title');
  const title = page.getByLabel('Job title');
  await title.pressSequentially('Two doors');
  await expectCorrected(page, 'Please give the job a title', title);

  await expectProblem(page, 'Please enter the amount in rupees');
  const budget = page.getByLabel('Budget');
  await budget.pressSequentially('4500');
  await expectCorrected(page, 'Please enter the amount in rupees', budget);
  await expectAccessible(page);
});

test('an enquiry checks a failed field again as it changes', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/business');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expectProblem(page, 'Please enter your name');
  const name = page.getByLabel('Your name');
  await name.pressSequentially('Meera');
  await expectCorrected(page, 'Please enter your name', name);
  await expectProblem(page, 'Please enter the name of your company');
});

test('a payout account checks a failed field again as it changes', async ({ open, person }) => {
  const page = await open('phone', { as: await person({ identity: 'verified' }) });
  await page.goto('/addUPI');
  await page.getByRole('button', { name: 'Save UPI ID' }).click();
  const upi = page.getByLabel('UPI ID');
  await expect(upi).toHaveAttribute('aria-invalid', 'true');
  await upi.pressSequentially('meera@upi');
  await expect(upi).not.toHaveAttribute('aria-invalid');
  await expect(upi).toBeFocused();
});

test('the registration checks a failed field again as it changes', async ({ open }) => {
  const page = await open('phone');
  await page.goto('/register');
  await page.getByRole('button', { name: 'Next' }).click();
  const firstName = page.getByLabel('First name');
  await expect(firstName).toHaveAttribute('aria-invalid', 'true');
  await firstName.pressSequentially('Meera');
  await expect(firstName).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
});

test('a quote checks a failed field again as it changes', async ({ open, person }) => {
  const poster = await person();
  const title = `Shelves for ${poster.id}`;
  await postJob(await open('phone', { as: poster }), { title, skill: 'Carpentry', from: '4500', to: '6000' });
  const page = await open('phone', { as: await person() });
  await page.goto('/');
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  const bid = page.getByLabel('Your quote');
  await expect(bid).toHaveAttribute('aria-invalid', 'true');
  await bid.pressSequentially('5000');
  await expect(bid).not.toHaveAttribute('aria-invalid');
  await expect(bid).toBeFocused();
});

test('a reload keeps what was typed for a registration, except passwords and numbers', async ({ open }) => {
  const page = await open('phone');
  await page.goto('/register');
  await page.getByLabel('First name').fill('Meera');
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' }).fill('meera@mail.example');
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-2026');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Meera');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' })).toHaveValue(
    'meera@mail.example',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('Monsoon');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(page.getByText('Draft kept on this device')).toBeHidden();
});

test('a reload keeps what was typed in onboarding, an enquiry and a quote', async ({ open, person }) => {
  const poster = await person();
  const title = `Gate for ${poster.id}`;
  await postJob(await open('phone', { as: poster }), { title, skill: 'Carpentry', from: '4500', to: '6000' });
  const page = await open('phone', { as: await person() });
  await page.goto('/profileUpdate');
  await page.getByLabel('Age', { exact: true }).fill('34');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Age', { exact: true })).toHaveValue('34');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Age', { exact: true })).toHaveValue('');

  await page.goto('/business');
  await page.getByLabel('Purpose').fill('Repairs');
  await page.reload();
  await expect(page.getByLabel('Purpose')).toHaveValue('Repairs');

  await page.goto('/');
  await page.getByRole('link', { name: title }).click();
  await page.getByLabel('Your quote').fill('5200');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your quote')).toHaveValue('5,200');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Your quote')).toHaveValue('');
});

test('a reload keeps what was typed in the later pages of onboarding', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/ExperienceUpdate');
  await page.getByLabel('Total years').first().fill('6');
  await page.getByLabel('Company Name').first().fill('Kothrud Painters');
  await page.getByLabel('Project rate').fill('800');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Total years').first()).toHaveValue('6');
  await expect(page.getByLabel('Company Name').first()).toHaveValue('Kothrud Painters');
  await expect(page.getByLabel('Project rate')).toHaveValue('800');

  await page.goto('/referenceUpdate');
  await page.getByLabel('Name', { exact: true }).first().fill('Kabir Rao');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Kabir Rao');
});

test('a reload keeps what was typed for a job and for a dispute', async ({ open, person, product }) => {
  const [poster, worker] = [await person(), await person()];
  await product.ask({ do: 'job', poster, worker, job: { rows: [['Walls', '1500']], fund: [1] } });
  const page = await open('phone', { as: poster });
  await page.goto('/postjob');
  await page.getByLabel('Job title').fill('Paint a hall');
  await page.getByRole('button', { name: 'Use Current Location' }).click();
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await page.getByLabel('Start the work on').fill('27 Dec 2030');
  await page.getByLabel('Budget').fill('28000');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Job title')).toHaveValue('Paint a hall');
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await expect(page.getByLabel('Start the work on')).toHaveValue('27 Dec 2030');
  await expect(page.getByLabel('Budget')).toHaveValue('28,000');
  await expect(page.getByRole('main').locator('details')).toContainText('closes 3 Jan 2031');

  await page.goto('/disputes');
  await page.getByRole('button', { name: 'Raise an Issue' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Raise an Issue' });
  await dialog.getByLabel('Issue').selectOption('Not Completed');
  await dialog.getByLabel('Details').fill('Half of the wall is not painted.');
  await expect(dialog.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel('Details')).toHaveValue('Half of the wall is not painted.');
  await expect(dialog.getByLabel('Issue').locator('option:checked')).toHaveText('Not Completed');
});
