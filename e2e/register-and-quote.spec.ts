import { expect, expectAccessible, test } from './support/fixtures.ts';
import { postJob, sendQuote } from './support/steps.ts';
import { chooseLocation, fillFirstStep, logInAgain, register, type Newcomer } from './support/accounts.ts';
import { createContacts } from './support/members.ts';

const meera: Newcomer = {
  firstName: 'Meera',
  lastName: 'Joshi',
  ...createContacts(),
  aadhaar: '234123412346',
};

test('someone registers, logs out, logs in with the mobile number, and stays signed in', async ({
  open,
  product,
}) => {
  const page = await open('phone');
  await register(page, product, meera);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /More/ }).click();
  // Logging out reloads the first page.
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await loaded;
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await logInAgain(page, meera);
});

test('somebody with one name registers, and is named by it everywhere', async ({ open, product }) => {
  for (const locale of ['en', 'hi'] as const) {
    const page = await open('phone', { locale });
    await page.goto('/register');
    const tick = page.getByLabel(locale === 'en' ? 'I use one name' : 'मेरा एक ही नाम है');
    await expect(page.locator('#lastName')).toBeVisible();
    await tick.check();
    await expect(page.locator('#lastName')).toHaveCount(0);
    await expectAccessible(page);
    await tick.uncheck();
    await expect(page.locator('#lastName')).toHaveValue('');
  }
  const page = await open('phone');
  const sridhar = { ...meera, ...createContacts(), firstName: 'Sridhar', lastName: null };
  await register(page, product, sridhar);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Sridhar', exact: true })).toBeVisible();
  await page.goto('/name');
  await expect(page.getByLabel('I use one name')).toBeChecked();
});

test('a name that looks like FWS is refused at its field, and nothing is lost', async ({ open }) => {
  const page = await open('phone');
  await page.goto('/register');
  const dialog = page.getByRole('dialog', { name: 'Register' });
  const contacts = createContacts();
  await fillFirstStep(dialog, { firstName: 'FWS', lastName: 'Support', ...contacts });
  await chooseLocation(dialog);
  await dialog.getByLabel('Both').check();
  await dialog.getByRole('checkbox', { name: 'I am 18 or older' }).check();
  await dialog.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  const name = dialog.getByLabel('First name');
  await expect(name).toHaveAccessibleDescription(/looks like a name or a badge of FWS/);
  await expect(name).toBeFocused();
  await expect(dialog.getByLabel('E-mail')).toHaveValue(contacts.email);
  await expectAccessible(page);
});

test('a poster posts a job and a worker quotes for it', async ({ open, person }) => {
  const poster = await person({ firstName: 'Asha' });
  const worker = await person({ firstName: 'Imran' });
  const posting = await open('phone', { as: poster });
  const title = `Two wardrobes for ${poster.firstName} ${poster.id}`;
  await postJob(posting, { title, skill: 'Carpentry', from: '45000', to: '60000' });
  const quoting = await open('phone', { as: worker });
  await sendQuote(quoting, { title, bid: '54000' });
  await expectAccessible(quoting);
});
