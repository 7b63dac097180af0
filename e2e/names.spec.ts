import type { Page } from '@playwright/test';
import { openAdminPage } from './support/admin.ts';
import {
  expect,
  expectAccessible,
  expectWellDrawn,
  setAppearance,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { recordVideo } from './support/steps.ts';

// A name on an ID that a person has to compare, and a name that is corrected.

const views = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ size, theme })),
);

async function expectWellDrawnEverywhere(page: Page): Promise<void> {
  for (const view of views) {
    await setAppearance(page, view);
    await expectWellDrawn(page);
    await expectAccessible(page);
  }
}

async function expectAccessibleOnDesktop(page: Page): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await setAppearance(page, { size: 'desktop', theme });
    await expectAccessible(page);
  }
}

async function registerName(product: Product, ending: string, name: string): Promise<void> {
  const answer = await fetch(`${product.sandboxUrl}/control/names`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ending, name }),
  });
  expect(answer.ok).toBe(true);
}

const getNameField = (page: Page) => page.getByLabel('Name as on the ID');

test('a name that its ID writes differently is compared by a person, who sees both', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(240_000);
  await registerName(product, '6101', 'SUNITA VERMA');
  await registerName(product, '6102', 'RAVI SHANKAR');
  const sunita = await person({ firstName: 'Sunita', lastName: 'Sharma' });
  const page = await open('phone', { as: sunita });
  await page.goto('/ekycEdit');
  await recordVideo(page);
  await page.getByRole('radio', { name: 'PAN' }).check();
  const pan = page.getByRole('textbox', { name: 'PAN' });
  await expect(getNameField(page)).toBeHidden();

  // Somebody else's ID: the refusal says what to do, and the field for the name is open afterwards.
  await pan.fill('ABCPE6102F');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(
    page.getByText('Send it again with your name as on the ID, or use an ID of yours'),
  ).toBeVisible();
  await recordVideo(page);
  await page.getByRole('radio', { name: 'PAN' }).check();
  await expect(page.getByText('Your name here is Sunita Sharma.')).toBeVisible();
  await getNameField(page).fill('Sunita Verma');
  await expectWellDrawnEverywhere(page);
  await setAppearance(page, { size: 'phone', theme: 'light' });
  await pan.fill('ABCPE6101F');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('A person of FWS compares both, usually within a day')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile');
  await expect(page.getByText('A person of FWS compares both')).toBeVisible();

  const { page: adminPage } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await adminPage.getByRole('button', { name: /^Identity/ }).click();
  await adminPage.getByRole('link', { name: /Sunita Sharma/ }).click();
  const comparison = adminPage.locator('.adm-names').first();
  await expect(comparison).toContainText('Sunita Sharma');
  await expect(comparison).toContainText('SUNITA VERMA');
  await expect(comparison).toContainText('May be the same: please decide');
  await expect(comparison).toContainText('Sharma, VERMA: different words');
  await expect(adminPage.locator('.adm-names').nth(1)).toContainText('The same name');
  await expectAccessibleOnDesktop(adminPage);
  await adminPage.getByRole('button', { name: 'Video and name are right' }).click();
  await expect(adminPage.getByText('Looked at by Nandini Rao')).toBeVisible();
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
});

test('a user has their name corrected by a person', async ({ open, person, product }) => {
  test.setTimeout(240_000);
  const asha: Person = await person({ firstName: 'Asha', lastName: 'Kale' });
  const page = await open('phone', { as: asha });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Correct your name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your name' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByText('Please write why your name should change').last()).toBeVisible();
  await page.getByLabel('Last name').fill('Rane');
  await page.getByLabel('Why it should change').fill('I have married');
  await expectWellDrawnEverywhere(page);
  await setAppearance(page, { size: 'phone', theme: 'light' });
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByText('You asked for the name Asha Rane')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the request' })).toBeHidden();
  await expectAccessible(page);

  const { page: adminPage } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await adminPage.getByRole('button', { name: /^Name/ }).click();
  await adminPage.getByRole('link', { name: /Asha Kale.*Asha Rane/ }).click();
  await expect(adminPage.locator('.adm-names').first()).toContainText('Rane, Kale: different words');
  await expect(adminPage.getByText('“I have married”')).toBeVisible();
  await expectAccessibleOnDesktop(adminPage);
  await adminPage.getByRole('button', { name: 'Change to Asha Rane' }).click();
  await expect(adminPage.getByText('Please write the reason')).toBeVisible();
  await adminPage.getByLabel(/^Reason/).fill('Marriage certificate seen');
  await adminPage.getByRole('button', { name: 'Change to Asha Rane' }).click();
  await expect(adminPage.getByText('“Marriage certificate seen”')).toBeVisible();

  await expect(page.getByText('Changed ·')).toBeVisible();
  await page.goto('/notifications');
  await expect(page.getByText('Your name at FWS is now Asha Rane')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Asha Rane' })).toBeVisible();
});

for (const locale of ['hi'] as const)
  test(`the screens of a name are well drawn (${locale})`, async ({ open, person }) => {
    const page = await open('phone', { locale, as: await person({ identity: 'verified' }) });
    await page.goto('/name');
    await expect(page.getByRole('button', { name: 'नाम सुधार के लिए भेजें' })).toBeVisible();
    await expectWellDrawnEverywhere(page);
  });
