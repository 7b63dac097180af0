import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { takePhotos } from './support/photos.ts';
import { fillJob } from './support/steps.ts';

// Photos of a job and a quote: sent while the form is filled in, on networks that come and go. Files are in a bucket
// here, so that a browser loads them from another origin.

test.use({ settings: { FILES: 'bucket' } });

const COLOURS = ['#8d6e63', '#5d7f9a', '#b08d57', '#6b8e6b', '#a06b6b', '#555555'];

const getField = (page: Page) => page.getByLabel('Photos');
const getRemoves = (page: Page) => page.getByRole('button', { name: /^Remove photo \d/ });
const expectLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

test('a job is posted with photos, which workers look through with the keyboard', async ({
  open,
  person,
}) => {
  const poster = await person();
  const title = `Wardrobes for ${poster.id}`;
  const page = await open('phone', { as: poster });
  const sent: { width: number; height: number }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/upload_photo')) return;
    sent.push(((await response.json()) as { data: { width: number; height: number } }).data);
  });
  await page.goto('/postjob');
  await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(0, 5)));
  await expect(getRemoves(page)).toHaveCount(5);
  await expect(page.getByText('5 of 10')).toBeVisible();
  expect(sent.map(({ width, height }) => [width, height])).toEqual(
    COLOURS.slice(0, 5).map(() => [1600, 1200]),
  );
  await expectAccessible(page);

  await test.step('a reload keeps them', async () => {
    await page.reload();
    await expect(getRemoves(page)).toHaveCount(5);
    await expectLoaded(page.getByAltText('Photo 5', { exact: true }));
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect(getRemoves(page)).toHaveCount(4);
    await expect(getField(page)).toBeFocused();
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(5, 6)));
    await expect(getRemoves(page)).toHaveCount(5);
  });
  await fillJob(page, { title, skill: 'Carpentry', from: '45000', to: '60000' });
  await page.getByRole('button', { name: 'Post this Job' }).click();
  await expect(page.getByText('Your job is posted')).toBeVisible();

  const worker = await open('desktop', { as: await person() });
  await worker.goto('/');
  const card = worker.getByRole('article').filter({ hasText: title });
  await expectLoaded(card.locator('.dk-pic img'));
  await card.getByRole('link', { name: '5 photos' }).click();
  await expect(worker.getByRole('heading', { name: title })).toBeVisible();
  // The server renders the page too.
  await worker.reload();
  const third = worker.getByRole('button', { name: 'Photo 3 of 5' });
  await expectLoaded(worker.getByAltText('Photo 1 of 5'));
  await expect(worker.getByRole('button', { name: 'Photo 5 of 5 See all 5' })).toBeVisible();
  await expectAccessible(worker);

  const viewer = worker.getByRole('dialog');
  await third.focus();
  await worker.keyboard.press('Enter');
  await expect(viewer).toHaveAccessibleName('Photo 3 of 5');
  await expectLoaded(viewer.getByRole('img'));
  await expectAccessible(worker);
  await worker.keyboard.press('ArrowRight');
  await expect(viewer).toHaveAccessibleName('Photo 4 of 5');
  await worker.keyboard.press('End');
  await worker.keyboard.press('ArrowRight');
  await expect(viewer).toHaveAccessibleName('Photo 5 of 5');
  await expect(viewer.getByRole('button', { name: 'Next photo' })).toHaveAttribute('aria-disabled', 'true');
  await worker.keyboard.press('Home');
  await expect(viewer).toHaveAccessibleName('Photo 1 of 5');
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  await expect(viewer).toHaveAccessibleName('Photo 2 of 5');
  await worker.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(third).toBeFocused();

  await test.step('a swipe goes on', async () => {
    await third.click();
    await worker.mouse.move(700, 400);
    await worker.mouse.down();
    await worker.mouse.move(500, 410, { steps: 4 });
    await worker.mouse.up();
    await expect(viewer).toHaveAccessibleName('Photo 4 of 5');
    await viewer.getByRole('button', { name: 'Close' }).click();
    await expect(viewer).toBeHidden();
  });
});

test('an upload waits for the network, goes on by itself, and can be stopped', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/postjob');
  const setOnline = (on: boolean) => page.context().setOffline(!on);

  await test.step('the network goes away', async () => {
    // The first photo has been sent, so that the code for it is there.
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(0, 1)));
    await expect(getRemoves(page)).toHaveCount(1);
    await setOnline(false);
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(1, 3)));
    await expect(page.getByText('No internet. 2 photos go on when it is back')).toBeVisible();
    await expectAccessible(page);
    await setOnline(true);
    await expect(getRemoves(page)).toHaveCount(3);
  });

  await test.step('the answer is lost, and no second photo is stored', async () => {
    let ids: string[] = [];
    await page.route('**/api/upload_photo', async (route) => {
      const response = await route.fetch();
      ids.push(((await response.json()) as { data: { id: string } }).data.id);
      if (ids.length === 1) await route.abort('connectionreset');
      else await route.fulfill({ response });
    });
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(3, 4)));
    await expect(getRemoves(page)).toHaveCount(4);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    await page.unroute('**/api/upload_photo');
    ids = [];
  });

  await test.step('an upload is stopped', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/upload_photo', async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await getField(page).setInputFiles((await takePhotos(page, COLOURS.slice(0, 5))).slice(4));
    await expect(page.getByRole('progressbar', { name: 'Photo 5 is being sent' })).toBeAttached();
    await page.getByRole('button', { name: 'Stop sending photo 5' }).click();
    await expect(page.getByText('4 of 10')).toBeVisible();
    release();
    await page.unroute('**/api/upload_photo');
  });

  await test.step('a photo that was not sent says why, and the form waits for it', async () => {
    await page.route('**/api/upload_photo', (route) =>
      route.fulfill({ status: 429, json: { status: 429, message: 'Too many photos at once' } }),
    );
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(5, 6)));
    const again = page.getByRole('button', { name: 'Try again: photo 5. Too many photos at once' });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await fillJob(page, { title: 'Shelves', skill: 'Carpentry', from: '4500', to: '6000' });
    await page.getByRole('button', { name: 'Post this Job' }).click();
    await expect(page.getByText('A photo was not sent. Please try it again or remove it')).toHaveCount(2);
    await page.unroute('**/api/upload_photo');
    await again.click();
    await expect(getRemoves(page)).toHaveCount(5);
    await expect(page.getByText('A photo was not sent. Please try it again or remove it')).toHaveCount(0);
  });
  await test.step('a refused photo offers no other try', async () => {
    await page.route('**/api/upload_photo', (route) =>
      route.fulfill({ status: 422, json: { status: 422, message: 'x', errors: { photo: 'It is damaged' } } }),
    );
    await getField(page).setInputFiles(await takePhotos(page, COLOURS.slice(4, 5)));
    await expect(page.getByText('Cannot be used', { exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'It is damaged' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/upload_photo');
    await page.getByRole('button', { name: 'Remove photo 6' }).click();
    await expect(getRemoves(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Post this Job' }).click();
    await expect(page.getByText('Your job is posted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Shelves' })).toBeVisible();
  });
});

test('a quote comes with photos, and a slow attachment shows its progress and can be stopped', async ({
  open,
  person,
}) => {
  const poster = await person();
  const worker = await person({ firstName: 'Imran' });
  const title = `Benches for ${poster.id}`;
  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto('/postjob');
  await fillJob(posterPage, { title, skill: 'Carpentry', from: '4500', to: '6000' });

  await test.step('the attachment is stopped and stays chosen', async () => {
    const plan = {
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4\n%${'x'.repeat(600_000)}`),
    };
    await posterPage.getByLabel('Attachment').setInputFiles(plan);
    const network = await posterPage.context().newCDPSession(posterPage);
    const setUploadSpeed = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await setUploadSpeed(20_000);
    await posterPage.getByRole('button', { name: 'Post this Job' }).click();
    await expect(posterPage.getByText(/^Uploading, \d+%$/)).toBeVisible();
    await expectAccessible(posterPage);
    await posterPage.getByRole('button', { name: 'Stop sending plan.pdf' }).click();
    await expect(posterPage.getByText('Stopped. Nothing was sent')).toBeVisible();
    await setUploadSpeed(-1);
    await posterPage.getByRole('button', { name: 'Remove plan.pdf' }).click();
    await posterPage.getByRole('button', { name: 'Post this Job' }).click();
    await expect(posterPage.getByText('Your job is posted')).toBeVisible();
  });

  const workerPage = await open('phone', { as: worker });
  await workerPage.goto('/');
  await workerPage.getByRole('link', { name: title }).click();
  await getField(workerPage).setInputFiles(await takePhotos(workerPage, COLOURS.slice(0, 2)));
  await workerPage.getByLabel('Your quote').fill('5000');
  // Sent at once: it waits for the photos.
  await workerPage.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(workerPage.getByText('Your quote is sent')).toBeVisible();

  await posterPage.goto('/mycontracts');
  await posterPage.getByRole('link', { name: title }).click();
  await posterPage.getByRole('link', { name: 'View Quote' }).first().click();
  const request = posterPage.getByRole('dialog', { name: 'Quote from Imran' });
  await expectLoaded(request.getByAltText('Photo 2 of 2'));
  await expectAccessible(posterPage);
  await request.getByRole('button', { name: 'Photo 2 of 2' }).click();
  const viewer = posterPage.getByRole('dialog', { name: 'Photo 2 of 2' });
  await expectLoaded(viewer.getByRole('img'));
  await posterPage.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(request.getByRole('button', { name: 'Photo 2 of 2' })).toBeFocused();
});

/** The beginning of a photo as an iPhone takes it. This browser cannot decode it. */
const HEIC = {
  name: 'IMG_0001.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
};

for (const locale of ['en', 'hi'] as const)
  test(`a HEIC photo that the browser cannot read says what to choose instead (${locale})`, async ({
    open,
    person,
  }) => {
    const page = await open('phone', { as: await person(), locale });
    await page.goto('/postjob');
    let sent = 0;
    page.on('request', (request) => void (sent += request.url().endsWith('/api/upload_photo') ? 1 : 0));
    await page.locator('#photoIds').setInputFiles(HEIC);
    await expect(page.getByText(/Settings > Camera > Formats > Most Compatible/).first()).toBeVisible();
    // Another try would say the same.
    await expect(
      page.getByText(locale === 'en' ? 'Cannot be used' : 'यह नहीं चलेगी', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: locale === 'en' ? /Try again/ : /फिर कोशिश/ })).toHaveCount(
      0,
    );
    // It stays away from the network of somebody who pays for it.
    expect(sent).toBe(0);
  });

test('a HEIC photo is sent as a JPEG where the browser can read it', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  // Safari decodes HEIC; this browser does not, so a picture stands for what it would decode.
  await page.addInitScript(() => {
    window.createImageBitmap = async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [800, 600];
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
      return Object.assign(canvas, { close() {} });
    };
  });
  await page.goto('/postjob');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/upload_photo'));
  await page.locator('#photoIds').setInputFiles(HEIC);
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(((await response.json()) as { data: object }).data).toMatchObject({ width: 800, height: 600 });
  await expect(getRemoves(page)).toHaveCount(1);
});
