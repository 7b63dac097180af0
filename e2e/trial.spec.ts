import { trialSettings } from '../server/test/config/production.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';

// A production start with ALLOW_SANDBOX=1: no real money, and every page says so. It takes tiles by https alone, so it has
// no maps.

test.use({ settings: { ...trialSettings, PUBLIC_URL: 'http://localhost:3000', MAP_TILE_URL: '' } });

const TRIAL = { en: 'This is a trial. No real money moves here', hi: 'यहाँ असली पैसा नहीं चलता' };

test('every page says on a phone that it is a trial, and covers nothing', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), theme: 'dark' });
  for (const path of ['/', '/postjob', '/admin', '/pay/none']) {
    await page.goto(path);
    await expect(page.getByText(TRIAL.en), path).toBeVisible();
    await expect(page.getByText(TRIAL.hi), path).toBeHidden();
  }
  await page.goto('/');
  await expectWellDrawn(page);
  // This fails when another element would receive the click.
  await page.getByRole('banner').getByRole('link', { name: 'FWS, home' }).click({ trial: true });
  await page.getByRole('navigation').getByRole('link', { name: 'Post a Job' }).click({ trial: true });

  await page.getByRole('contentinfo').getByRole('button', { name: 'हिंदी' }).click();
  await expect(page.getByText(TRIAL.hi)).toBeVisible();
  await expect(page.getByText(TRIAL.en)).toBeHidden();
});

test('a guest reads the configured contacts on the landing page and in the terms', async ({ open }) => {
  const page = await open('desktop', { locale: 'hi' });
  await page.goto('/');
  await expect(page.getByText(TRIAL.hi)).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(trialSettings.SUPPORT_HOURS_HI);
  await expect(footer).toContainText(trialSettings.PLATFORM_ADDRESS);
  await expect(footer.getByRole('link', { name: trialSettings.SUPPORT_PHONE })).toHaveAttribute(
    'href',
    'tel:+918047182200',
  );
  await expect(footer.getByRole('link', { name: 'LinkedIn' })).toHaveCount(0);
  await footer.getByRole('link', { name: 'नियम और शर्तें' }).click();
  await expect(page.getByText(`${trialSettings.GRIEVANCE_OFFICER} को`)).toBeVisible();
  await expect(page.getByText(trialSettings.GRIEVANCE_EMAIL)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(trialSettings.SUPPORT_EMAIL);
});
