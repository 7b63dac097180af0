import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openMoreDetails } from './support/steps.ts';

test('a date is chosen in a calendar with the keyboard, and shown in English', async ({ open, person }) => {
  const page = await open('desktop', { as: await person() });
  await page.clock.setFixedTime('2026-11-20T06:00:00Z');
  await page.goto('/postjob');
  const start = page.getByLabel('Start the work on');
  await start.focus();
  await page.keyboard.press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  await expect(calendar.getByRole('columnheader')).toHaveText('Sun Mon Tue Wed Thu Fri Sat'.split(' '));
  await expect(calendar.getByRole('button', { name: '20 Nov 2026' })).toBeFocused();
  await expect(calendar.getByRole('button', { name: '19 Nov 2026' })).toBeDisabled();
  await expect(calendar.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await expectAccessible(page);
  for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(calendar.getByRole('button', { name: '27 Dec 2026' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(start).toHaveValue('27 Dec 2026');
  await expect(start).toBeFocused();
  // The last day, a week later as proposed, cannot be chosen before the first.
  await openMoreDetails(page);
  await page.getByRole('button', { name: 'Calendar' }).last().click();
  await expect(calendar.getByRole('button', { name: '3 Jan 2027', exact: true })).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(calendar.getByRole('button', { name: '26 Dec 2026' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();

  const finish = page.getByLabel('Finish the work by');
  await finish.fill('');
  await finish.pressSequentially('15/1/27');
  await finish.blur();
  await expect(finish).toHaveValue('15 Jan 2027');
});

test('a tap on a date opens the calendar on a phone, in Hindi too', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), locale: 'hi' });
  await page.clock.setFixedTime('2026-11-20T06:00:00Z');
  await page.goto('/postjob');
  const start = page.getByLabel('काम किस दिन शुरू हो');
  await expect(start).toHaveAttribute('inputmode', 'none');
  await start.tap();
  const calendar = page.getByRole('dialog', { name: 'तारीख चुनें' });
  await calendar.getByLabel('महीना', { exact: true }).selectOption('दिस॰');
  const day = calendar.getByRole('button', { name: '18 दिस॰ 2026' });
  const { width, height } = (await day.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await day.tap();
  await expect(start).toHaveValue('18 दिस॰ 2026');
});

test('what is no date is refused and kept', async ({ open, person }) => {
  const page = await open('desktop', { as: await person() });
  await page.goto('/postjob');
  const start = page.getByLabel('Start the work on');
  await start.fill('next week');
  await page.getByRole('button', { name: 'Post this Job' }).click();
  await expect(page.getByText('Please choose the day when the work should start')).toHaveCount(2);
  await expect(start).toHaveValue('next week');
});

test('an amount is grouped while it is typed, with the caret in its place', async ({ open, person }) => {
  const page = await open('desktop', { as: await person() });
  await page.goto('/postjob');
  const amount = page.getByLabel('Budget');
  await amount.pressSequentially('125000');
  await expect(amount).toHaveValue('1,25,000');
  await expect(page.getByText('One lakh twenty-five thousand rupees')).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await amount.pressSequentially('90');
  await expect(amount).toHaveValue('1,90,25,000');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(amount).toHaveValue('1,25,000');
  await page.keyboard.press('Backspace');
  await expect(amount).toHaveValue('25,000');
});

test('a skill is added by a button on touch keyboards', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/postjob');
  await openMoreDetails(page);
  const skills = page.getByLabel('Skills');
  await skills.tap();
  await skills.pressSequentially('Tiling');
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Remove Tiling' })).toBeVisible();
  await expect(skills).toBeFocused();
  await skills.pressSequentially('Masonry,');
  await expect(page.getByRole('button', { name: 'Remove Masonry' })).toBeVisible();
});

test('a place is shown in the reader’s script, and stored once', async ({ open, person }) => {
  const poster = await person();
  const page = await open('phone', { as: poster, locale: 'hi' });
  await page.goto('/profileEdit');
  const place = page.getByRole('combobox', { name: 'रहने की जगह' });
  await place.fill('इटारसी');
  await page.getByRole('option', { name: 'इटारसी, नर्मदापुरम, मध्य प्रदेश' }).first().tap();
  await expect(place).toHaveValue('इटारसी, नर्मदापुरम, मध्य प्रदेश');
  await page.getByLabel('उम्र', { exact: true }).fill('34');
  const native = page.getByRole('combobox', { name: 'मूल स्थान' });
  await native.fill('पुणे, महाराष्ट्र');
  await page.getByRole('button', { name: /^सेव कर/ }).click();
  await expect(page.getByText('आपकी प्रोफ़ाइल सेव हो गई')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('पुणे, महाराष्ट्र')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Pune, Maharashtra')).toBeVisible();
});
