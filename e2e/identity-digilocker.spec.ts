import { expect, expectAccessible, test } from './support/fixtures.ts';
import { recordVideo } from './support/steps.ts';

// With AADHAAR_MODE=digilocker the number is not typed into FWS.

test.use({ settings: { AADHAAR_MODE: 'digilocker' } });

test('verifies by DigiLocker after a first refusal there', async ({ open, person }) => {
  const page = await open('phone', { as: await person({ firstName: 'Usha', lastName: 'Nair' }) });
  await recordVideo(page);
  await expect(page.getByLabel('Aadhaar number')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to DigiLocker' }).click();
  await expect(page.getByRole('heading', { name: 'DigiLocker' })).toBeVisible();
  await page.getByRole('button', { name: 'Deny' }).click();

  await expect(page).toHaveURL(/\/ekycEdit\?digilocker=/);
  await expect(page.getByText('Your details were not shared from DigiLocker')).toBeVisible();
  await expectAccessible(page);

  await recordVideo(page);
  await page.getByRole('button', { name: 'Continue to DigiLocker' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
});
