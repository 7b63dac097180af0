import { expect, expectAccessible, test } from './support/fixtures.ts';

const MESSAGES = [
  'Enter valid name',
  'Enter valid purpose',
  'Enter valid details',
  'Enter valid company',
  'Enter valid mobilenumber',
  'Enter valid email',
  'Enter valid address',
  'Enter valid details',
];

test('an enquiry lists missing fields in the order of the form and keeps the input', async ({
  open,
  person,
}) => {
  const page = await open('desktop', { as: await person() });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'For Business' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For Business' })).toBeVisible();
  await expect(page).toHaveURL(/\/business$/);
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(MESSAGES);
  await expectAccessible(page);

  await page.getByLabel('Your name').fill('Meera Joshi');
  await page.getByLabel('Purpose').fill('Repairs');
  await page.getByLabel('How did you hear of FWS?').fill('A friend');
  await page.getByLabel('Company').fill('Joshi & Daughters');
  await page.getByLabel('Mobile number').fill('12345');
  await page.getByLabel('E-mail').fill('meera@joshi.example');
  await page.getByLabel('Address line 1').fill('14, Sample Road');
  await page.getByLabel('Your requirement').fill('Plumbing in twelve shops');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter valid mobilenumber']);
  await expect(page.getByLabel('Your name')).toHaveValue('Meera Joshi');
  await page.getByLabel('Mobile number').fill('98765 43210');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page.getByText('We have your enquiry')).toBeVisible();
  await expectAccessible(page);
});

test('the enquiry form is in the More menu on a phone', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('link', { name: 'For Business' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For Business' })).toBeVisible();
  await expectAccessible(page);
});
