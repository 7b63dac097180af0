import type { Page } from '@playwright/test';
import {
  waitForCode,
  expect,
  expectAccessible,
  expectWellDrawn,
  setAppearance,
  test,
  type Appearance,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { recordVideo, takeRecording } from './support/steps.ts';
import { logIn, register, type Newcomer } from './support/accounts.ts';
import { createContacts } from './support/members.ts';

// The identity check in the browser, with a fake camera that shows a moving pattern and beeps.

const OWN_NUMBER = '2341 2341 2346';

/** The characters in the newest captcha picture. */
async function readCaptcha(product: Product, mobile: string): Promise<string> {
  const response = await fetch(`${product.sandboxUrl}/control/okyc?mobile=${encodeURIComponent(mobile)}`);
  const [newest] = (await response.json()) as { captcha: string }[];
  return newest?.captcha ?? '';
}

const getCaptchaImage = (page: Page) => page.getByRole('img', { name: 'Five characters to type' });

async function fillAadhaar(page: Page, product: Product, mobile: string, number: string): Promise<void> {
  await page.getByLabel('Aadhaar number').fill(number);
  await expect(getCaptchaImage(page)).toBeVisible();
  await page.getByLabel('Characters in the picture').fill(await readCaptcha(product, mobile));
  await page.getByRole('button', { name: 'Next' }).click();
}

const getVerifiedBadge = (page: Page) =>
  page.getByRole('main').getByText('Verified', { exact: false }).first();

test('verifies an identity on a phone by video and Aadhaar', async ({ open, product }) => {
  const lata: Newcomer = {
    firstName: 'Lata',
    lastName: 'Pillai',
    ...createContacts(),
    aadhaar: '234123412346',
  };
  await register(await open('phone'), product, lata);
  const page = await open('phone');
  await logIn(page, product, lata);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Verify identity' }).click();
  await expect(page).toHaveURL(/\/kycLanguage/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'हिन्दी' }).click();
  const player = page.getByRole('dialog', { name: /हिन्दी/ });
  await expect(player.locator('video')).toHaveJSProperty('videoWidth', 480);
  await expectAccessible(page);
  await player.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Add KYC' }).click();

  await expect(page.getByText('I am Lata Pillai')).toBeVisible();
  await expect(page.getByText(/^Code: ([2-9A-Z] ?){6}$/)).toBeAttached();
  const firstCode = (await page.getByText(/^Code: /).textContent()) ?? '';
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  // The recording stops automatically.
  await expect(page.getByLabel('Your video')).toBeVisible();
  await expectAccessible(page);
  const videoSize = page
    .getByLabel('Your video')
    .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]);
  expect(Math.min(...(await videoSize))).toBeLessThanOrEqual(480);
  await page.getByRole('button', { name: 'Record again' }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByText(/^Code: /)).not.toHaveText(firstCode);
  await takeRecording(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please enter the ID number').last()).toBeVisible();
  await fillAadhaar(page, product, lata.mobile, '2341 2341 2345');
  await expect(page.getByText('This is not a valid Aadhaar number').last()).toBeVisible();
  await page.getByLabel('Aadhaar number').fill(OWN_NUMBER);
  const firstPicture = (await getCaptchaImage(page).getAttribute('src')) ?? '';
  await page.getByLabel('Characters in the picture').fill('WRONG');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('The characters do not match the picture').last()).toBeVisible();
  await expect(page.getByLabel('Aadhaar number')).toHaveValue(OWN_NUMBER);
  await expect(getCaptchaImage(page)).not.toHaveAttribute('src', firstPicture);
  await fillAadhaar(page, product, lata.mobile, OWN_NUMBER);

  await expect(page.getByText('on its way to the mobile linked with your Aadhaar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Please enter the 6-digit code')).toBeVisible();
  const otp = await waitForCode(product, lata.mobile);
  await page.getByLabel('One time password').fill(otp === '111111' ? '222222' : '111111');
  await expect(page.getByText('This one time password is wrong').last()).toBeVisible();
  await page.getByLabel('One time password').fill(otp);

  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
  await expect(getVerifiedBadge(page)).toBeVisible();
  await expectAccessible(page);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain('2341');
});

test('shows a dialog when the camera is refused, and returns to the profile', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await page.goto('/verifyUser');
  const dialog = page.getByRole('dialog', { name: 'Camera' });
  await expect(dialog.getByText('Please allow the camera')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to your profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('verifies a PAN on a desktop after a refusal, a new video and a pending check', async ({
  open,
  person,
  product,
}) => {
  const page = await open('desktop', { as: await person({ firstName: 'Ravi', lastName: 'Rao' }) });
  await page.goto('/ekycEdit');
  await expect(page.getByRole('heading', { name: 'Your video comes first' })).toBeVisible();
  await expectAccessible(page);
  await recordVideo(page);
  await page.getByRole('radio', { name: 'PAN' }).check();
  const pan = page.getByRole('textbox', { name: 'PAN' });
  await pan.fill('ABCXE1234F');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('This is not a valid PAN').last()).toBeVisible();

  // An unknown number counts as a typo: video and form stay, also after a reload.
  await pan.fill('ABCPE0000F');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('The authority does not know this number').last()).toBeVisible();
  await expect(pan).toHaveValue('ABCPE0000F');
  await page.reload();
  await page.getByRole('radio', { name: 'PAN' }).check();
  await pan.fill('ABCPE2222F');
  await page.getByRole('button', { name: 'Verify' }).click();

  // A number of somebody else is a refusal: the user starts again.
  await expect(page.getByRole('heading', { name: 'Your video comes first' })).toBeVisible();
  await expect(page.getByText('The name on this ID is not the name on your account')).toBeVisible();
  await expectAccessible(page);
  await recordVideo(page);
  await page.getByRole('radio', { name: 'PAN' }).check();
  await pan.fill('ABCPE1111F');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Being checked')).toBeVisible();
  await expectAccessible(page);

  await page.goto(product.sandboxUrl);
  await page
    .getByRole('article')
    .filter({ hasText: 'PAN with 1111 · Ravi Rao' })
    .getByRole('button', { name: 'Verify' })
    .click();
  await product.ask({ do: 'advance', ms: 11_000 });
  await page.goto('/profile');
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
});

const variants: { locale: 'en' | 'hi'; views: [Appearance, ...Appearance[]] }[] = [
  {
    locale: 'hi',
    views: [
      { size: 'desktop', theme: 'light' },
      { size: 'phone', theme: 'dark' },
    ],
  },
  { locale: 'en', views: [{ size: 'desktop', theme: 'dark' }] },
];
for (const { locale, views } of variants)
  test(`the screens of the identity check are well drawn (${locale})`, async ({ open, person }) => {
    const as: Person = await person({ firstName: 'Lakshmi', lastName: 'Pillai' });
    const page = await open(views[0].size, { theme: views[0].theme, locale, as });
    for (const screen of ['/kycLanguage', '/verifyUser', '/ekycEdit']) {
      await setAppearance(page, views[0]);
      await page.goto(screen);
      for (const view of views) {
        await setAppearance(page, view);
        await expectWellDrawn(page);
      }
    }
  });
