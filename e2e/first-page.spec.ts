import { expect, test } from './support/fixtures.ts';
import { postJob } from './support/steps.ts';

// What the server draws, before any script has come: a window without script shows just that.

const HOME = { en: 'Jobs for you', hi: 'आपके लिए काम' } as const;

for (const locale of ['en', 'hi'] as const)
  test(`whoever is signed in reads jobs before the application is here (${locale})`, async ({
    open,
    person,
  }) => {
    const poster = await person();
    const title = `Paint </script><script>alert(1)</script> & "two" rooms ${poster.id}`;
    await postJob(await open('phone', { as: poster }), {
      title,
      skill: 'Painting',
      from: '5000',
      to: '6000',
    });

    const page = await open('phone', { as: await person(), locale, script: false });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: HOME[locale] })).toBeVisible();
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText(title)).toBeVisible();
    await expect(page).toHaveTitle(/FWS$/);
    // What could be typed into it would be lost when the application takes the page over.
    await expect(page.getByRole('textbox')).toHaveCount(0);

    const taken = await open('phone', { as: poster, locale });
    await taken.goto(page.url());
    await expect(taken.getByText(title)).toBeVisible();
  });

test('a minute that turned over, or a wrong clock, is no reason to draw the page anew', async ({
  open,
  person,
}) => {
  const poster = await person();
  const title = `Mend a gate ${poster.id}`;
  await postJob(await open('phone', { as: poster }), { title, skill: 'Welding', from: '500', to: '900' });
  const page = await open('phone', { as: await person() });
  await page.clock.setFixedTime(Date.now() + 5 * 60_000);
  await page.goto('/');
  // The application has taken over what was drawn; a difference would be an error in the page.
  await page.getByRole('article').filter({ hasText: title }).getByText('Posted 5 minutes ago').waitFor();
  await page.getByRole('link', { name: title }).click();
  await page.reload();
  await expect(page.getByText('Posted 5 minutes ago')).toBeVisible();
});

test('an ended session is drawn nothing', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), script: false });
  await page
    .context()
    .addCookies((await page.context().cookies()).map((cookie) => ({ ...cookie, value: 'ended' })));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
});
