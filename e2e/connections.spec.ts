import { expect, expectAccessible, test } from './support/fixtures.ts';
import { postJob } from './support/steps.ts';

test('two people connect, share a job, and disconnect', async ({ open, person }) => {
  const asha = await person({ firstName: 'Ashwini', lastName: 'Kulkarni', skills: ['Carpentry'] });
  const imran = await person({
    firstName: 'Imtiyaz',
    lastName: 'Shaikh',
    skills: ['Plumbing', 'Tiling'],
    identity: 'verified',
  });
  const phone = await open('phone', { as: asha });
  const desktop = await open('desktop', { as: imran });

  await test.step('finds a person by skill and name, and connects', async () => {
    await phone.goto('/');
    await phone.getByRole('button', { name: /^More/ }).click();
    await phone.getByRole('link', { name: 'Connect' }).click();
    await expect(phone.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
    await phone.getByRole('searchbox').fill('plumb imti');
    const row = phone.getByRole('listitem').filter({ hasText: 'Imtiyaz S.' });
    await expect(row).toBeVisible();
    await expect(phone).toHaveURL(/search=plumb/);
    await expectAccessible(phone);
    await row.getByRole('link', { name: 'Imtiyaz S.' }).click();
    await expect(phone.getByRole('heading', { name: 'FWS connects' })).toBeVisible();
    await expect(phone).toHaveURL(/connect-detail/);
    await phone.reload();
    await phone.getByRole('button', { name: /Connect Now/ }).click();
    await expect(phone.getByText('Connected').first()).toBeVisible();
    // A connection sees the whole name.
    await expect(phone.getByRole('heading', { name: 'Imtiyaz Shaikh' })).toBeVisible();
    await expect(phone.getByText('Verified by FWS')).toBeVisible();
    await phone.getByRole('link', { name: 'Qualification' }).click();
    await expect(phone.getByText('Nothing written yet')).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('link', { name: 'Back to connects' }).click();
    await phone.getByRole('link', { name: 'My connects' }).click();
    await expect(phone.getByRole('link', { name: 'Imtiyaz Shaikh' })).toBeVisible();
  });

  await test.step('the other person is notified and opens the profile', async () => {
    await desktop.goto('/notifications');
    await desktop.getByRole('link', { name: 'Ashwini Kulkarni connected with you' }).click();
    await expect(desktop).toHaveURL(new RegExp(`/user-detail/${asha.id}$`));
    await expect(desktop.getByRole('heading', { name: 'Ashwini Kulkarni' })).toBeVisible();
    await expect(desktop.getByText('Connected').first()).toBeVisible();
    await expectAccessible(desktop);
  });

  await test.step('a job is shared from its card and from its page', async () => {
    await postJob(desktop, {
      title: 'Cupboards for a school',
      skill: 'Carpentry',
      from: '20000',
      to: '30000',
    });
    await desktop.getByRole('link', { name: 'Cupboards for a school' }).click();
    await desktop.getByRole('button', { name: 'Share this Job' }).first().click();
    const dialog = desktop.getByRole('dialog', { name: 'Share Job to Friends' });
    await expect(dialog.getByRole('button', { name: 'Share Now' })).toBeDisabled();
    await dialog.getByRole('searchbox', { name: 'Search friends' }).fill('nobody');
    await expect(dialog.getByRole('radio')).toHaveCount(0);
    await dialog.getByRole('searchbox', { name: 'Search friends' }).fill('ASHW');
    await dialog.getByRole('radio', { name: /Ashwini Kulkarni/ }).check();
    await expectAccessible(desktop);
    await dialog.getByRole('button', { name: 'Share Now' }).click();
    await expect(desktop.getByText('Job shared')).toBeVisible();
    await expect(dialog).toBeHidden();

    await phone.goto('/');
    await phone
      .getByRole('button', { name: /^Share/ })
      .first()
      .click();
    const sheet = phone.getByRole('dialog', { name: 'Share Job to Friends' });
    await expect(sheet.getByRole('radio', { name: /Imtiyaz Shaikh/ })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Send the link' })).toBeEnabled();
    await expectAccessible(phone);
    await phone.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('a thumbs-up for the shared job', async () => {
    await phone.goto('/notifications');
    await phone.getByRole('link', { name: /Imtiyaz Shaikh shared a job with you/ }).click();
    await expect(phone).toHaveURL(/myquotes\?tab=shared/);
    await expect(phone.getByText('Shared by Imtiyaz Shaikh')).toBeVisible();
    await phone.getByRole('button', { name: /Thumbs-up/ }).click();
    await expect(phone.getByText('Thumbs-up given')).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('link', { name: 'Cupboards for a school' }).click();
    await expect(phone.getByRole('heading', { name: 'Cupboards for a school' })).toBeVisible();
    await desktop.goto('/notifications');
    await expect(
      desktop.getByRole('link', {
        name: 'Ashwini Kulkarni likes the job you shared: Cupboards for a school',
      }),
    ).toBeVisible();
  });

  await test.step('a removal by one side disconnects both', async () => {
    await desktop.goto(`/user-detail/${asha.id}`);
    await desktop.getByRole('button', { name: 'Remove' }).click();
    const dialog = desktop.getByRole('dialog', { name: 'Remove Ashwini Kulkarni from your connects?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(desktop);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(desktop.getByText('No longer connected')).toBeVisible();
    await expect(desktop.getByRole('button', { name: /Connect Now/ })).toBeVisible();
    await phone.goto('/connect?tab=mine');
    await expect(phone.getByRole('heading', { name: 'You have no connects yet' })).toBeVisible();
  });
});

test('shows that a person was not found, and links to the own profile', async ({ open, person }) => {
  const asha = await person({ firstName: 'Asha' });
  const page = await open('phone', { as: asha });
  await page.goto('/user-detail/999999');
  await expect(page.getByText('This person was not found')).toBeVisible();
  await page.goto('/connect-detail');
  await expect(page).toHaveURL(/\/connect$/);
  await page.goto(`/user-detail/${asha.id}`);
  await expect(page.getByRole('link', { name: 'To my profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Connect Now/ })).toHaveCount(0);
});

test('the phone’s own share sheet gets a link that opens the job for everybody', async ({
  open,
  person,
  product,
}) => {
  const [meera, asha] = [await person({ firstName: 'Meera' }), await person({ firstName: 'Asha' })];
  const desktop = await open('desktop', { as: meera });
  await postJob(desktop, { title: 'Mend a gate', skill: 'Welding', from: '2000', to: '3000' });
  const page = await open('phone', { as: asha });
  await page.addInitScript(() => {
    navigator.share = (shared) => {
      document.title = `shared ${shared?.url}`;
      return Promise.resolve();
    };
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Mend a gate' }).click();
  await page.getByRole('button', { name: 'Share this Job' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share Job to Friends' });
  await expect(sheet.getByRole('heading', { name: 'You have no connects yet' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Send the link' }).click();
  await expect(page).toHaveTitle(/^shared /);
  const url = (await page.title()).replace('shared ', '');
  expect(url.startsWith(`${product.url}/j/`)).toBe(true);
  for (const reader of [page, await open('phone')]) {
    await reader.goto(url);
    await expect(reader.getByRole('heading', { name: 'Mend a gate' })).toBeVisible();
  }
});
