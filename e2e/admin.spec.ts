import { openAdminPage, setUp } from './support/admin.ts';
import { expect, expectAccessible, expectSoundLedger, test } from './support/fixtures.ts';
import { createPair } from './support/pairs.ts';

test('the admin area needs a second factor or a recovery code and refuses other users', async ({
  open,
  person,
  product,
}) => {
  const nandini = await person({ firstName: 'Nandini', lastName: 'Rao' });
  const stranger = await open('phone', { as: await person() });
  await stranger.goto('/admin');
  await expect(stranger.getByText('This part is for the people of FWS').first()).toBeVisible();
  await expectAccessible(stranger);

  await product.ask({ do: 'grantRole', userId: nandini.id, role: 'admin' });
  const page = await open('phone', { as: nandini });
  await page.goto('/admin');
  await page.getByLabel('First code').fill('000000');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('This code is wrong, or it was used already')).toBeVisible();
  await expect(page.getByLabel('First code')).toHaveValue('000000');
  await expectAccessible(page);
  const { secret, recovery } = await setUp(page, product);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Account of Nandini Rao' }).click();
  await page.getByRole('button', { name: 'Leave admin' }).click();
  await expect(page.getByRole('heading', { name: 'Enter' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();

  await test.step('after half an hour the code is asked for again, and the same screen returns', async () => {
    await page.getByRole('button', { name: 'Review queue' }).click();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('cell', { name: 'Entered by a recovery code' })).toBeVisible();
    await expectAccessible(page);
    await product.ask({ do: 'advance', ms: 31 * 60_000 });
    await page.reload();
    await page.getByLabel('Code').fill(await product.ask<string>({ do: 'code', secret }));
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  });
});

test('after the server’s key is lost, a recovery code leads to a new setup of the app', async ({
  open,
  person,
  product,
}) => {
  const nandini = await person({ firstName: 'Nandini', lastName: 'Rao' });
  await product.ask({ do: 'grantRole', userId: nandini.id, role: 'admin' });
  const page = await open('phone', { as: nandini });
  const { secret, recovery } = await setUp(page, product);
  await page.getByRole('button', { name: 'Account of Nandini Rao' }).click();
  await page.getByRole('button', { name: 'Leave admin' }).click();
  await expect(page.getByRole('heading', { name: 'Enter' })).toBeVisible();
  await product.ask({ do: 'loseKey', userId: nandini.id });
  await page.reload();
  await expect(page.getByText('codes of your authenticator app do not work any more')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(await product.ask<string>({ do: 'code', secret }));
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByText('Please enter a recovery code')).toBeVisible();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Enter' }).click();

  await expect(page.getByText('Set up your authenticator app again')).toBeVisible();
  await expectAccessible(page);
  await setUp(page, product);
});

test('a dispute is settled as a split, which both sides see', async ({ open, person, product }) => {
  test.setTimeout(180_000);
  const { poster, worker, jobId } = await createPair(
    { person, product },
    { rows: [['Tiles', '9600']], fund: [1] },
  );
  const details = 'Half the tiles are laid';
  const issueId = await product.ask<number>({ do: 'issue', by: worker, jobId, details });
  const ticket = `FWS-D-${String(issueId).padStart(6, '0')}`;
  const { page, secret } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');

  await page.getByRole('button', { name: /^Dispute/ }).click();
  const waiting = page.getByRole('link', { name: new RegExp(ticket) });
  await expect(waiting).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/admin\/dispute\/\d+/);
  await waiting.click();
  await expect(page.getByText(`Dispute ${ticket}`)).toBeVisible();
  await expect(page.getByText(`“${details}”`)).toBeVisible();
  await expect(page.getByText('₹9,600 on hold')).toBeVisible();
  await expect(page.getByText('Balanced')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: /^Split/ }).check();
  await page.getByLabel(/The worker gets/).fill('9601');
  await expect(page.getByRole('alert').or(page.locator('.note.bad')).first()).toBeVisible();
  await page.getByLabel(/The worker gets/).fill('4600');
  const posted = page.getByRole('row', { name: /Wallet/ });
  await expect(posted.filter({ hasText: '4,600.00 Cr' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Processing charge 100.00 Cr/ })).toBeVisible();
  const decide = page.getByRole('button', { name: 'Give ₹4,600 and ₹4,900, and close' });
  await decide.click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await page.getByLabel('Reason, sent to both sides').fill('About half was done');
  await expectAccessible(page);

  await test.step('an old code is not enough to move money', async () => {
    await product.ask({ do: 'advance', ms: 11 * 60_000 });
    await decide.click();
    const dialog = page.getByRole('dialog', { name: 'A fresh code' });
    await expect(dialog.getByLabel('Code')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Code').fill(await product.ask<string>({ do: 'code', secret }));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(/Settled by Nandini Rao: ₹4,600 to the worker/)).toBeVisible();
  });

  for (const [user, side] of [
    [poster, 'phone'],
    [worker, 'desktop'],
  ] as const)
    await test.step(`${user.firstName} reads it`, async () => {
      const own = await open(side, { as: user });
      await own.goto('/disputes?tab=closed');
      await own.getByRole('link', { name: /Paint a flat/ }).click();
      await expect(own.getByText('About half was done')).toBeVisible();
    });
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/payment');
  await expect(workerPage.getByText('₹4,600').first()).toBeVisible();
  await expectSoundLedger(product);
});

test('a refused identity and a suspension reach every session of the user at once', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(180_000);
  const lakshmi = await person({ firstName: 'Lakshmi', lastName: 'Pillai' });
  await product.ask({ do: 'identity', by: lakshmi });
  const userPage = await open('phone', { as: lakshmi });
  await userPage.goto('/notifications');
  await expect(userPage.getByRole('heading', { level: 1 })).toBeVisible();
  const { page } = await openAdminPage({ open, person, product }, 'support', 'Farah');

  await page.getByRole('button', { name: /^Identity/ }).click();
  await page.getByRole('link', { name: /Lakshmi Pillai/ }).click();
  await expect(page.getByText(/I am Lakshmi Pillai/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await page.getByLabel('Reason, sent to the person').fill('The code is not heard');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(userPage.getByText(/The code is not heard/)).toBeVisible();

  await page.getByRole('link', { name: 'Lakshmi Pillai' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lakshmi Pillai' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Reason, sent to the person').fill('Asked for money outside');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended. Every session has ended')).toBeVisible();
  await expect(page.getByText('“Asked for money outside”')).toBeVisible();
  await expect(
    userPage
      .getByRole('button', { name: /Log ?in/ })
      .or(userPage.getByLabel('Password'))
      .first(),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Records' }).click();
  await page.getByLabel('Find somebody').fill('lakshmi');
  await expect(page.getByRole('row', { name: /Lakshmi Pillai Suspended/ })).toBeVisible();
  await expectAccessible(page);
});
