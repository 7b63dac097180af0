import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectWellDrawn,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';
import { register } from './support/accounts.ts';

// The profile: filled in for the first time on a phone, and edited later.

const face = path.join(import.meta.dirname, 'support/face.jpg');
const plan = path.join(import.meta.dirname, 'support/plan.png');

const expectTitle = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** Chooses a photo, zooms in, moves the crop square, and saves. */
async function crop(page: Page): Promise<void> {
  await page.getByRole('button', { name: /photo$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your photo' });
  await dialog.getByLabel('Profile photo').setInputFiles(face);
  const square = dialog.getByLabel(/The part of the photo that is kept/);
  const photo = dialog.locator('.pf-crop img');
  await expect(square).toBeVisible();
  const [squareBox, photoBox] = [await square.boundingBox(), await photo.boundingBox()];
  // As large as the photo allows.
  const side = Math.min(photoBox?.width ?? 0, photoBox?.height ?? 0);
  expect(squareBox?.width).toBeCloseTo(side, 0);
  expect(squareBox?.height).toBeCloseTo(side, 0);

  const zoom = dialog.getByLabel('Zoom');
  await expect(zoom).toHaveAttribute('min', '1');
  await expect(zoom).toHaveAttribute('max', '3');
  await zoom.focus();
  await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveValue('1.1');
  await square.focus();
  await page.keyboard.press('ArrowUp');
  await expectAccessible(page);

  await page.evaluate(recordFiles);
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Your photo is saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.dataset['sent'])).toBe(
    'photo profile_picture.jpg image/jpeg',
  );
}

/** Runs in the page: records the name and type of a file that is sent, which Chromium does not expose. */
function recordFiles(): void {
  window.FormData = class extends FormData {
    override append(name: string, value: string | Blob): void {
      if (value instanceof File)
        document.documentElement.dataset['sent'] = `${name} ${value.name} ${value.type}`;
      super.append(name, value as Blob);
    }
  };
}

async function fillCompany(
  page: Page,
  number: number,
  row: Record<'years' | 'name' | 'from' | 'to', string>,
) {
  const group = page.getByRole('group', { name: `Company ${number}` });
  await group.getByLabel('Total years').fill(row.years);
  await group.getByLabel('Company Name').fill(row.name);
  await group.getByLabel('From').fill(row.from);
  await group.getByLabel('To', { exact: true }).fill(row.to);
}

async function fillReference(page: Page, name: string, person: { name: string; mobile: string }) {
  const group = page.getByRole('group', { name });
  await group.getByLabel('Name', { exact: true }).fill(person.name);
  await group.getByLabel('Mobile number').fill(person.mobile);
}

/** The list is longer than its box, so the active option must scroll into view. */
async function choosePlaceByKeyboard(page: Page): Promise<void> {
  const place = page.getByRole('combobox', { name: 'Native place' });
  const options = page.getByRole('listbox').getByRole('option');
  const active = page.getByRole('listbox').getByRole('option', { selected: true });
  await place.fill('Pun');
  await expect(options.first()).toBeVisible();
  expect(await options.count()).toBeGreaterThan(5);
  await place.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(active).toBeInViewport({ ratio: 0.9 });
  await place.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(active).toBeInViewport({ ratio: 0.9 });
  // As a Hindi keyboard sends it while it composes a word.
  await place.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true });
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await place.press('Escape');
  await expect(place).toHaveAttribute('aria-expanded', 'false');
  await expect(place).toHaveValue('Pun');
  await place.press('ArrowDown');
  await place.press('ArrowDown');
  const label = await active.locator('b').textContent();
  await place.press('Enter');
  await expect(place).toHaveValue(label ?? '');
  await expect(place).toHaveAttribute('aria-expanded', 'false');
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const next = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();

test('a new user fills in the profile on a phone', async ({ open, product }) => {
  const page = await open('phone');
  const user = {
    firstName: 'Kavita',
    lastName: 'More',
    email: `kavita${Date.now()}@mail.example`,
    mobile: `98${String(Date.now()).slice(-8)}`,
    aadhaar: '234567890124',
  };
  await register(page, product, user, 'Complete your profile');
  await expect(page).toHaveURL(/\/profileEdit$/);

  await crop(page);
  await next(page);
  await expect(page.getByText('Please enter your age').last()).toBeVisible();
  await page.getByLabel('Age', { exact: true }).fill('29');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Qualification').selectOption('Diploma');
  await test.step('a place is chosen by keyboard', () => choosePlaceByKeyboard(page));
  await page.getByRole('combobox', { name: 'Native place' }).fill('Satara, Maharashtra');
  await page.getByLabel('Web link').fill('javascript:alert(1)');
  await page.getByLabel('Skills').fill('Tiling');
  await page.getByLabel('Skills').press('Tab');
  await page.getByLabel('Categories of work').selectOption('Masonry');
  await next(page);
  await expect(page.getByText('Please enter a web address such as www.example.in').last()).toBeVisible();
  await expect(page.getByLabel('Age', { exact: true })).toHaveValue('29');
  await page.getByLabel('Web link').fill('kavitatiles.example');
  await next(page);

  await expectTitle(page, 'Experience and rate');
  await expect(page).toHaveURL(/\/ExperienceUpdate$/);
  await page.getByRole('button', { name: 'Add another company' }).click();
  for (const message of [
    'Please enter how many years you worked there',
    'Please enter the name of the company',
    'Please choose the day you started',
    'Please choose the day you left',
  ])
    await expect(page.getByText(message).last()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Company 2' })).toBeHidden();
  await fillCompany(page, 1, {
    years: '6',
    name: 'Tiles, Floors & Co',
    from: '2015-01-10',
    to: '2021-01-10',
  });
  await page.getByRole('button', { name: 'Add another company' }).click();
  await fillCompany(page, 2, { years: '2.5', name: 'Own work', from: '2022-01-01', to: '2021-01-01' });
  await expect(page.getByText('8.5 years in all')).toBeVisible();
  await next(page);
  for (const message of ['The last day cannot be before the first', 'Please enter your rate in rupees'])
    await expect(page.getByText(message).last()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('group', { name: 'Company 2' }).getByLabel('To', { exact: true }).fill('2024-06-30');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByLabel('Project rate').fill('800');
  await page.getByLabel('Rate type').selectOption('Day Rate');
  await page.getByRole('textbox', { name: 'About Yourself' }).fill('I lay tiles that stay level.');
  await next(page);

  await expectTitle(page, 'References');
  await expect(page).toHaveURL(/\/referenceUpdate$/);
  await page.getByLabel('How far you would go').selectOption('Within District');
  await fillReference(page, 'Professional reference 1', { name: 'Sunita Deshpande', mobile: '98000' });
  await page.getByRole('button', { name: 'Add a second personal reference' }).click();
  await fillReference(page, 'Personal reference 1', { name: 'Salma Shaikh', mobile: '9800000562' });
  await fillReference(page, 'Personal reference 2', { name: 'Ravi Patil', mobile: '9800000563' });
  await next(page);
  await expect(page.getByText('Please enter a valid mobile number of the reference').last()).toBeVisible();
  await fillReference(page, 'Professional reference 1', { name: 'Sunita Deshpande', mobile: '98000 00211' });
  await next(page);

  await expectTitle(page, 'My Profile');
  for (const text of [
    '8.5 years',
    'Tiles, Floors & Co',
    '₹800',
    'Day Rate',
    'Not now',
    'Within District',
    'Ravi Patil',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText('Profile 85% complete')).toBeVisible();
  await page.getByRole('link', { name: 'Resume or certificate' }).click();
  await expectTitle(page, 'Resume and certificates');
  await page.goBack();
  await page.reload();
  await expect(page.getByText('8.5 years')).toBeVisible();
});

/** Updates the profile through the API, as another client does. */
async function updateProfile(product: Product, user: Person, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ auth_token: user.token, ...fields });
  const response = await fetch(`${product.url}/api/update_profile`, { method: 'POST', body });
  expect(response.status).toBe(200);
}

const profileFields = {
  qualification: 'Graduate',
  age: '41',
  native_location: 'Satara',
  total_experience: '3,1',
  working_company_name: 'Asha Paints,Own work',
  working_from_date: '01-01-2015,01-01-2020',
  working_to_date: '01-01-2018,01-01-2021',
  ready_for_project: 'No',
  project_rate: '300',
  personal_preference_name1: 'Sunita,Rakesh',
  personal_preference_mobile1: '9800000211,9800000347',
};

test('companies, references and files are added and removed', async ({ open, person, product }) => {
  const user = await person({ firstName: 'Imran' });
  await updateProfile(product, user, profileFields);
  const page = await open('desktop', { as: user });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit About Yourself' }).click();
  await page.getByRole('button', { name: 'Remove company 1' }).click();
  await page.getByRole('button', { name: 'Add another company' }).click();
  await fillCompany(page, 2, { years: '2', name: 'Tata, Sons', from: '2022-01-01', to: '2024-01-01' });
  await save(page);
  await expectTitle(page, 'My Profile');
  await expect(page.getByText('Tata, Sons')).toBeVisible();
  await expect(page.getByText('Asha Paints')).toBeHidden();
  await expect(page.getByText('3 years', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Edit About Yourself' }).click();
  await page.getByLabel('I have no work experience yet').check();
  await save(page);
  await expect(page.getByText('New to work')).toBeVisible();

  await page.getByRole('link', { name: 'Edit References' }).click();
  await page.getByRole('button', { name: 'Remove the second professional reference' }).click();
  await save(page);
  await expect(page.getByText('Sunita', { exact: true })).toBeVisible();
  await expect(page.getByText('Rakesh')).toBeHidden();

  await page.getByRole('link', { name: 'Edit My Resume' }).click();
  await page.getByLabel('Add certificates').setInputFiles([plan, face]);
  await expect(page.getByRole('button', { name: 'Open face.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove plan.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The file is removed')).toBeVisible();
  await page.getByLabel('Add certificates').setInputFiles({
    name: 'drawing.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  });
  await expect(page.getByText('Please choose an image or a PDF file')).toBeVisible();
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Open face.jpg' }).click();
  await expect(page.getByRole('dialog', { name: 'face.jpg' }).getByRole('img')).toBeVisible();
  await expect(page.getByText('plan.png')).toBeHidden();
});

test('a changed photo appears in every open window at once', async ({ open, person, product }) => {
  const user = await person({ firstName: 'Imran' });
  await updateProfile(product, user, profileFields);
  const page = await open('desktop', { as: user });
  const otherPage = await open('phone', { as: user });
  await otherPage.goto('/profile');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await expectTitle(page, 'Basic details');
  await crop(page);
  await page.getByRole('link', { name: 'Back to my profile' }).click();
  for (const window of [page, otherPage])
    await expect(window.getByRole('main').locator('.avatar.l img')).toHaveAttribute(
      'src',
      /profile_picture\.jpg$/,
    );
});

test('a file that is not a photo is refused, and another can be chosen', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/profileUpdate');
  await page.getByRole('button', { name: 'Add photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your photo' });
  await dialog
    .getByLabel('Profile photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') });
  await expect(dialog.getByText('This file could not be read. Please choose another')).toBeVisible();
  await dialog.getByLabel('Profile photo').setInputFiles(face);
  await expect(dialog.getByRole('button', { name: 'Save photo' })).toBeVisible();
});

const screens = [
  '/profile',
  '/profileEdit',
  '/profileUpdate',
  '/experienceEdit',
  '/ExperienceUpdate',
  '/referenceEdit',
  '/referenceUpdate',
  '/myresumeEdit',
];

for (const [size, locale, theme] of [
  ['phone', 'hi', 'dark'],
  ['desktop', 'en', 'light'],
] as const)
  test(`the profile's screens: ${size}, ${locale}, ${theme}`, async ({ open, person, product }) => {
    const user = await person({ firstName: 'Imran' });
    await updateProfile(product, user, profileFields);
    const page = await open(size, { as: user, locale, theme });
    for (const screen of screens)
      await test.step(screen, async () => {
        await page.goto(screen);
        await expectWellDrawn(page);
      });
  });
