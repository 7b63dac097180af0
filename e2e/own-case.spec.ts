import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openAdminPage, setUp } from './support/admin.ts';

// A product of its own: no other test grants a role that could decide the dispute.
test.use({ settings: { SECOND_APPROVER_ABOVE_RUPEES: '4999' } });

test('admins read their own dispute, and why somebody else decides it', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Nandini', lastName: 'Rao' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Tiles', '9600']], fund: [1] },
  });
  await product.ask({ do: 'issue', by: worker, jobId, details: 'Half the tiles are laid' });
  await product.ask({ do: 'grantRole', userId: poster.id, role: 'admin' });
  const page = await open('desktop', { as: poster });
  await setUp(page, product);
  await page.getByRole('link', { name: /Paint a flat .*Your own case/ }).click();
  await expect(page.getByText('Half the tiles are laid')).toBeVisible();
  await expect(page.getByText(/^You are a party of this case.* it waits until another person/)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);

  const other = await person({ firstName: 'Farah', lastName: 'Ali' });
  await product.ask({ do: 'grantRole', userId: other.id, role: 'admin' });
  await page.reload();
  await expect(
    page.getByText(/^You are a party of this case.* Somebody else at FWS decides it/),
  ).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
});

test('a job stays online without the mark; suspending its poster takes it offline', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const job = { rows: [['Walls', '5000']] as [string, string][], open: true };
  await product.ask({ do: 'job', poster, worker: await person(), job });
  const { page } = await openAdminPage({ open, person, product }, 'support', 'Kavita');
  await page.getByRole('button', { name: /^Job/ }).click();
  await page.getByRole('link', { name: /Paint a flat/ }).click();
  await expect(page.getByText(/^With or without the mark, the job stays online/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave online without the mark' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Suspend the poster' }).click();
  await expect(page.getByText('Please write the reason')).toBeVisible();
  await page.getByLabel('Reason').fill('Asked workers for a fee');
  await page.getByRole('button', { name: 'Suspend the poster' }).click();
  await expect(page.getByRole('link', { name: /Paint a flat/ })).toHaveCount(0);
});

test('an admin compares both accounts of one identity', async ({ open, person, product }) => {
  const pan = 'QZAPK4321L';
  const first = await person({ firstName: 'Asha', lastName: 'Kale' });
  const second = await person({ firstName: 'Asha', lastName: 'Kale' });
  await product.ask({ do: 'identity', by: first, pan });
  await product.ask({ do: 'identity', by: second, pan });
  const own = await open('phone', { as: second });
  await own.goto('/ekycEdit');
  await expect(own.getByText(/^Another FWS account already uses this ID/)).toBeVisible();
  await expectAccessible(own);

  const { page } = await openAdminPage({ open, person, product }, 'support', 'Kavita');
  await page.getByRole('button', { name: /^Identity/ }).click();
  await page
    .getByRole('link', { name: /Asha Kale/ })
    .last()
    .click();
  await expect(page.getByText('Another account uses this identity')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Video and name are right' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Verify this account/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/users/${second.id}`);
  await expect(page.getByRole('row', { name: /Asha Kale same identity/ })).toBeVisible();
  await expectAccessible(page);
});
