import { demoPeople } from '../scripts/demo/people.ts';
import { waitForCode, listCodesSentTo, expect, expectAccessible, test } from './support/fixtures.ts';
import { createContacts, createMember, PASSWORD } from './support/members.ts';
import {
  chooseLocation,
  givePassword,
  logInAgain,
  logOut,
  getSecondStep,
  stepUp,
} from './support/accounts.ts';

// The second step of a login, and what an account may do before its mobile number is verified.

const getOtherCode = (code: string): string => (code === '000000' ? '111111' : '000000');

test('a new browser asks for a code after the password', async ({ open, product }) => {
  const user = await createMember(product);
  const used = await listCodesSentTo(product, user.mobile);
  const page = await open('phone');
  await page.goto('/security');
  const login = page.getByRole('dialog', { name: 'Login' });
  await expect(login.getByRole('button', { name: 'Close' })).not.toBeFocused();
  const [submit, googleLink] = await Promise.all([
    login.getByRole('button', { name: 'Login', exact: true }).boundingBox(),
    login.getByRole('link', { name: 'Continue with Google' }).boundingBox(),
  ]);
  expect(submit?.y).toBeLessThan(googleLink?.y ?? 0);
  await login.getByLabel('E-mail or mobile number').fill(user.mobile);
  await login.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');

  const dialog = getSecondStep(page);
  const ending = user.mobile.slice(-4);
  await expect(dialog.getByText(`We have sent a code to your mobile ending in ${ending}`)).toBeVisible();
  await expect(dialog.getByLabel('One time password')).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'outbox of the sandbox' })).toHaveAttribute(
    'href',
    `${product.sandboxUrl}/outbox`,
  );
  await expectAccessible(page);

  await test.step('going back to the password keeps the input', async () => {
    await dialog.getByRole('button', { name: 'Back to the password' }).click();
    await expect(login.getByLabel('E-mail or mobile number')).toHaveValue(user.mobile);
    await expect(login.getByRole('textbox', { name: 'Password' })).toHaveValue(PASSWORD);
    await login.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step('a wrong code is shown beside the field, and a reload keeps the step', async () => {
    await page.reload();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('Please enter the 6 digits we sent')).toBeVisible();
    const code = await waitForCode(product, user.mobile, used);
    await dialog.getByLabel('One time password').fill(getOtherCode(code));
    await expect(dialog.getByLabel('One time password')).toHaveAccessibleDescription(
      /This code is wrong. Please check it and try again/,
    );
    await expectAccessible(page);
    await dialog.getByLabel('One time password').fill(await waitForCode(product, user.mobile, used));
  });
  // The page that was requested at first.
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(page.getByText('New device').first()).toBeVisible();

  // The browser is trusted from now on.
  await logOut(page);
  await logInAgain(page, user);
});

test('an expired login starts again with the password', async ({ open, product }) => {
  const user = await createMember(product);
  const page = await open('phone');
  await givePassword(page, user);
  const dialog = getSecondStep(page);
  // Only now has the page loaded what it must ask for.
  await expect(dialog.getByLabel('One time password')).toBeVisible();
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await dialog.getByLabel('One time password').fill('123456');
  const login = page.getByRole('dialog', { name: 'Login' });
  await expect(login.getByText('This took too long. Please log in again')).toBeVisible();
  await expect(login.getByLabel('E-mail or mobile number')).toHaveValue(user.mobile);
  // Opening the URL of the second step directly does the same.
  await page.goto('/login?confirm=1&next=%2Fprofile');
  await expect(login.getByText('This took too long. Please log in again')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
});

test('an account without a verified mobile number sees a notice, and must verify before it acts', async ({
  open,
  person,
  product,
}) => {
  const { mobile, email } = createContacts();
  const page = await open('phone');
  await page.goto('/register');
  const dialog = page.getByRole('dialog', { name: 'Register' });
  await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
  for (const [label, text] of [
    ['First name', 'Kavita'],
    ['Last name', 'Rane'],
    ['E-mail', email],
    ['Mobile number', mobile],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  const confirmPassword = dialog.getByRole('textbox', { name: 'Confirm password' });

  await test.step('a common password leads back to its field', async () => {
    await password.fill('password1');
    await confirmPassword.fill('password1');
    await dialog.getByRole('button', { name: 'Next' }).click();
    const head = dialog.getByRole('heading', { name: 'Register' });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Location and work' })).toHaveAttribute(
      'aria-current',
      'step',
    );
    expect(await page.locator('dialog').evaluate((element) => element.scrollTop)).toBe(0);
    await expect(head).toBeInViewport();
    await chooseLocation(dialog);
    // The Aadhaar number is optional.
    await expect(dialog.getByText('(optional)')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'I am 18 or older' }).check();
    await dialog.getByRole('checkbox', { name: /I accept the terms/ }).check();
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/Too many people use this password/);
  });
  await password.fill(PASSWORD);
  await confirmPassword.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();

  const verify = page.getByRole('dialog', { name: 'Verify your mobile number' });
  await expect(verify).toBeVisible();
  await test.step('a reload returns to the mobile code that was sent', async () => {
    await page.reload();
    await expect(verify).toBeVisible();
    await expect(verify.getByRole('button', { name: /^Send again in/ })).toBeVisible();
    await expect(verify.getByText(/Please wait/)).toHaveCount(0);
    await verify.getByRole('button', { name: 'Later' }).click();
  });

  const strip = page.getByRole('complementary', { name: 'Verify your mobile number' });
  await expect(strip).toBeVisible();
  await expectAccessible(page);
  await page.goto('/notifications');
  await verify.getByRole('button', { name: 'Later' }).click();
  await strip.getByRole('button', { name: 'Verify now' }).click();
  await expect(verify).toBeVisible();
  await verify.getByRole('button', { name: 'Later' }).click();

  await test.step('an action that needs a verified number asks for the code', async () => {
    const otherUser = await person({ firstName: 'Omkar' });
    await page.goto(`/user-detail/${otherUser.id}`);
    await verify.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect(verify).toBeVisible();
    await expect(page.getByText(/Please verify your mobile number first/)).toBeVisible();
  });
  await verify.getByLabel('One time password').fill(await waitForCode(product, `+91${mobile}`));
  const verifyEmail = page.getByRole('dialog', { name: 'Verify your e-mail' });
  await expect(verifyEmail.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  await expect(verifyEmail.getByText(/Please wait/)).toHaveCount(0);
  await expect(strip).toBeHidden();
  await verifyEmail.getByLabel('One time password').fill(await waitForCode(product, email));
  await expect(page.getByRole('dialog', { name: 'Welcome to FWS' })).toBeVisible();
});

test('admins give a code at the login of the admin area, and before they set up their second factor', async ({
  open,
  product,
}) => {
  const user = await createMember(product);
  await product.ask({ do: 'grantRole', userId: user.id, role: 'support' });
  const page = await open('desktop');
  await page.goto('/admin');
  let used = await listCodesSentTo(product, user.mobile);
  await page.getByLabel('E-mail or mobile number').fill(user.mobile);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('One time password').fill(await waitForCode(product, user.mobile, used));
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await expect(page.getByLabel('First code')).toBeVisible();

  await test.step('a session with an old code is asked for a new one', async () => {
    await product.ask({ do: 'advance', ms: 11 * 60_000 });
    used = await listCodesSentTo(product, user.mobile);
    await page.reload();
    await expect(getSecondStep(page)).toBeVisible();
    await expectAccessible(page);
    await stepUp(page, product, user, used);
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  });
});

test('demo users log in with the code in the outbox', async ({ open, product }) => {
  const { logins } = await product.ask<{
    logins: { name: string; identifier: string; password: string }[];
  }>({ do: 'demo' });
  const [demo] = logins;
  const { identifier = '', password = '' } = demo ?? {};
  const mobile = demoPeople.find(({ email }) => email === identifier)?.mobile ?? '';
  const used = await listCodesSentTo(product, mobile);
  const page = await open('phone');
  await givePassword(page, { mobile: identifier, password });
  const sent = await waitForCode(product, mobile, used);
  const outbox = await open('desktop');
  const link = getSecondStep(page).getByRole('link', { name: 'outbox of the sandbox' });
  await outbox.goto((await link.getAttribute('href')) ?? '');
  await expect(outbox.getByText(`${sent} is your FWS code`)).toBeVisible();
  await expectAccessible(outbox);
  await getSecondStep(page).getByLabel('One time password').fill(sent);
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
});
