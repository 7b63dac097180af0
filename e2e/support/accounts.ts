import type { Locator, Page } from '@playwright/test';
import { waitForCode, listCodesSentTo, expect, type Person, type Product } from './fixtures.ts';

// Signing up, logging in and confirming with a code, by role and label. Each step ends when the screen confirms it.

export interface Newcomer {
  firstName: string;
  /** Null: they use one name. */
  lastName: string | null;
  email: string;
  mobile: string;
  aadhaar: string;
}

const PASSWORD = 'safe-pass-12';

/** Registers a user, and continues to the list of jobs or to the profile form. */
export async function register(
  page: Page,
  product: Product,
  user: Newcomer,
  nextStep: 'Find jobs' | 'Complete your profile' = 'Find jobs',
): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, product, user);
  const welcome = page.getByRole('dialog', { name: 'Welcome to FWS' });
  await welcome.getByRole('button', { name: nextStep }).click();
  const heading = nextStep === 'Find jobs' ? 'Jobs for you' : 'Tell us a bit more about yourself';
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Fills in the open dialog and gives both codes; ends with the welcome. */
export async function fillRegistration(page: Page, product: Product, user: Newcomer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Register' });
  await fillFirstStep(dialog, user);

  await chooseLocation(dialog);
  await dialog.getByLabel('Aadhaar number').fill(user.aadhaar);
  await dialog.getByLabel('Both').check();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  const isAdult = dialog.getByRole('checkbox', { name: 'I am 18 or older' });
  const accepts = dialog.getByRole('checkbox', { name: /I accept the terms/ });
  await expect(isAdult).toHaveAccessibleDescription('You must be 18 or older to use FWS');
  await expect(accepts).toHaveAccessibleDescription('Please accept the terms and the privacy policy');
  await isAdult.check();
  await accepts.check();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();

  await giveCode(page, product, 'Verify your mobile number', user.mobile);
  await giveCode(page, product, 'Verify your e-mail', user.email);
}

/** Fills in the first step of the registration, and opens the second. */
export async function fillFirstStep(dialog: Locator, user: Omit<Newcomer, 'aadhaar'>): Promise<void> {
  await dialog.getByLabel('First name').fill(user.firstName);
  if (user.lastName === null) await dialog.getByLabel('I use one name').check();
  else await dialog.getByLabel('Last name').fill(user.lastName);
  await dialog.getByLabel('E-mail').fill(user.email);
  await dialog.getByLabel('Mobile number').fill(user.mobile);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
}

/** Chooses a place from the suggestions. */
export async function chooseLocation(dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Location' }).fill('Kothrud');
  await dialog
    .getByRole('option', { name: /Kothrud/ })
    .first()
    .click();
}

/** Answers a dialog that asks for a one-time code. */
export async function giveCode(
  page: Page,
  product: Product,
  title: string,
  address: string,
  used: string[] = [],
): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  const code = await waitForCode(product, address, used);
  // The last digit sends the code.
  await dialog.getByLabel('One time password').fill(code);
  await expect(dialog).toBeHidden();
  return code;
}

type Login = Pick<Newcomer, 'mobile'> & { password?: string };

/** The first step of a login; what follows depends on the browser and the account. */
export async function givePassword(page: Page, { mobile, password = PASSWORD }: Login): Promise<void> {
  await page.goto('/login');
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await dialog.getByLabel('E-mail or mobile number').fill(mobile);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
}

const expectLoggedIn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();

/** Logs in without a code, in a browser that was confirmed before. */
export async function logInAgain(page: Page, user: Login): Promise<void> {
  await givePassword(page, user);
  await expectLoggedIn(page);
}

/** Logs in with the code sent to the mobile number, in a new browser. */
export async function logIn(page: Page, product: Product, user: Login): Promise<void> {
  const used = await listCodesSentTo(product, user.mobile);
  await givePassword(page, user);
  await giveCode(page, product, 'Confirm it is you', user.mobile, used);
  await expectLoggedIn(page);
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).first().click();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await loaded;
}

/** Where the user's codes are sent; null when the session has given a code recently. */
export type CodeRecipient = { product: Product; mobile: string } | null;

/** Runs an action that asks for a code, and enters the code that is sent for it. */
export async function runWithCode(
  page: Page,
  confirm: CodeRecipient,
  action: () => Promise<void>,
): Promise<void> {
  if (confirm === null) return action();
  const { product, mobile } = confirm;
  const before = await listCodesSentTo(product, mobile);
  // No second code is sent within half a minute.
  await product.ask({ do: 'advance', ms: 31_000 });
  await action();
  await giveCode(page, product, 'Confirm it is you', mobile, before);
}

/** The dialog that asks for a code after the password, or before a change. */
export const getSecondStep = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });

export async function stepUp(
  page: Page,
  product: Product,
  { mobile }: Person,
  used: string[],
): Promise<void> {
  const dialog = getSecondStep(page);
  await dialog.getByLabel('One time password').fill(await waitForCode(product, mobile, used));
  await expect(dialog).toBeHidden();
}
