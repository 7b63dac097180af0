import { openAdminPage } from './support/admin.ts';
import type { Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, expectWellDrawn, test, type Person, type Product } from './support/fixtures.ts';
import { takePhotos } from './support/photos.ts';

/** A job with a quote that waits. */
async function createQuote({
  person,
  product,
}: {
  person: (about: { firstName: string; identity?: 'verified' }) => Promise<Person>;
  product: Product;
}) {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Walls', '1500']], open: true },
  });
  return { poster, worker, jobId };
}

/** Simulates that the payer pays at the provider. */
async function payOrder({ sandboxUrl }: Product, orderId: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/pg/simulate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-version': '2025-01-01',
      'x-client-id': 'sandbox',
      'x-client-secret': 'sandbox',
    },
    body: JSON.stringify({
      entity: 'ORDERS',
      entity_id: orderId,
      entity_simulation: { payment_status: 'SUCCESS' },
    }),
  });
  expect(answer.ok).toBe(true);
}

const sendMessage = (product: Product, by: Person, to: Person, jobId: number, text: string) =>
  callApi(product, by, 'conversation_send', {
    jobId: String(jobId),
    userId: String(to.id),
    text,
    clientId: crypto.randomUUID(),
  });

/** The server has the first message, and its answer does not arrive. */
async function loseFirstAnswer(page: Page): Promise<void> {
  let sent = 0;
  await page.route('**/api/conversation_send', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('the two sides of a quote write to each other, live, and contact data is hidden until award', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto('/messages');
  await expect(posterPage.getByText('No messages yet')).toBeVisible();
  await posterPage.goto(`/requestlist/${jobId}`);
  await posterPage.getByRole('link', { name: 'Message Imran' }).click();
  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto('/');
  const header = workerPage.getByRole('banner');
  const nothingUnread = header.getByRole('link', { name: 'संदेश', exact: true });
  await expect(nothingUnread).toBeVisible();
  await expect(nothingUnread).toHaveText('');
  await expect(posterPage.getByText('Nobody has written here yet.')).toBeVisible();
  await posterPage.getByLabel('Write to Imran').fill('Which colour is in stock?');
  await posterPage.getByRole('button', { name: 'Send' }).click();
  await expect(posterPage.getByRole('log')).toContainText('Which colour is in stock?');
  await expect(posterPage.getByLabel('Write to Imran')).toHaveValue('');

  const unread = header.getByRole('link', { name: 'संदेश, 1 बातचीत में नए' });
  await expect(unread).toHaveText('1');
  await unread.click();
  await expect(unread).toHaveAttribute('aria-current', 'page');
  const row = workerPage.getByRole('listitem').filter({ hasText: 'Which colour is in stock?' });
  await expect(row).toContainText('1 नया संदेश');
  await expectWellDrawn(workerPage);
  await row.getByRole('link', { name: /^Meera/ }).click();
  await expect(workerPage.getByRole('log')).toContainText('Which colour is in stock?');
  await expect(posterPage.getByRole('log')).toContainText('Read');
  await expect(nothingUnread).toHaveText('');
  await expect(nothingUnread).toHaveAttribute('aria-current', 'page');
  // What somebody reads as it comes does not stay unread.
  const posterHeader = posterPage.getByRole('banner');
  await workerPage.getByLabel(/^Meera .* को लिखें/).fill('सफ़ेद। 98220 12345 पर फ़ोन करें');
  await workerPage.getByRole('button', { name: 'भेजें' }).click();
  await expect(workerPage.getByText('काम सौंपे जाने तक दूसरों से छिपा है: फ़ोन नंबर।')).toBeVisible();
  await expectWellDrawn(workerPage);
  await expect(posterPage.getByRole('log')).toContainText('सफ़ेद। contact hidden पर फ़ोन करें');
  await expect(workerPage.getByRole('log')).toContainText('पढ़ा गया');
  await expect(posterHeader.getByRole('link', { name: 'Messages', exact: true })).toHaveText('');
  await posterPage.getByRole('button', { name: 'Report message 2' }).click();
  await expect(posterPage.getByRole('dialog', { name: 'Report this message' })).toBeVisible();
  await posterPage.getByRole('button', { name: 'Cancel' }).click();
  await expectWellDrawn(posterPage);
});

test('what was typed stays when it could not be sent, and is sent once', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await loseFirstAnswer(page);
  const field = page.getByLabel(/^Write to Meera/);
  await field.fill('I can come on Monday');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('I can come on Monday');
  await page.reload();
  await expect(field).toHaveValue('I can come on Monday');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('log').getByText('I can come on Monday')).toHaveCount(1);
});

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

test('the words of a known fraud warn both sides, and the reader can report and block there', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await sendMessage(
    product,
    poster,
    worker,
    jobId,
    'Please first send ₹500 registration fee, then I confirm you',
  );
  const page = await open('phone', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await expect(page.getByText('This looks like a fraud.')).toBeVisible();
  await expect(page.getByText('No one pays a fee or a deposit to get a job on FWS.')).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: /^Block Meera/ });
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const posterPage = await open('desktop', { as: poster, locale: 'hi', theme: 'dark' });
  await posterPage.goto(`/messages/${jobId}-${worker.id}`);
  await expect(posterPage.getByText('दूसरे पक्ष को इस संदेश पर चेतावनी दिखती है।')).toBeVisible();
  await expectWellDrawn(posterPage);
  await page.getByRole('button', { name: 'Block' }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked people' })).toBeVisible();
  // Nobody is told of it.
  await posterPage.reload();
  await expect(posterPage.getByText('आप में से किसी ने दूसरे को ब्लॉक किया है')).toBeVisible();
});

test('photos and a PDF sent from a phone are seen and opened by the other side', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  const attach = page.getByLabel('Add photos or a PDF');
  const field = page.getByLabel(/^Write to Meera/);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(page.getByText('Please write something, or add a photo')).toBeVisible();
  const photos = await takePhotos(page, ['#8d6e63', '#5d7f9a', '#b08d57']);
  await attach.setInputFiles(photos);
  await expect(page.getByText('Please write something, or add a photo')).toBeHidden();
  await expect(field).toBeFocused();
  const removes = page.getByRole('button', { name: /^Remove photo \d/ });
  await expect(removes).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove photo 2' }).click();
  await expect(removes).toHaveCount(2);
  await expect(attach).toBeFocused();
  await expectWellDrawn(page);

  await loseFirstAnswer(page);
  await send.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.reload();
  await expect(removes).toHaveCount(2);
  await send.click();
  await expect(removes).toHaveCount(0);
  await expect(page.getByRole('log').getByRole('button', { name: /^Photo \d of 2$/ })).toHaveCount(2);

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto('/messages');
  const row = posterPage.getByRole('listitem').filter({ hasText: '1 unread message' });
  await expect(row).toContainText('Photo');
  await row.getByRole('link', { name: 'Imran' }).click();
  const pictures = posterPage.getByRole('log').getByRole('button', { name: /^Photo \d of 2$/ });
  await expect(pictures).toHaveCount(2);
  await pictures.nth(1).click();
  const viewer = posterPage.getByRole('dialog', { name: 'Photo 2 of 2' });
  await expect(viewer).toBeVisible();
  const isLoaded = () =>
    viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await expect.poll(isLoaded).toBe(1600);
  await posterPage.keyboard.press('Escape');
  await expect(pictures.nth(1)).toBeFocused();

  await field.fill('The plan');
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
  await attach.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) });
  await expect(page.getByText('plan.pdf')).toBeVisible();
  await send.click();
  const link = posterPage.getByRole('log').getByRole('link', { name: 'plan.pdf' });
  await expect(link).toBeVisible();
  const address = await link.getAttribute('href');
  expect((await posterPage.request.get(address ?? '')).status()).toBe(200);
  await expectWellDrawn(posterPage);
  await expectWellDrawn(page);
});

test('a message is changed and taken back for a few minutes, and the other side sees that', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker });
  const posterPage = await open('desktop', { as: poster, locale: 'hi' });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await posterPage.goto(`/messages/${jobId}-${worker.id}`);
  await page.getByLabel(/^Write to Meera/).fill('I come on Monday');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(posterPage.getByRole('log')).toContainText('I come on Monday');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit your message' });
  await expect(dialog.getByLabel('Message')).toHaveValue('I come on Monday');
  await dialog.getByLabel('Message').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please write something')).toBeVisible();
  await expectWellDrawn(page);
  await dialog.getByLabel('Message').fill('I come on Tuesday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(posterPage.getByRole('log')).toContainText('I come on Tuesday');
  await expect(posterPage.getByRole('log')).toContainText('बदला गया');
  await expectWellDrawn(page);

  await page.getByRole('button', { name: 'Take back' }).click();
  const question = page.getByRole('dialog', { name: 'Take this message back?' });
  await expectWellDrawn(page);
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect(posterPage.getByRole('log').getByText('यह संदेश वापस लिया गया।')).toBeVisible();
  await expect(posterPage.getByText('I come on Tuesday')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('what happens in the contract stands between the messages, live and in the language of the reader', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Walls', '1500']] },
  });
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
  await payOrder(product, orderId);
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

test('a conversation is muted, and marked so in the list', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await callApi(product, worker, 'conversation_send', {
    jobId: String(jobId),
    userId: String(poster.id),
    text: 'Which floor?',
    clientId: crypto.randomUUID(),
  });
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
  const send = (text: string) =>
    callApi(product, worker, 'conversation_send', {
      jobId: String(jobId),
      userId: String(poster.id),
      text,
      clientId: crypto.randomUUID(),
    });
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

test('who decides a dispute opens the conversation of its sides, as it was written', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Walls', '1500']], fund: [1] },
  });
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
