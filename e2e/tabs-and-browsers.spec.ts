import type { Page } from '@playwright/test';
import { paths } from '../web/src/platform/router/paths.ts';
import {
  expect,
  expectAccessible,
  expectSoundLedger,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { formatDayFromNow, getMilestone, pressAtCheckout } from './support/steps.ts';

// What people do with tabs and browsers around FWS.

const makeJob = (product: Product, sides: { poster: Person; worker: Person }) =>
  product.ask<{ jobId: number }>({ do: 'job', ...sides, job: { rows: [['Walls', '1500']] } });

async function openCheckout(page: Page, jobId: number): Promise<void> {
  await page.goto(paths.awardedJob(jobId));
  await getMilestone(page, 1)
    .getByRole('button', { name: /Fund|Pay/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /₹1,500/ }).click();
  await expect(page).toHaveURL(/\/checkout\//);
}

const expectHeld = (page: Page) => expect(getMilestone(page, 1).getByText('Held in escrow')).toBeVisible();

test('back after a payment pays nothing again', async ({ open, person, product }) => {
  const sides = { poster: await person(), worker: await person({ identity: 'verified' }) };
  const { jobId } = await makeJob(product, sides);
  const page = await open('phone', { as: sides.poster });
  await openCheckout(page, jobId);
  await pressAtCheckout(page, '₹1,500.00', 'Pay');
  await expectHeld(page);
  // The checkout, as the browser has it, and the screen before it.
  for (let step = 0; step < 2; step++) {
    await page.goBack();
    const pay = page.getByRole('button', { name: 'Pay ₹1,500.00' });
    if (page.url().includes('/checkout/') && (await pay.isVisible())) await pay.click();
  }
  await page.goto(paths.awardedJob(jobId));
  await expectHeld(page);
  await expect(getMilestone(page, 1).getByRole('button', { name: /^(Fund|Pay)/ })).toHaveCount(0);
  await expectSoundLedger(product);
});

test('a payment tab that was closed leaves a payment that can be made later', async ({
  open,
  person,
  product,
}) => {
  const sides = { poster: await person(), worker: await person({ identity: 'verified' }) };
  const { jobId } = await makeJob(product, sides);
  const page = await open('phone', { as: sides.poster });
  await openCheckout(page, jobId);
  const later = await page.context().newPage();
  await page.close();
  await openCheckout(later, jobId);
  await pressAtCheckout(later, '₹1,500.00', 'Pay');
  await expectHeld(later);
  await expectSoundLedger(product);
});

test('a tab that the browser restores has the session and what was typed', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto(paths.postJob());
  await page.getByLabel('Job title').fill('Paint a restored flat');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  const restored = await page.context().newPage();
  await page.close();
  await restored.goto(paths.postJob());
  await expect(restored.getByLabel('Job title')).toHaveValue('Paint a restored flat');
});

test('what a password manager fills in is read', async ({ open, person }) => {
  const password = 'safe-pass-12';
  const user = await person({ password });
  const page = await open('phone');
  await page.goto('/login');
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await expect(dialog.getByLabel('E-mail or mobile number')).toHaveAttribute('autocomplete', 'username');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
  // Without keys: values are set, and only some managers tell the page.
  await page.evaluate(
    ([name, secret]) => {
      const [identifier, input] = document.querySelectorAll<HTMLInputElement>(
        '[role=dialog] input, dialog input',
      );
      if (!identifier || !input) throw new Error('no fields');
      identifier.value = name ?? '';
      identifier.dispatchEvent(new Event('change', { bubbles: true }));
      input.value = secret ?? '';
    },
    [user.mobile, password],
  );
  await dialog.getByRole('button', { name: 'Login' }).click();
  // The second step of a new browser: name and password were right.
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible();
});

for (const locale of ['en', 'hi'] as const)
  test(`a tab does not act for somebody who logged in in another (${locale})`, async ({
    open,
    person,
    product,
  }) => {
    const [asha, ravi] = [await person({ firstName: 'Asha' }), await person({ firstName: 'Ravi' })];
    const page = await open('phone', { as: asha, locale, expected: /412/ });
    await page.goto(paths.postJob());
    await page.locator('#title').fill('Paint a flat of Asha');
    // Ravi logs in in another tab of this browser.
    await page.context().addCookies([{ name: 'fws_session', value: ravi.token, url: product.url }]);
    await page.locator('button[type=submit]').last().click();
    // It takes the focus, which a field needs while it is filled in.
    await expect(page.locator('.error-summary')).toBeFocused();
    await page.locator('#title').fill('Paint 3BHK flat');
    await page.locator('#location').fill('Kothrud, Pune');
    await page.locator('#takeWorkOn').fill(formatDayFromNow(3));
    await page.locator('#amountText').fill('4000');
    // Without a pointer: a request that the form makes by itself may have met the other login, and the dialog is open.
    await page.locator('button[type=submit]').last().dispatchEvent('click');
    const title = locale === 'en' ? 'Somebody else is logged in now' : 'अब किसी और का लॉगिन है';
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toContainText('Asha');
    await expectAccessible(page);
    await dialog.getByRole('button').last().click();
    // Ravi has no job of hers.
    await page.goto(paths.postedJobs());
    await expect(page.getByText('Paint 3BHK flat')).toHaveCount(0);
  });

test('a tab notices at once when another tab logs somebody else in', async ({ open, person, product }) => {
  const [asha, ravi] = [await person({ firstName: 'Asha' }), await person({ firstName: 'Ravi' })];
  const page = await open('desktop', { as: asha, expected: /412/ });
  await page.goto(paths.postJob());
  await expect(page.locator('#title')).toBeVisible();
  await page.context().addCookies([{ name: 'fws_session', value: ravi.token, url: product.url }]);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(page.getByRole('dialog', { name: 'Somebody else is logged in now' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on with the new login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a browser that blocks cookies is told so before it logs in', async ({ open }) => {
  for (const locale of ['en', 'hi'] as const) {
    const page = await open('phone', { locale });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
      for (const name of ['localStorage', 'sessionStorage'] as const)
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
        locale === 'en' ? 'Your browser blocks cookies' : 'आपका ब्राउज़र इस साइट की कुकी रोकता है',
      );
    }
    await expectAccessible(page);
  }
});
