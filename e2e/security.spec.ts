import {
  listCodesSentTo,
  expect,
  expectAccessible,
  expectWellDrawn,
  setAppearance,
  test,
} from './support/fixtures.ts';
import { createMember, PASSWORD } from './support/members.ts';
import { givePassword, logOut, getSecondStep, stepUp } from './support/accounts.ts';

// How an account is protected: authenticator apps, passkeys and the security page.

const getOtherCode = (code: string): string => (code === '000000' ? '111111' : '000000');

// stepUp() gives the code sent to the mobile number when the server asks for it before a change.

test('an authenticator app is set up, asked for, replaced by a recovery code, and removed', async ({
  open,
  product,
}) => {
  const user = await createMember(product);
  const page = await open('phone', { as: user });
  const code = (secret: string) => product.ask<string>({ do: 'code', secret });
  await page.goto('/security');
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  await expect(page.getByText('Whoever moves your number to another SIM gets that code')).toBeVisible();
  let used = await listCodesSentTo(product, user.mobile);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await stepUp(page, product, user, used);

  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await setUp.locator('code').innerText()).replaceAll(/\s/g, '');
  await expectAccessible(page);
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  await expect(setUp.getByText('Please enter the 6 digits of the app')).toBeVisible();
  await setUp.getByLabel('First code').fill(getOtherCode(await code(secret)));
  await expect(setUp.getByText(/This is not the code that the app shows now/)).toBeVisible();
  await setUp.getByLabel('First code').fill(await code(secret));

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

  await test.step('a login asks for the app, also in a trusted browser', async () => {
    await logOut(page);
    await givePassword(page, user);
    const dialog = getSecondStep(page);
    await expect(dialog.getByText(/type the 6 digits it shows for FWS/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Code of the app').fill(await code(secret));
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  });

  await test.step('a recovery code works once', async () => {
    await logOut(page);
    await givePassword(page, user);
    const dialog = getSecondStep(page);
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
  used = await listCodesSentTo(product, user.mobile);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await stepUp(page, product, user, used);
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  await page.getByRole('button', { name: /^Show all/ }).click();
  for (const event of ['Authenticator app removed', 'Recovery code used', 'Authenticator app set up'])
    await expect(page.getByText(event, { exact: true })).toBeVisible();
});

test('a passkey is added, confirms a login, and is removed', async ({ open, product }) => {
  const user = await createMember(product);
  const page = await open('desktop', { as: user });
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
  const used = await listCodesSentTo(product, user.mobile);
  await add.getByRole('button', { name: 'Make a passkey' }).click();
  await stepUp(page, product, user, used);
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
  await givePassword(page, user);
  const dialog = getSecondStep(page);
  await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();

  await page.goto('/security');
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  // The wait for another code is over.
  await product.ask({ do: 'advance', ms: 31_000 });
  const before = await listCodesSentTo(product, user.mobile);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await stepUp(page, product, user, before);
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
});

for (const locale of ['en', 'hi'] as const)
  test(`the security page and the second step of the login are well drawn in both sizes and themes (${locale})`, async ({
    open,
    product,
  }) => {
    const user = await createMember(product);
    // Three wrong guesses from another device.
    for (const guess of ['guess-1111', 'guess-2222', 'guess-3333'])
      await fetch(`${product.url}/api/user_login`, {
        method: 'POST',
        body: new URLSearchParams({ user_name: user.email, password: guess }),
      });
    const page = await open('desktop', { as: user, locale });
    await page.goto('/security');
    await expect(page.getByText(locale === 'en' ? '3 wrong passwords' : '3 बार गलत पासवर्ड')).toBeVisible();
    const views = [
      { size: 'desktop', theme: 'light' },
      { size: 'phone', theme: 'dark' },
    ] as const;
    for (const view of views) {
      await setAppearance(page, view);
      await expectWellDrawn(page);
    }
    const guest = await open('phone', { locale });
    await guest.goto('/login');
    await guest.locator('#identifier').fill(user.mobile);
    await guest.locator('#password').fill(PASSWORD);
    await guest.keyboard.press('Enter');
    await expect(guest).toHaveURL(/confirm=1/);
    await expect(guest.locator('.otp')).toBeVisible();
    for (const view of views) {
      await setAppearance(guest, view);
      await expectAccessible(guest);
    }
  });

test('the security page says that it is offline and disables buttons that need a network', async ({
  open,
  product,
}) => {
  const page = await open('phone', { as: await createMember(product) });
  await page.goto('/security');
  await expect(page.getByRole('heading', { name: 'Second step is off' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
  await expectAccessible(page);
});
