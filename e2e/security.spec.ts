import type { Page } from '@playwright/test';
import {
  codeFor,
  codesSentTo,
  expect,
  expectAccessible,
  expectWellDrawn,
  look,
  test,
  type Person,
  type Product,
  type Size,
} from './support/fixtures.ts';
import { contacts, member, PASSWORD } from './support/members.ts';
import { givePassword, logInAgain } from './support/steps.ts';

// How an account is protected: the second step of a login, authenticator apps and passkeys, and the security page.

const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');
const secondStep = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });

/** Gives the code to the mobile number when the server wants it before a change. */
async function stepUp(page: Page, product: Product, { mobile }: Person, used: string[]): Promise<void> {
  const dialog = secondStep(page);
  await dialog.getByLabel('One time password').fill(await codeFor(product, mobile, used));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).first().click();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await loaded;
}

for (const size of ['phone', 'desktop'] satisfies Size[])
  test(`a new browser asks for a code after the password: ${size}`, async ({ open, product }) => {
    const who = await member(product);
    const used = await codesSentTo(product, who.mobile);
    const page = await open(size);
    await page.goto('/security');
    const login = page.getByRole('dialog', { name: 'Login' });
    await expect(login.getByRole('button', { name: 'Close' })).not.toBeFocused();
    const [submit, other] = await Promise.all([
      login.getByRole('button', { name: 'Login', exact: true }).boundingBox(),
      login.getByRole('link', { name: 'Continue with Google' }).boundingBox(),
    ]);
    expect(submit?.y).toBeLessThan(other?.y ?? 0);
    await login.getByLabel('E-mail or mobile number').fill(who.mobile);
    await login.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');

    const dialog = secondStep(page);
    const ending = who.mobile.slice(-4);
    await expect(dialog.getByText(`We have sent a code to your mobile ending in ${ending}`)).toBeVisible();
    await expect(dialog.getByLabel('One time password')).toBeFocused();
    await expect(dialog.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
    await expect(dialog.getByRole('link', { name: 'outbox of the sandbox' })).toHaveAttribute(
      'href',
      `${product.sandboxUrl}/outbox`,
    );
    await expectAccessible(page);

    await test.step('back to the password, with what was typed', async () => {
      await dialog.getByRole('button', { name: 'Back to the password' }).click();
      await expect(login.getByLabel('E-mail or mobile number')).toHaveValue(who.mobile);
      await expect(login.getByRole('textbox', { name: 'Password' })).toHaveValue(PASSWORD);
      await login.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(dialog).toBeVisible();
    });

    await test.step('a wrong code stands beside the field, and a reload goes on', async () => {
      await page.reload();
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(dialog.getByText('Please enter the 6 digits we sent')).toBeVisible();
      const code = await codeFor(product, who.mobile, used);
      await dialog.getByLabel('One time password').fill(otherThan(code));
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('One time password')).toHaveAccessibleDescription(
        /This code is wrong. Please check it and try again/,
      );
      await expectAccessible(page);
      await dialog.getByLabel('One time password').fill(await codeFor(product, who.mobile, used));
    });
    await page.keyboard.press('Enter');
    // To where one wanted to go at first.
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    await expect(page.getByText('New device').first()).toBeVisible();

    // The browser is known from now on.
    await logOut(page);
    await logInAgain(page, who);
  });

test('a login that was left too long begins again with the password', async ({ open, product }) => {
  const who = await member(product);
  const page = await open('phone');
  await givePassword(page, who);
  const dialog = secondStep(page);
  // Only then has the page read what it asks for.
  await expect(dialog.getByLabel('One time password')).toBeVisible();
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await dialog.getByLabel('One time password').fill('123456');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const login = page.getByRole('dialog', { name: 'Login' });
  await expect(login.getByText('This took too long. Please log in again')).toBeVisible();
  await expect(login.getByLabel('E-mail or mobile number')).toHaveValue(who.mobile);
  // Whoever comes by the address of the second step alone, too.
  await page.goto('/login?confirm=1&next=%2Fprofile');
  await expect(login.getByText('This took too long. Please log in again')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
});

test('an authenticator app is set up, asked for, replaced by a recovery code, and removed', async ({
  open,
  product,
}) => {
  const who = await member(product);
  const page = await open('phone', { as: who });
  const code = (secret: string) => product.ask<string>({ do: 'code', secret });
  await page.goto('/security');
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  let used = await codesSentTo(product, who.mobile);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expectAccessible(page);
  await stepUp(page, product, who, used);

  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await setUp.locator('code').innerText()).replaceAll(/\s/g, '');
  await expectAccessible(page);
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  await expect(setUp.getByText('Please enter the 6 digits of the app')).toBeVisible();
  await setUp.getByLabel('First code').fill(otherThan(await code(secret)));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  await expect(setUp.getByText(/This is not the code that the app shows now/)).toBeVisible();
  await setUp.getByLabel('First code').fill(await code(secret));
  await setUp.getByRole('button', { name: 'Turn on' }).click();

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [recovery = ''] = await codes.getByRole('listitem').allInnerTexts();
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await codes.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(recovery);
  const download = page.waitForEvent('download');
  await codes.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('fws-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Second step is on' })).toBeVisible();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await test.step('the app is asked for, also in this browser', async () => {
    await logOut(page);
    await givePassword(page, who);
    const dialog = secondStep(page);
    await expect(dialog.getByText(/type the 6 digits it shows for FWS/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Code of the app').fill(await code(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  });

  await test.step('a recovery code counts once', async () => {
    await logOut(page);
    await givePassword(page, who);
    const dialog = secondStep(page);
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('This code is wrong. Please check it and try again')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Recovery code').fill(recovery.toLowerCase());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  });

  await page.goto('/security');
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await expect(remove.getByText(/Your recovery codes stop working too/)).toBeVisible();
  await expectAccessible(page);
  used = await codesSentTo(product, who.mobile);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await stepUp(page, product, who, used);
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  await page.getByRole('button', { name: /^Show all/ }).click();
  for (const event of ['Authenticator app removed', 'Recovery code used', 'Authenticator app set up'])
    await expect(page.getByText(event, { exact: true })).toBeVisible();
});

test('a passkey is added, proves a login, and is removed', async ({ open, product }) => {
  const who = await member(product);
  const page = await open('desktop', { as: who });
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a passkey' });
  await add.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(add.getByText('Please name this passkey')).toBeVisible();
  await expectAccessible(page);
  await add.getByLabel('Name').fill('My laptop');
  const used = await codesSentTo(product, who.mobile);
  await add.getByRole('button', { name: 'Make a passkey' }).click();
  await stepUp(page, product, who, used);
  await page
    .getByRole('dialog', { name: 'Your recovery codes' })
    .getByRole('button', { name: 'I have kept them' })
    .click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await expectAccessible(page);

  await test.step('the same device is not added twice', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await add.getByLabel('Name').fill('Again');
    await add.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(add.getByText('This passkey is in your account already')).toBeVisible();
    await expect(add.getByLabel('Name')).toHaveValue('Again');
    await add.getByRole('button', { name: 'Cancel' }).click();
  });

  await logOut(page);
  await givePassword(page, who);
  const dialog = secondStep(page);
  await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();

  await page.goto('/security');
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  // Another code may be asked for.
  await product.ask({ do: 'advance', ms: 31_000 });
  const before = await codesSentTo(product, who.mobile);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await stepUp(page, product, who, before);
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
});

test('an account without a verified mobile number is told so everywhere, and asked when it acts', async ({
  open,
  person,
  product,
}) => {
  const { mobile, email } = contacts();
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
  const again = dialog.getByRole('textbox', { name: 'Confirm password' });

  await test.step('a password that many people use leads back to its field', async () => {
    await password.fill('password1');
    await again.fill('password1');
    await dialog.getByRole('button', { name: 'Next' }).click();
    const head = dialog.getByRole('heading', { name: 'Register' });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Location and work' })).toHaveAttribute(
      'aria-current',
      'step',
    );
    expect(await page.locator('dialog').evaluate((element) => element.scrollTop)).toBe(0);
    await expect(head).toBeInViewport();
    await dialog.getByRole('combobox', { name: 'Location' }).fill('Kothrud');
    await dialog
      .getByRole('option', { name: /Kothrud/ })
      .first()
      .click();
    // Nobody is refused without an Aadhaar number.
    await expect(dialog.getByText('(optional)')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'I am 18 or older' }).check();
    await dialog.getByRole('checkbox', { name: /I accept the terms/ }).check();
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/Too many people use this password/);
  });
  await password.fill(PASSWORD);
  await again.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();

  const verify = page.getByRole('dialog', { name: 'Verify your mobile number' });
  await expect(verify).toBeVisible();
  await test.step('a reload comes back to the mobile code, which is on its way', async () => {
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

  await test.step('what may not be done yet asks for the code', async () => {
    const other = await person({ firstName: 'Omkar' });
    await page.goto(`/user-detail/${other.id}`);
    await verify.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect(verify).toBeVisible();
    await expect(page.getByText(/Please verify your mobile number first/)).toBeVisible();
  });
  await verify.getByLabel('One time password').fill(await codeFor(product, `+91${mobile}`));
  await verify.getByRole('button', { name: 'Verify' }).click();
  const verifyEmail = page.getByRole('dialog', { name: 'Verify your e-mail' });
  await expect(verifyEmail.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  await expect(verifyEmail.getByText(/Please wait/)).toHaveCount(0);
  await expect(strip).toBeHidden();
  await verifyEmail.getByLabel('One time password').fill(await codeFor(product, email));
  await verifyEmail.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome to FWS' })).toBeVisible();
});

for (const locale of ['en', 'hi'] as const)
  test(`the security page and the login’s second step in both sizes and themes (${locale})`, async ({
    open,
    product,
  }) => {
    const who = await member(product);
    // Somebody who guesses, and another device.
    for (const guess of ['guess-1111', 'guess-2222', 'guess-3333'])
      await fetch(`${product.url}/api/user_login`, {
        method: 'POST',
        body: new URLSearchParams({ user_name: who.email, password: guess }),
      });
    const page = await open('desktop', { as: who, locale });
    await page.goto('/security');
    await expect(page.getByText(locale === 'en' ? '3 wrong passwords' : '3 बार गलत पासवर्ड')).toBeVisible();
    const views = [
      { size: 'desktop', theme: 'light' },
      { size: 'phone', theme: 'dark' },
    ] as const;
    for (const view of views) {
      await look(page, view);
      await expectWellDrawn(page);
    }
    const guest = await open('phone', { locale });
    await guest.goto('/login');
    await guest.locator('#identifier').fill(who.mobile);
    await guest.locator('#password').fill(PASSWORD);
    await guest.keyboard.press('Enter');
    await expect(guest).toHaveURL(/confirm=1/);
    await expect(guest.locator('.otp')).toBeVisible();
    for (const view of views) {
      await look(guest, view);
      await expectAccessible(guest);
    }
  });

test('the security page without a network says so, and buttons that need one are off', async ({
  open,
  product,
}) => {
  const page = await open('phone', { as: await member(product) });
  await page.goto('/security');
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
  await expectAccessible(page);
});

test('people of FWS give a code at the admin area’s login, and before they set up their second factor', async ({
  open,
  product,
}) => {
  const who = await member(product);
  await product.ask({ do: 'appoint', userId: who.id, role: 'support' });
  const page = await open('desktop');
  await page.goto('/admin');
  let used = await codesSentTo(product, who.mobile);
  await page.getByLabel('E-mail or mobile number').fill(who.mobile);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('One time password').fill(await codeFor(product, who.mobile, used));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await expect(page.getByLabel('First code')).toBeVisible();

  await test.step('a session whose code was given long ago is asked for another one', async () => {
    await product.ask({ do: 'advance', ms: 11 * 60_000 });
    used = await codesSentTo(product, who.mobile);
    await page.reload();
    await expect(secondStep(page)).toBeVisible();
    await expectAccessible(page);
    await stepUp(page, product, who, used);
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  });
});

test('the demo’s people log in with the code in the outbox', async ({ open, product }) => {
  const { logins } = await product.ask<{
    logins: { name: string; identifier: string; password: string }[];
  }>({ do: 'demo' });
  const [demo] = logins;
  const page = await open('phone');
  await givePassword(page, { mobile: demo?.identifier ?? '', password: demo?.password ?? '' });
  const outbox = await open('desktop');
  await outbox.goto(
    (await secondStep(page).getByRole('link', { name: 'outbox of the sandbox' }).getAttribute('href')) ?? '',
  );
  const [code = ''] =
    /\b\d{6}\b/.exec(
      await outbox
        .getByText(/is your FWS code/)
        .first()
        .innerText(),
    ) ?? [];
  await secondStep(page).getByLabel('One time password').fill(code);
  await secondStep(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
});
