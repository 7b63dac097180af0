import { openAdminPage } from './support/admin.ts';
import { callApi } from './support/api.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { createPair, sendMessage } from './support/pairs.ts';

test('what happens in the contract stands between the messages, live and in the language of the reader', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair({ person, product }, { rows: [['Walls', '1500']] });
  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/messages/${jobId}-${worker.id}`);
  const posterLog = posterPage.getByRole('log');
  await expect(posterLog).toContainText('Job awarded');
  await expect(posterPage.getByText('Nobody has written here yet.')).toBeHidden();
  const page = await open('phone', { as: worker, locale: 'hi', theme: 'dark' });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  const log = page.getByRole('log');
  await expect(log).toContainText('काम सौंपा गया');
  await posterPage.getByLabel('Write to Imran').fill('I pay now');
  await posterPage.getByRole('button', { name: 'Send' }).click();
  await expect(log).toContainText('I pay now');

  const contract = await callApi<{ milestones: { id: number }[] }>(product, poster, 'awarded_job', {
    jobId: String(jobId),
  });
  const ids = { jobId: String(jobId), milestoneId: String(contract.milestones[0]?.id) };
  const { orderId } = await callApi<{ orderId: string }>(product, poster, 'mark_as_completed_new', {
    ...ids,
    step: 'funded',
    amountText: '',
  });
  expect(await product.ask<boolean>({ do: 'pay', orderId })).toBe(true);
  // Neither page is loaded again.
  await expect(posterLog).toContainText('Funded: ₹1,500');
  await expect(posterLog).toContainText('Milestone 1, Walls');
  await expect(log).toContainText('रकम जमा हुई: ₹1,500');
  await expect(log).toContainText('पड़ाव 1, Walls');
  for (const [by, name, step] of [
    [worker, 'employee_mark_as_completed', 'started'],
    [worker, 'employee_mark_as_completed', 'completed'],
    [worker, 'employee_mark_as_completed', 'payment_requested'],
    [poster, 'mark_as_completed_new', 'accepted'],
    [poster, 'mark_as_completed_new', 'released'],
  ] as const) {
    await callApi(product, by, name, { ...ids, step, amountText: '' });
    // Two steps in a browser need a pause between them.
    await product.ask({ do: 'later', ms: 3000, withoutTasks: true });
  }
  await expect(posterLog).toContainText('Released: ₹1,500');
  await expect(log).toContainText('रकम जारी हुई: ₹1,500');
  // They stand in their order, and are no messages.
  const kinds = /I pay now|Job awarded|Funded|Work started|Payment asked for|Released|Job completed/g;
  await expect
    .poll(async () => (await posterLog.innerText()).match(kinds))
    .toEqual([
      'Job awarded',
      'I pay now',
      'Funded',
      'Work started',
      'Payment asked for',
      'Released',
      'Job completed',
    ]);
  await expect(page.getByRole('banner').getByRole('link', { name: 'संदेश', exact: true })).toHaveText('');
  await expectWellDrawn(posterPage);
  await expectWellDrawn(page);
});

test('each side cites a message in a dispute', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createPair({ person, product }, { rows: [['Walls', '1500']] });
  await sendMessage(product, worker, poster, jobId, 'I come on Monday');
  await sendMessage(product, poster, worker, jobId, 'Please bring the key');
  const id = await product.ask<number>({ do: 'issue', by: poster, jobId, details: 'Nobody came' });
  const page = await open('phone', { as: poster });
  await page.goto(`/disputes?ticket=${id}`);
  await page.getByRole('button', { name: 'Add a message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a message' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: /I come on Monday/ }).check();
  await expectWellDrawn(page);
  await dialog.getByRole('button', { name: 'Choose' }).click();
  await expect(page.getByRole('button', { name: 'Remove this message' })).toBeVisible();
  await page.getByLabel('Your comment').fill('That was the promise');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('button', { name: 'Remove this message' })).toHaveCount(0);
  const comment = page.getByRole('listitem').filter({ hasText: 'That was the promise' });
  await expect(comment.getByRole('blockquote')).toContainText('Message of Imran Kumar');
  await expect(comment.getByRole('blockquote')).toContainText('I come on Monday');
  await expectWellDrawn(page);

  const workersPage = await open('desktop', { as: worker });
  await workersPage.goto(`/disputes?ticket=${id}`);
  const quoted = workersPage.getByRole('blockquote');
  await expect(quoted).toContainText('Your message');
  await quoted.getByRole('link', { name: 'Open the conversation' }).click();
  await expect(workersPage.getByText('Please bring the key').first()).toBeVisible();
});

test('who decides a dispute opens the conversation of its sides, as it was written', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair(
    { person, product },
    { rows: [['Walls', '1500']], fund: [1] },
  );
  await sendMessage(product, worker, poster, jobId, 'I come on Monday');
  await callApi(product, worker, 'conversation_edit', {
    jobId: String(jobId),
    userId: String(poster.id),
    number: '1',
    text: 'I come on Tuesday',
  });
  const id = await product.ask<number>({ do: 'issue', by: worker, jobId, details: 'Nobody opened' });
  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Nandini');
  await page.goto(`/admin/dispute/${id}`);
  const button = page.getByRole('button', { name: 'Open the conversation' });
  await expect(button).toBeVisible();
  await expect(page.getByText('I come on')).toHaveCount(0);
  await button.click();
  await expect(page.getByText('I come on Tuesday')).toBeVisible();
  await expect(page.getByText('Before it was changed: I come on Monday')).toBeVisible();
  await expectWellDrawn(page);
});
