import type { Page } from '@playwright/test';
import {
  waitForCode,
  listCodesSentTo,
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
} from './support/fixtures.ts';
import {
  createContacts,
  logInByApi,
  createMember,
  createNewcomer,
  proveSession,
  PASSWORD,
} from './support/members.ts';
import { chooseLocation, runWithCode } from './support/accounts.ts';
import type { Demo } from './support/product-commands.ts';

// An account in the browser: sign-in with Google, forgotten password, changed contacts, and signed-in devices.

const NEW_PASSWORD = 'ganga-river-9';
const jobsForYou = { level: 1, name: 'Jobs for you' } as const;

async function giveCode(page: Page, title: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('One time password').fill(code);
  await expect(dialog).toBeHidden();
}

test('registers with Google and signs in again', async ({ open, product }) => {
  const { mobile, email } = createContacts();
  const signInAtGoogle = async (page: Page) => {
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('heading', { name: 'Google sign-in' })).toBeVisible();
    await page.getByLabel('First name').fill('Asha');
    await page.getByLabel('Last name').fill('Rao');
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('The e-mail is verified').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const page = await open('desktop');
  // A guest comes to the requested page after the login.
  await page.goto('/notifications');
  await expect(page.getByRole('link', { name: 'Continue with Facebook' })).toBeVisible();
  await expectAccessible(page);
  await signInAtGoogle(page);

  const dialog = page.getByRole('dialog', { name: 'Complete your profile' });
  await expect(dialog.getByLabel('First name')).toHaveValue('Asha');
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Please enter your mobile number')).toBeVisible();
  await dialog.getByLabel('Mobile number').fill(mobile);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await chooseLocation(dialog);
  await dialog.getByRole('radio', { name: 'Company' }).check();
  await dialog.getByLabel('Company name').fill('Asha Interiors');
  await dialog.getByLabel('Both').check();
  await dialog.getByRole('button', { name: 'privacy policy' }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy policy' });
  await expect(privacy).toBeVisible();
  await privacy.getByRole('button', { name: 'Close' }).last().click();
  await dialog.getByRole('checkbox', { name: 'I am 18 or older' }).check();
  await dialog.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await giveCode(page, 'Verify your mobile number', await waitForCode(product, `+91${mobile}`));
  // Google has verified the e-mail, so it needs no code.
  await expect(page.getByRole('dialog', { name: 'Welcome to FWS' })).toBeVisible();
  await expect(page).toHaveURL(/\/notifications$/);

  const returningPage = await open('desktop');
  const used = await listCodesSentTo(product, `+91${mobile}`);
  await returningPage.goto('/notifications');
  await signInAtGoogle(returningPage);
  const code = await waitForCode(product, `+91${mobile}`, used);
  await giveCode(returningPage, 'Confirm it is you', code);
  await expect(returningPage).toHaveURL(/\/notifications$/);
});

test('resets a forgotten password with a code', async ({ open, product }) => {
  const user = await createMember(product);
  const used = [await waitForCode(product, user.email)];
  const page = await open('phone');
  await page.goto('/login');
  await page.getByLabel('E-mail or mobile number').fill(user.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const forgot = page.getByRole('dialog', { name: 'Forgot password' });
  await expect(forgot.getByLabel('E-mail or mobile number')).toHaveValue(user.email);
  await expectAccessible(page);
  await forgot.getByRole('button', { name: 'Send code' }).click();

  const dialog = page.getByRole('dialog', { name: 'Reset password' });
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog.getByText('Please enter the 6-digit code')).toBeVisible();
  await expect(dialog.getByText('Please enter a new password')).toBeVisible();
  await expectAccessible(page);
  const code = await waitForCode(product, user.email, used);
  await dialog.getByLabel('One time password').fill(code === '000000' ? '111111' : '000000');
  await dialog.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  // The dialog stays open with the error and the input.
  await expect(dialog.getByText(/This one time password is wrong/)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'New password' })).toHaveValue(NEW_PASSWORD);
  await dialog.getByLabel('One time password').fill(code);
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Your password is changed. Please log in')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await expect(page.getByText('The e-mail, mobile number or password is wrong')).toBeVisible();
  const sent = await listCodesSentTo(product, user.mobile);
  await page.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await giveCode(page, 'Confirm it is you', await waitForCode(product, user.mobile, sent));
  await expect(page.getByRole('heading', jobsForYou)).toBeVisible();
});

test('changes the mobile number and the e-mail', async ({ open, person, product }) => {
  const user = await person();
  const { mobile, email } = createContacts();
  const page = await open('phone', { as: user });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit mobile number' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Phone Number' });
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit.getByText('Please enter your mobile number')).toBeVisible();
  await expectAccessible(page);
  await edit.getByLabel('New mobile number').fill(user.mobile);
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit.getByText('This is your mobile number already')).toBeVisible();
  await edit.getByLabel('New mobile number').fill(mobile);
  await edit.getByRole('button', { name: 'Update' }).click();
  const verify = page.getByRole('dialog', { name: 'Verify your Phone Number' });
  await verify.getByRole('button', { name: 'Verify' }).click();
  await expect(verify.getByText('Please enter the 6-digit code')).toBeVisible();
  await expectAccessible(page);
  const first = await waitForCode(product, `+91${mobile}`);
  await giveCode(page, 'Verify your Phone Number', first);
  await expect(page.getByText('Your mobile number is changed')).toBeVisible();
  await expect(page.getByText(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)).toBeVisible();

  // Ten minutes later the server asks for a code first.
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await page.getByRole('button', { name: 'Edit e-mail' }).click();
  await page.getByRole('dialog', { name: 'Edit Email' }).getByLabel('New e-mail').fill(email);
  await page.getByRole('dialog', { name: 'Edit Email' }).getByRole('button', { name: 'Update' }).click();
  await giveCode(page, 'Confirm it is you', await waitForCode(product, `+91${mobile}`, [first]));
  await giveCode(page, 'Verify your Email', await waitForCode(product, email));
  await expect(page.getByText('Your e-mail is changed')).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expectAccessible(page);
});

test('corrects a mistyped number and e-mail of a new account', async ({ open, product }) => {
  const { mobile, email } = createContacts();
  const page = await open('desktop', { as: await createNewcomer(product) });
  await page.goto('/');
  const verify = page.getByRole('dialog', { name: 'Verify your mobile number' });
  await verify.getByRole('button', { name: 'Wrong number? Change it' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Phone Number' });
  await edit.getByLabel('New mobile number').fill(mobile);
  await edit.getByRole('button', { name: 'Update' }).click();
  await giveCode(page, 'Verify your Phone Number', await waitForCode(product, `+91${mobile}`));

  const verifyEmail = page.getByRole('dialog', { name: 'Verify your e-mail' });
  await expect(verifyEmail).toBeVisible();
  await expectAccessible(page);
  await verifyEmail.getByRole('button', { name: 'Wrong e-mail? Change it' }).click();
  const editEmail = page.getByRole('dialog', { name: 'Edit Email' });
  await editEmail.getByLabel('New e-mail').fill(email);
  await editEmail.getByRole('button', { name: 'Update' }).click();
  // The code of the number counts for ten minutes.
  await giveCode(page, 'Verify your Email', await waitForCode(product, email));
  await expect(page.getByText('Your e-mail is changed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', jobsForYou)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('signs out another device', async ({ open, product }) => {
  const user = await createMember(product);
  const otherPage = await open('phone', { as: user });
  // A session that has just given a code is asked for nothing more.
  const ownPage = await open('phone', { as: await logInByApi(product, user) });
  await otherPage.goto('/');
  await expect(otherPage.getByRole('heading', jobsForYou)).toBeVisible();
  await ownPage.goto('/profile');
  await ownPage.getByRole('link', { name: 'Open security' }).click();
  await expect(ownPage.getByText('This device')).toBeVisible();
  await expectAccessible(ownPage);
  await ownPage.getByRole('button', { name: /^Sign out Unknown device/ }).click();
  await expect(ownPage.getByText('That device is signed out')).toBeVisible();
  // The other device notices without a reload.
  await expect(otherPage.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await expect(ownPage.getByText('You are Signed in on this device only.')).toBeVisible();
  await expect(ownPage.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});

test('signs out other devices with the password or a code, from a session that gave none lately', async ({
  open,
  product,
}) => {
  const user = await createMember(product);
  const laptop = await open('desktop', { as: user });
  const stolen = await open('phone', { as: await logInByApi(product, user) });
  await product.ask({ do: 'session', email: user.email });
  await stolen.goto('/');
  await expect(stolen.getByRole('heading', jobsForYou)).toBeVisible();
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await laptop.goto('/security');
  const dialog = laptop.getByRole('dialog', { name: 'Confirm it is you' });
  const password = dialog.getByRole('textbox', { name: 'Password' });

  await laptop.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(password).toBeFocused();
  await expectAccessible(laptop);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(laptop.getByRole('status')).toHaveCount(0);

  const used = await listCodesSentTo(product, user.mobile);
  await laptop
    .getByRole('button', { name: /^Sign out Unknown device/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Send a code instead' }).click();
  await dialog.getByLabel('One time password').fill(await waitForCode(product, user.mobile, used));
  await expect(dialog).toBeHidden();
  await expect(laptop.getByText('That device is signed out')).toBeVisible();

  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await laptop.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await password.fill('monsoon2027');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This password is wrong')).toBeVisible();
  await expect(password).toHaveValue('monsoon2027');
  await expectAccessible(laptop);
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(laptop.getByText('All other devices are signed out')).toBeVisible();
  await expect(laptop.getByText('You are Signed in on this device only.')).toBeVisible();
  await expect(stolen.getByRole('link', { name: 'Register' }).first()).toBeVisible();
});

test('changes the password with a code and ends other sessions', async ({ open, product }) => {
  const user = await createMember(product);
  const otherSession = await logInByApi(product, user);
  const page = await open('desktop', { as: user });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByRole('button', { name: 'Save password' }).click();
  for (const message of [
    'Please enter your old password',
    'Please enter a new password',
    'Please type the password again',
  ])
    await expect(dialog.getByText(message)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Old password' }).fill('not-this-1');
  await dialog.getByRole('textbox', { name: 'New password' }).fill('letters');
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('letters');
  await dialog.getByRole('button', { name: 'Save password' }).click();
  // Beside the field, and as a toast.
  await expect(page.getByText('Use at least 8 characters with a letter and a digit')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(NEW_PASSWORD);
  const used = await listCodesSentTo(product, user.mobile);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm it is you' });
  await stepUp.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Please confirm with the code we send to your mobile')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'New password' })).toHaveValue(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  const code = await waitForCode(product, user.mobile, used);
  await stepUp.getByLabel('One time password').fill(code === '000000' ? '111111' : '000000');
  await expect(stepUp.getByText(/This one time password is wrong/)).toBeVisible();
  await expectAccessible(page);
  await giveCode(page, 'Confirm it is you', code);
  await expect(dialog.getByText('The old password is wrong')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Old password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is changed. Your other devices are logged out')).toBeVisible();
  const response = await fetch(`${product.url}/api/current_user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${otherSession.token}` },
  });
  expect(response.status).toBe(401);
  expect((await logInByApi(product, user, NEW_PASSWORD)).token).not.toBe('');
});

test('returns to the login after a refusal at Facebook', async ({ open }) => {
  const page = await open('phone', { locale: 'hi' });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Facebook से जारी रखें' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^आपने इसे रोक दिया/)).toBeVisible();
  await expectAccessible(page);
});

test('asks for a code before a withdrawal in a session older than ten minutes', async ({ open, product }) => {
  const { logins } = await product.ask<Demo>({ do: 'demo' });
  const imran = logins.find(({ name }) => name.startsWith('Imran'));
  const response = await fetch(`${product.url}/api/user_login`, {
    method: 'POST',
    body: new URLSearchParams({ user_name: imran?.identifier ?? '', password: imran?.password ?? '' }),
  });
  const { data } = (await response.json()) as {
    data: { id: number; auth_token: string; mobile_number: string }[];
  };
  const { id = 0, auth_token: token = '', mobile_number: mobile = '' } = data[0] ?? {};
  const email = imran?.identifier ?? '';
  await proveSession(product, token, mobile);
  const page = await open('phone', { as: { id, token, firstName: 'Imran', email, mobile } });
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await page.goto('/addUPI?amount=100');
  const upi = page.getByLabel('UPI ID');
  await upi.fill('Imran.stepup @ upi');
  await upi.blur();
  await expect(upi).toHaveValue('imran.stepup@upi');
  await runWithCode(page, { product, mobile }, async () => {
    await page.getByRole('button', { name: 'Save UPI ID' }).click();
    await expect(page.getByRole('dialog')).toContainText('The code saves the UPI ID imran.stepup@upi');
  });
  await page.getByRole('radio', { name: 'imran.stepup@upi' }).check();
  const used = await listCodesSentTo(product, mobile);
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await page.getByRole('button', { name: 'Withdraw ₹100' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw ₹100' }).click();

  const stepUp = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(stepUp).toBeVisible();
  await expectAccessible(page);
  const code = await waitForCode(product, mobile, used);
  await stepUp.getByLabel('One time password').fill(code === '000000' ? '111111' : '000000');
  await expect(stepUp.getByText(/This one time password is wrong/)).toBeVisible();
  await giveCode(page, 'Confirm it is you', code);
  await expect(page).toHaveURL(/\/payment/);
  await expect(page.getByText('₹100').first()).toBeVisible();
  await expectSoundLedger(product);
});
