import type { Page } from '@playwright/test';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { createQuote, sendMessage } from './support/pairs.ts';
import { takePhotos } from './support/photos.ts';

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
  await expect(posterPage.getByRole('log')).toContainText(/Quote: ₹[\d,]+/);
  await posterPage.getByLabel('Write to Imran').fill('Which colour is in stock?');
  await posterPage.getByRole('button', { name: 'Send' }).click();
  await expect(posterPage.getByRole('log')).toContainText('Which colour is in stock?');
  await expect(posterPage.getByLabel('Write to Imran')).toHaveValue('');

  const unread = header.getByRole('link', { name: 'संदेश, 1 बातचीत में नए' });
  await expect(unread).toHaveText('1');
  await unread.click();
  await expect(unread).toHaveAttribute('aria-current', 'page');
  await expect(workerPage.getByRole('main').getByRole('link', { name: /^बिना पढ़े/ })).toHaveText('बिना पढ़े1');
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
  await expect(removes).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('log').getByRole('button', { name: /^Photo \d of 2$/ })).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Not sent yet' })).toHaveCount(0);

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
