import { expect, expectAccessible, test } from './support/fixtures.ts';

const MESSAGES = [
  'Please enter your name',
  'Please enter the purpose',
  'Please say how you heard of FWS',
  'Please enter the name of your company',
  'Please enter a mobile number of 10 to 12 digits',
  'Please enter an e-mail such as name@example.in',
  'Please enter the address',
  'Please say what you need',
];

test('an enquiry lists missing fields in the order of the form and keeps the input', async ({
  open,
  person,
}) => {
  const page = await open('desktop', { as: await person() });
  await page.goto('/');
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('button', { name: 'More' }).click();
  await main.getByRole('link', { name: 'For Business' }).click();
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
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Please enter a mobile number of 10 to 12 digits',
  ]);
  // The error is shown while the number is typed; the summary has the focus once the form was submitted.
  await expect(page.getByRole('alert')).toBeFocused();
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
