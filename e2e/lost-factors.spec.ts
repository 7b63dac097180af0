import { adminPaths } from '../web/src/domains/admin/paths.ts';
import { openAdminPage } from './support/admin.ts';
import { expect, expectWellDrawn, setAppearance, test } from './support/fixtures.ts';
import { findAlertPath } from './support/messages.ts';

test('support asks to remove a lost second step, and its owner stops it', async ({
  open,
  person,
  product,
}) => {
  const user = await person({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
  const own = await open('phone', { as: user });
  await own.goto('/security');
  await own.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = own.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = (await setUp.locator('code').innerText()).replaceAll(/\s/g, '');
  await setUp.getByLabel('First code').fill(await product.ask<string>({ do: 'code', secret }));
  await own.getByRole('button', { name: 'I have kept them' }).click();
  await expect(own.getByRole('heading', { name: 'Second step is on' })).toBeVisible();

  const { page } = await openAdminPage({ open, person, product }, 'support', 'Kavita');
  await page.goto(adminPaths.user(user.id));
  const ask = page.getByRole('button', { name: 'Remove the second step in 24 hours' });
  await ask.click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await page.getByLabel('What was seen or told').fill('Face and name agree with the PAN card');
  await ask.click();
  await expect(page.getByText('Choose how they proved who they are')).toBeVisible();
  const proof = page.getByLabel('Proof, from the list');
  await expect(proof.getByRole('option')).toHaveText([
    'Choose',
    'Video call with their ID',
    'At our office with their ID',
  ]);
  await proof.selectOption('Video call with their ID');
  await expectWellDrawn(page);
  await ask.click();
  await expect(
    page.getByText(/^The second step will be removed on .*, unless the owner objects or uses it\.$/),
  ).toBeVisible();
  await expectWellDrawn(page);

  await test.step('the owner, signed out, opens the link of the text message', async () => {
    const path = await findAlertPath(
      product,
      user.mobile,
      /^FWS support was asked to remove the second step of your login\. It will be removed on .*\d:\d\d.*, unless/,
    );
    const guest = await open('phone');
    await guest.goto(path);
    await expect(
      guest.getByRole('heading', { name: 'The second step of your login is to be removed' }),
    ).toBeVisible();
    await expect(guest.getByText(/^It will be removed on .*, unless you use it before\./)).toBeVisible();
    await expect(guest.getByText('Internet address')).toHaveCount(0);
    await expectWellDrawn(guest);
    await setAppearance(guest, { size: 'desktop', theme: 'dark' });
    await expectWellDrawn(guest);
    await guest.getByRole('button', { name: 'This was not me' }).click();
    await expect(
      guest.getByRole('heading', { name: 'Your account is closed to everybody else' }),
    ).toBeVisible();
  });
  await page.reload();
  await expect(ask).toBeVisible();
});
