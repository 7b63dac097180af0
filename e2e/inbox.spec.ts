import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { createQuote, sendMessage } from './support/pairs.ts';

test('at a desk the list stays beside the open conversation, and is scrolled as it was', async ({
  open,
  person,
  product,
}) => {
  const first = await createQuote({ person, product });
  const { poster, worker } = first;
  const jobIds = [first.jobId];
  for (let job = 0; job < 7; job += 1) {
    const values = { poster, worker, job: { rows: [['Walls', '1500']] as [string, string][], open: true } };
    jobIds.push((await product.ask<{ jobId: number }>({ do: 'job', ...values })).jobId);
  }
  for (const jobId of jobIds) await sendMessage(product, worker, poster, jobId, `Which floor? Job ${jobId}`);

  const page = await open('desktop', { as: poster });
  await page.goto('/messages');
  await expect(page.getByText('Choose a conversation')).toBeVisible();
  const list = page.getByRole('region', { name: 'Messages' });
  await list.evaluate((element) => element.scrollTo(0, 9999));
  const place = await list.evaluate((element) => element.scrollTop);
  expect(place).toBeGreaterThan(100);
  // A row that is read is a pixel lower.
  const expectPlace = async () =>
    expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(place - 10);
  await expectWellDrawn(page);
  const openRow = (jobId: number | undefined) =>
    list
      .getByRole('listitem')
      .filter({ hasText: `Job ${jobId}` })
      .getByRole('link');
  await openRow(jobIds[0]).click();
  await expect(page).toHaveURL(`/messages/${jobIds[0]}-${worker.id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Imran/);
  await expect(heading).toBeFocused();
  await expect(openRow(jobIds[0])).toHaveAttribute('aria-current', 'page');
  await expectPlace();

  await openRow(jobIds[1]).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText(`Which floor? Job ${jobIds[1]}`);
  await expect(heading).toBeFocused();
  await expect(openRow(jobIds[0])).not.toHaveAttribute('aria-current');
  await expectPlace();
  await heading.getByRole('link').click();
  await expect(page).toHaveURL(`/user-detail/${worker.id}`);
  await page.goBack();

  // The form stays at the bottom of the pane, also below many messages, and the page does not scroll.
  for (let number = 0; number < 12; number += 1)
    await sendMessage(product, worker, poster, jobIds[1] ?? 0, `And the lift? ${number}`);
  await expect(page.getByText('And the lift? 11').last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectWellDrawn(page);

  const phone = await open('phone', { as: poster });
  const calls: string[] = [];
  phone.on('request', (request) => calls.push(request.url()));
  await phone.goto(`/messages/${jobIds[1]}-${worker.id}`);
  await expect(phone.getByRole('log')).toContainText('And the lift? 11');
  expect(calls.filter((url) => url.includes('conversation_list'))).toEqual([]);
  await phone.getByRole('link', { name: 'Back to messages' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
});

test('who reads a conversation has read its notification', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await sendMessage(product, worker, poster, jobId, 'Which floor?');
  await product.ask({ do: 'later', ms: 11 * 60_000 });
  const page = await open('desktop', { as: poster });
  await page.goto('/');
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  await expect(bell).toHaveText(/\d/);
  const unread = Number(await bell.textContent());
  await page.goto(`/messages/${jobId}-${worker.id}`);
  await expect(page.getByRole('log')).toContainText('Which floor?');
  await expect(bell).toHaveText(unread === 1 ? '' : String(unread - 1));
});

test('a conversation is muted, and marked so in the list', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await sendMessage(product, worker, poster, jobId, 'Which floor?');
  const page = await open('phone', { as: poster });
  await page.goto(`/messages/${jobId}-${worker.id}`);
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeFocused();
  await expectWellDrawn(page);
  await page.getByRole('link', { name: 'Back to messages' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Which floor?' });
  await expect(row).toContainText('Muted');
  await expectWellDrawn(page);

  const hindi = await open('phone', { as: poster, locale: 'hi', theme: 'dark' });
  await hindi.goto('/messages');
  await expect(hindi.getByText('सूचना बंद है')).toBeAttached();
  await hindi.getByRole('link', { name: /^Imran/ }).click();
  await hindi.getByRole('button', { name: 'सूचना चालू करें' }).click();
  await expect(hindi.getByRole('button', { name: 'सूचना बंद करें' })).toBeVisible();
  await expectWellDrawn(hindi);
  await expect(row).not.toContainText('Muted');
});

test('a conversation goes to the archive, and comes back when the other side writes', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const send = (text: string) => sendMessage(product, worker, poster, jobId, text);
  await send('Which floor?');
  const page = await open('phone', { as: poster });
  await page.goto(`/messages/${jobId}-${worker.id}`);
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Move back' })).toBeFocused();
  await expectWellDrawn(page);
  await page.getByRole('link', { name: 'Back to messages' }).click();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await page.getByRole('link', { name: 'Archived messages' }).click();
  await expect(page.getByRole('heading', { name: 'Archived messages' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Imran' });
  await expect(row).toContainText('Which floor?');
  await expectWellDrawn(page);

  const hindi = await open('phone', { as: poster, locale: 'hi', theme: 'dark' });
  await hindi.goto(`/messages/${jobId}-${worker.id}`);
  await expect(hindi.getByRole('button', { name: 'वापस लाएँ' })).toBeVisible();
  await expectWellDrawn(hindi);
  await hindi.goto('/messages?tab=archived');
  await expect(hindi.getByRole('listitem').filter({ hasText: 'Imran' })).toContainText('Which floor?');
  await send('And is there a lift?');
  await expect(hindi.getByText('आर्काइव में कुछ नहीं')).toBeVisible();
  await expectWellDrawn(hindi);
  await expect(page.getByText('Nothing is archived')).toBeVisible();
  await page.getByRole('link', { name: 'Back to messages' }).click();
  await expect(row).toContainText('And is there a lift?');
});

test('conversations are searched in any script, beside the open one', async ({ open, person, product }) => {
  const kitchen = await createQuote({ person, product });
  const { poster, worker } = kitchen;
  const suresh = await person({ firstName: 'Suresh', identity: 'verified' });
  const job = { rows: [['Tiles', '1500']] as [string, string][], open: true };
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'job', poster, worker: suresh, job });
  await sendMessage(product, worker, poster, kitchen.jobId, 'Which floor?');
  await sendMessage(product, suresh, poster, jobId, 'Which colour?');

  const page = await open('desktop', { as: poster });
  await page.goto(`/messages/${kitchen.jobId}-${worker.id}`);
  const list = page.getByRole('region', { name: 'Messages' });
  const field = list.getByRole('searchbox', { name: 'Search names and jobs' });
  await field.fill('सुरेश');
  await expect(page).toHaveURL(`/messages/${kitchen.jobId}-${worker.id}?search=${encodeURIComponent('सुरेश')}`);
  await expect(list.getByRole('listitem')).toHaveText([/^SK.*Suresh/]);
  await expect(list.getByRole('status')).toHaveText('1 conversation found');
  await expect(page.getByRole('log')).toContainText('Which floor?');
  await expectWellDrawn(page);
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: 'Clear search' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(`/messages/${kitchen.jobId}-${worker.id}`);
  await field.fill('sures');
  await expect(page).toHaveURL(/search=sures$/);
  await list.getByRole('link', { name: /^Suresh/ }).click();
  await expect(page).toHaveURL(`/messages/${jobId}-${suresh.id}?search=sures`);
  await expect(page.getByRole('log')).toContainText('Which colour?');
  await expect(field).toHaveValue('sures');

  const phone = await open('phone', { as: poster, locale: 'hi', theme: 'dark' });
  await phone.goto('/messages?search=wardrobe');
  await expect(phone.getByRole('heading', { name: '“wardrobe” के लिए कुछ नहीं मिला' })).toBeVisible();
  await expectWellDrawn(phone);
  await phone.getByRole('main').getByText('खोज मिटाएँ').click();
  await expect(phone.getByRole('listitem').filter({ hasText: /Imran|Suresh/ })).toHaveCount(2);
  await expect(phone).toHaveURL('/messages');
  await phone.getByRole('searchbox').fill('इमरान');
  await expect(phone).toHaveURL(/search=/);
  await phone.getByRole('link', { name: /^Imran/ }).click();
  await phone.goBack();
  await expect(phone.getByRole('searchbox')).toHaveValue('इमरान');
  await phone.getByRole('searchbox').press('Escape');
  await expect(phone).toHaveURL('/messages');
});

test('a search goes on until something is found, and says where it failed', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await sendMessage(product, worker, poster, jobId, 'Which floor?');
  const page = await open('phone', { as: poster, expected: /^500 \/api\/conversation_list$/ });
  await page.goto('/messages');
  await expect(page.getByText('Which floor?')).toBeVisible();
  let isDown = true;
  await page.route('**/api/conversation_list', async (route) => {
    const { cursor } = route.request().postDataJSON() as { cursor?: string };
    if (cursor === undefined) {
      const empty = { status: 1, message: 'OK', data: { items: [], nextCursor: 'older' } };
      return route.fulfill({ json: empty });
    }
    if (isDown) return route.fulfill({ status: 500, body: '<html>' });
    return route.continue({ postData: { search: 'imran', filter: 'all' } });
  });
  await page.getByRole('searchbox').fill('imran');
  await expect(page.getByText('Something went wrong. Please try again in a minute')).toBeVisible({
    timeout: 20_000,
  });
  await expectWellDrawn(page);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Which floor?')).toBeVisible();
});
