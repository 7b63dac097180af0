import type { Locator, Page } from '@playwright/test';
import { toIstDate } from '../contract/src/platform/dates.ts';
import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { waitUntilKept } from './support/kept.ts';
import { createPair } from './support/pairs.ts';

const DAY_MS = 24 * 3600_000;
const VISIT = { rows: [['Fan', '1850']] as [string, string][], term: 'completion' as const, visit: true };
const IN_HINDI = { locale: 'hi' } as const;

/** The four digits, as the poster reads them out. */
async function readDigits(page: Page): Promise<string> {
  const text = await page.getByText(/^चार अंक: /).textContent();
  return (text ?? '').replaceAll(/\D/g, '');
}

const getCode = (page: Page): Locator => page.getByLabel('या चार अंक लिखें');
const getStep = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });

/** The camera sees this picture from now on. */
async function pointCamera(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
    const context = canvas.getContext('2d');
    const draw = () => {
      if (!context) return;
      context.fillStyle = '#9a9a9a';
      context.fillRect(0, 0, 640, 640);
      context.drawImage(image, 110, 130, 420, 420);
    };
    draw();
    setInterval(draw, 50);
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(20));
  }, picture.toString('base64'));
}

test('a quote states a visit, and the work starts at the door with the digits', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(120_000);
  const poster = await person({ firstName: 'Kavita' });
  const worker = await person({ firstName: 'Farhan', identity: 'verified' });
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title: 'Ceiling fan' } });
  const day = toIstDate(new Date(Date.now() + DAY_MS));
  const workerPage = await open('phone', { as: worker, ...IN_HINDI });
  const posterPage = await open('phone', { as: poster, ...IN_HINDI });

  await test.step('the worker states day, time and fee, and what is wrong stands beside the field', async () => {
    await workerPage.goto(`/job/${jobId}`);
    await workerPage.getByLabel('आपका दाम').fill('1850');
    await workerPage.getByRole('radio', { name: 'पूरा होने पर' }).check();
    await expect(workerPage.getByLabel('विज़िट फ़ीस')).toHaveCount(0);
    await workerPage.getByLabel('विज़िट का दिन').fill(day);
    await workerPage.getByLabel('कब से', { exact: true }).fill('16:00');
    await workerPage.getByLabel('विज़िट फ़ीस').fill('250');
    await workerPage.getByRole('button', { name: 'कोटेशन भेजें' }).click();
    await expect(workerPage.getByRole('group', { name: 'विज़िट का समय' })).toContainText('कृपया विज़िट का समय');
    await expectWellDrawn(workerPage);
    // What was typed stays.
    await workerPage.reload();
    await expect(workerPage.getByLabel('कब से', { exact: true })).toHaveValue('16:00');
    await workerPage.getByLabel('कब तक', { exact: true }).fill('18:00');
    await workerPage.getByRole('button', { name: 'कोटेशन भेजें' }).click();
    await expect(workerPage).toHaveURL(/\/myquotes/);
  });

  await test.step('the poster reads it before accepting, and pays the fee first', async () => {
    await posterPage.goto(`/requestlist/${jobId}`);
    await expect(posterPage.getByRole('main')).toContainText('विज़िट फ़ीस ₹250');
    await posterPage.getByRole('link', { name: 'कोटेशन देखें' }).tap();
    const dialog = posterPage.getByRole('dialog');
    await expect(dialog).toContainText('कल, शाम 4:00 से शाम 6:00');
    await expectWellDrawn(posterPage);
    await dialog.getByRole('button', { name: 'मंज़ूर करें', exact: true }).tap();
    await expect(dialog.getByRole('button', { name: '₹2,100 का कोटेशन मंज़ूर करें' })).toBeVisible();
    await expect(dialog).toContainText(/Farhan .* तय समय पर आते हैं/);
    await dialog.getByRole('button', { name: 'मंज़ूर करें और ₹250 जमा करें' }).tap();
    await posterPage.getByRole('button', { name: 'Pay ₹250.00' }).tap();
    await expect(posterPage).toHaveURL(new RegExp(`/awardedjob/${jobId}`));
    const card = posterPage
      .locator('section')
      .filter({ has: posterPage.getByText('तय है') })
      .first();
    await expect(card).toContainText('विज़िट फ़ीस ₹250');
    await expect(posterPage.getByRole('heading', { name: 'विज़िट फ़ीस' })).toBeVisible();
    await posterPage.getByRole('link', { name: 'कोड दिखाएँ' }).tap();
    await expect(posterPage.getByRole('img', { name: /^Farhan .* के स्कैन के लिए कोड$/ })).toBeVisible();
    expect(await readDigits(posterPage)).toMatch(/^\d{4}$/);
    await expectWellDrawn(posterPage);
  });

  await test.step('the worker leaves and arrives, with the place by choice', async () => {
    await workerPage.goto(`/myjobsdetail/${jobId}`);
    // The way in which work starts elsewhere leads here.
    await workerPage.getByRole('link', { name: 'शुरू करें', exact: true }).tap();
    await expect(workerPage).toHaveURL(new RegExp(`/visit/${jobId}`));
    await expectWellDrawn(workerPage);
    await workerPage.getByRole('button', { name: 'मैं रास्ते में हूँ' }).tap();
    await expect(getStep(workerPage, 'आपने बताया: रास्ते में')).toContainText(/Kavita .* को बताया गया/);
    await expect(workerPage.getByRole('checkbox')).not.toBeChecked();
    await workerPage.getByRole('checkbox').check();
    await workerPage.getByRole('button', { name: 'मैं दरवाज़े पर हूँ' }).tap();
    await expect(getStep(workerPage, 'आपने बताया: पहुँच गए')).toContainText('तय समय से पहले');
    await expect(posterPage.getByRole('heading', { level: 1 })).toHaveText(/^Farhan .* आपके दरवाज़े पर हैं$/);
  });

  await test.step('wrong digits say how many tries are left; the right ones start the work', async () => {
    const code = await readDigits(posterPage);
    await getCode(workerPage).fill(code === '0000' ? '1111' : '0000');
    await expect(getStep(workerPage, 'काम शुरू करें')).toContainText('4 कोशिशें बाकी हैं');
    await expectWellDrawn(workerPage);
    await getCode(workerPage).fill('');
    const hand = new Hand(workerPage);
    await workerPage.getByRole('heading', { level: 1 }).focus();
    await hand.tap(getCode(workerPage));
    await hand.giveCode(getCode(workerPage), code);
    await expect(getStep(workerPage, 'काम शुरू हो गया')).toBeVisible();
    expectEffort('start at the door', hand, { screens: 1, inputs: 0, taps: 1, codes: 1 });
    await expect(posterPage.getByText(/^काम शुरू हो गया, /)).toBeVisible();
    await expectWellDrawn(posterPage);
    await workerPage.getByRole('button', { name: 'निकलना दर्ज करें' }).tap();
    await expect(workerPage.getByText(/विज़िट खत्म हुई/)).toBeVisible();
    await workerPage.goto(`/myjobsdetail/${jobId}`);
    await expect(workerPage.getByRole('button', { name: 'काम पूरा बताएँ' }).first()).toBeVisible();
  });
});

test('the poster starts the work with a tap', async ({ open, person, product }) => {
  const { poster, jobId } = await createPair({ person, product }, { ...VISIT, fund: [1] });
  const page = await open('phone', { as: poster });
  await page.goto(`/visit/${jobId}`);
  await page.getByRole('button', { name: 'Start without the code' }).tap();
  await expect(page.getByText(/^The work has started, /)).toBeVisible();
});

test('another phone of the poster takes the place of a lost one', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createPair({ person, product }, { ...VISIT, fund: [1] });
  const pictures: Buffer[] = [];
  for (const size of ['phone', 'desktop'] as const) {
    const page = await open(size, { as: poster });
    await page.goto(`/visit/${jobId}`);
    await expect(page.getByRole('img', { name: /^Code to scan/ })).toBeVisible();
    pictures.push(await page.locator('.vis-qr').screenshot());
  }
  const [lost = Buffer.of(), current = Buffer.of()] = pictures;
  const page = await open('phone', { as: worker });
  await page.goto(`/visit/${jobId}`);
  const scan = page.getByRole('button', { name: 'Scan the code' });
  await expect(scan).toBeVisible();
  await pointCamera(page, lost);
  await scan.tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('does not start this visit');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await pointCamera(page, current);
  await scan.tap();
  await expect(getStep(page, 'The work has started')).toBeVisible();
});

test('an unpaid visit shows the poster how to pay instead of a code', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createPair({ person, product }, VISIT);
  const page = await open('phone', { as: poster });
  await page.goto(`/visit/${jobId}`);
  await expect(page.getByText(/^Pay the first milestone before the agreed time/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Code to scan/ })).toHaveCount(0);
  await expectWellDrawn(page);
  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/visit/${jobId}`);
  await expect(getStep(workerPage, 'Start the work')).toContainText('has not paid the first milestone yet');
});

test.describe('without a network on both phones', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a scan starts the work at once, and is sent later', async ({ open, person, product }) => {
    test.setTimeout(120_000);
    const { poster, worker, jobId } = await createPair({ person, product }, { ...VISIT, fund: [1] });
    const posterPage = await open('phone', { as: poster, ...IN_HINDI });
    await posterPage.goto(`/visit/${jobId}`);
    const qr = posterPage.getByRole('img', { name: /^Imran .* के स्कैन के लिए कोड$/ });
    await expect(qr).toBeVisible();
    await waitUntilKept(posterPage, ['visit_list', 'awarded_job']);
    const workerPage = await open('phone', { as: worker, ...IN_HINDI });
    await workerPage.goto(`/visit/${jobId}`);
    await expect(workerPage.getByRole('button', { name: 'मैं रास्ते में हूँ' })).toBeVisible();
    await waitUntilKept(workerPage, ['visit_list', 'awarded_job']);

    await posterPage.context().setOffline(true);
    await workerPage.context().setOffline(true);
    await posterPage.reload();
    await expect(qr).toBeVisible();
    expect(await readDigits(posterPage)).toMatch(/^\d{4}$/);
    const picture = await posterPage.locator('.vis-qr').screenshot();
    await workerPage.reload();
    await workerPage.getByRole('button', { name: 'मैं दरवाज़े पर हूँ' }).tap();
    await expect(getStep(workerPage, 'आपने बताया: पहुँच गए')).toContainText('भेजा जाना बाकी है');
    await pointCamera(workerPage, picture);
    await workerPage.getByRole('button', { name: 'कोड स्कैन करें' }).tap();
    await expect(workerPage.getByRole('dialog')).toHaveCount(0);
    await expect(getStep(workerPage, 'काम शुरू हो गया')).toContainText('इस फ़ोन पर');
    await expectWellDrawn(workerPage);
    // Nothing has reached the server.
    await workerPage.reload();
    await expect(getStep(workerPage, 'काम शुरू हो गया')).toContainText('इस फ़ोन पर');

    await workerPage.context().setOffline(false);
    await expect(getStep(workerPage, 'काम शुरू हो गया')).not.toContainText('इस फ़ोन पर');
    await posterPage.context().setOffline(false);
    await expect(posterPage.getByText(/^काम शुरू हो गया, /)).toBeVisible();
  });

  test('a scan of another visit starts nothing', async ({ open, person, product }) => {
    test.setTimeout(120_000);
    const pair = await createPair({ person, product }, { ...VISIT, fund: [1] });
    const { poster, worker } = pair;
    const other = await product.ask<{ jobId: number }>({
      do: 'job',
      poster,
      worker,
      job: { ...VISIT, fund: [1] },
    });
    const posterPage = await open('phone', { as: poster });
    await posterPage.goto(`/visit/${other.jobId}`);
    await expect(posterPage.getByRole('img', { name: /^Code to scan/ })).toBeVisible();
    const picture = await posterPage.locator('.vis-qr').screenshot();
    const workerPage = await open('phone', { as: worker });
    await workerPage.goto(`/visit/${pair.jobId}`);
    await expect(workerPage.getByRole('button', { name: 'Scan the code' })).toBeVisible();
    await pointCamera(workerPage, picture);
    await workerPage.getByRole('button', { name: 'Scan the code' }).tap();
    await expect(workerPage.getByRole('dialog').getByRole('alert')).toContainText(
      'does not start this visit',
    );
    await expectWellDrawn(workerPage);
  });

  test('digits wait until the server judges them', async ({ open, person, product }) => {
    test.setTimeout(120_000);
    const { poster, worker, jobId } = await createPair({ person, product }, { ...VISIT, fund: [1] });
    const posterPage = await open('phone', { as: poster, ...IN_HINDI });
    await posterPage.goto(`/visit/${jobId}`);
    const code = await readDigits(posterPage);
    const workerPage = await open('phone', { as: worker, ...IN_HINDI });
    await workerPage.goto(`/visit/${jobId}`);
    await expect(getCode(workerPage)).toBeVisible();
    await waitUntilKept(workerPage, ['visit_list', 'awarded_job']);

    await workerPage.context().setOffline(true);
    await getCode(workerPage).fill(code === '0000' ? '1111' : '0000');
    const kept = getStep(workerPage, 'कोड रखा है, जाँच बाकी है');
    await expect(kept).toContainText('इंटरनेट का इंतज़ार');
    await expectWellDrawn(workerPage);
    await workerPage.context().setOffline(false);
    await expect(getStep(workerPage, 'काम शुरू करें')).toContainText('4 कोशिशें बाकी हैं');
    // The answer has made both stale.
    await waitUntilKept(workerPage, ['visit_list', 'awarded_job']);

    await workerPage.context().setOffline(true);
    await getCode(workerPage).fill(code);
    await expect(kept).toContainText('इंटरनेट का इंतज़ार');
    await workerPage.reload();
    await expect(kept).toContainText(code);
    await workerPage.context().setOffline(false);
    await expect(getStep(workerPage, 'काम शुरू हो गया')).toBeVisible();
    await expect(posterPage.getByText(/^काम शुरू हो गया, /)).toBeVisible();
  });
});
