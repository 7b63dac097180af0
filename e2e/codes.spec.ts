import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, listCodesSentTo, test, waitForCode } from './support/fixtures.ts';
import { fillFirstStep } from './support/accounts.ts';
import { createContacts } from './support/members.ts';

const otherCode = (code: string): string => (code === '000000' ? '111111' : '000000');
const getField = (dialog: Locator): Locator => dialog.getByLabel('One time password');

/** Seconds until another code can be sent, as the dialog says. */
async function readWait(dialog: Locator): Promise<number> {
  const text = await dialog.getByRole('button', { name: /^Send again in/ }).innerText();
  return Number(/\d+/.exec(text)?.[0]);
}

/** Fills in both steps of the registration and sends them. */
async function register(page: Page, contacts: { mobile: string; email: string }): Promise<void> {
  await page.goto('/register');
  const dialog = page.getByRole('dialog', { name: 'Register' });
  await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
  await fillFirstStep(dialog, { firstName: 'Meera', lastName: 'Joshi', ...contacts });
  const place = dialog.getByRole('combobox', { name: 'Location' });
  await expect(place).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0);
  await place.fill('Kothrud, Pune');
  await dialog.getByRole('checkbox', { name: 'I am 18 or older' }).check();

  // Passwords are not kept, so a reload starts at them and keeps everything else.
  await page.reload();
  await expect(dialog.getByLabel('Last name')).toHaveValue('Joshi');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('safe-pass-12');
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('safe-pass-12');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(place).toHaveValue('Kothrud, Pune');
  await expect(dialog.getByRole('checkbox', { name: 'I am 18 or older' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
}

test('reloads during a registration lose neither its step nor a code, and skip no step', async ({
  open,
  product,
}) => {
  const contacts = createContacts();
  const mobile = `+91${contacts.mobile}`;
  const page = await open('phone');
  await register(page, contacts);
  const mobileStep = page.getByRole('dialog', { name: 'Verify your mobile number' });
  await expect(getField(mobileStep)).toBeFocused();
  await expect(getField(mobileStep)).toHaveAttribute('autocomplete', 'one-time-code');
  const code = await waitForCode(product, mobile);
  await expect.poll(() => readWait(mobileStep)).toBeLessThan(29);

  await page.reload();
  await expect(getField(mobileStep)).toBeFocused();
  expect(await readWait(mobileStep)).toBeLessThan(29);
  await expect(mobileStep.getByText(/Please wait/)).toHaveCount(0);
  expect(await listCodesSentTo(product, mobile)).toEqual([code]);

  await getField(mobileStep).fill(code);
  const emailStep = page.getByRole('dialog', { name: 'Verify your e-mail' });
  await expect(getField(emailStep)).toBeFocused();
  await page.reload();
  await expect(getField(emailStep)).toBeFocused();
  await expect(emailStep.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  await expect(emailStep.getByText(/Please wait/)).toHaveCount(0);
  await getField(emailStep).fill(await waitForCode(product, contacts.email));

  const welcome = page.getByRole('dialog', { name: 'Welcome to FWS' });
  await expect(welcome).toBeVisible();
  await page.reload();
  await expect(welcome).toBeVisible();
  await expectAccessible(page);
});

test('the last digit sends the code once, and a wrong code is selected for the next', async ({
  open,
  product,
}) => {
  const contacts = createContacts();
  const page = await open('phone');
  await register(page, contacts);
  const dialog = page.getByRole('dialog', { name: 'Verify your mobile number' });
  const code = await waitForCode(product, `+91${contacts.mobile}`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify_mobile')) sent.push(request.postData() ?? '');
  });
  const field = getField(dialog);
  await field.pressSequentially(otherCode(code));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/This one time password is wrong/)).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  expect(sent).toHaveLength(1);
  expect(
    await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]),
  ).toEqual([0, 6]);
  await expectAccessible(page);
  // Typing takes the place of the wrong code. The button stays for those who look for it.
  await page.keyboard.type(code.slice(0, 5));
  await expect(field).toHaveValue(code.slice(0, 5));
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeEnabled();
  expect(sent).toHaveLength(1);
  await page.keyboard.type(code.slice(5));
  await expect(page.getByRole('dialog', { name: 'Verify your e-mail' })).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('whoever waits for a code reads that codes are late', async ({ open }) => {
  const page = await open('phone');
  await page.route('**/api/code_delivery', (route) =>
    route.fulfill({ json: { status: 200, message: '', data: { isLate: true } } }),
  );
  await page.goto('/login');
  await page.getByLabel('E-mail or mobile number').fill(createContacts().mobile);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page
    .getByRole('dialog', { name: 'Forgot password' })
    .getByRole('button', { name: 'Send code' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Reset password' });
  await expect(dialog.getByRole('status').filter({ hasText: 'Codes are late at the moment' })).toBeVisible();
  await expectAccessible(page);
});
