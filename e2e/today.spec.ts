import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { createPair } from './support/pairs.ts';
import type { JobOptions } from './support/product-commands.ts';

// What waits for the reader, on home, and where each button leads.

const DAY_MS = 24 * 3600_000;

const ROWS: JobOptions['rows'] = [
  ['Walls', '1500'],
  ['Doors', '900'],
];

test('a poster goes from home straight to the release, and the next thing appears', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair(
    { person, product },
    { rows: ROWS, fund: [1], accept: [1] },
  );
  await product.ask({ do: 'advance', ms: 3_000 });
  const page = await open('phone', { as: poster });
  await page.goto('/');
  const today = page.locator('.today');
  await expect(today.getByRole('heading', { name: 'For you today' })).toBeVisible();
  await expect(today.getByRole('listitem')).toHaveCount(1);
  await expectWellDrawn(page);
  await today.getByRole('link', { name: /^Release ₹1,500 to release/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /₹1,500/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/awardedjob/${jobId}$`));
  await page.goto('/');
  await expect(today.getByRole('link', { name: /^Fund ₹900 to fund/ })).toBeVisible();

  // The release of a first job rests for three days.
  await product.ask({ do: 'later', ms: 3 * DAY_MS + 60_000 });
  const workersPage = await open('desktop', { as: worker });
  await workersPage.goto('/');
  const workersToday = workersPage.locator('.today');
  await expect(workersToday.getByRole('link', { name: /^Withdraw ₹1,500 in passbook/ })).toBeVisible();
  await expect(workersToday.getByText('Meera has ₹900 to fund.')).toBeVisible();
  await expectWellDrawn(workersPage);
  await workersToday.getByRole('link', { name: /^Withdraw/ }).click();
  await expect(workersPage).toHaveURL(/\/withdraw/);
});

test('home follows events: a started job, a payment request and a dispute appear without a reload', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: ROWS, fund: [1] },
  });
  const page = await open('phone', { as: poster });
  await page.goto('/');
  const today = page.locator('.today');
  await expect(today.getByText('Nothing waits for you')).toBeVisible();
  await expect(today.getByText('Imran has ₹1,500 of work to do.')).toBeVisible();

  const workersPage = await open('phone', { as: worker });
  await workersPage.goto('/');
  await workersPage
    .locator('.today')
    .getByRole('link', { name: /^Start/ })
    .click();
  const start = workersPage.getByRole('main').getByRole('button', { name: 'Start' }).first();
  await expect(start).toBeFocused();
  await product.ask({ do: 'issue', by: worker, jobId, details: 'Nobody opens the door' });
  await expect(today.getByRole('link', { name: /^Answer Answer by .* ₹1,500 on hold/ })).toBeVisible();
  await expectWellDrawn(page);
  await today.getByRole('link', { name: /^Answer/ }).click();
  await expect(page.getByText('Nobody opens the door')).toBeVisible();
});

test('what changes before a page hears of events is shown as soon as it does', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: ROWS, fund: [1] },
  });
  const other = await open('phone', { as: poster });
  await other.goto('/');
  const page = await open('phone', { as: poster });
  let openStream = () => {};
  const mayOpen = new Promise<void>((resolve) => (openStream = resolve));
  await page.route('**/api/events*', async (route) => {
    await mayOpen;
    await route.continue();
  });
  await page.goto('/');
  const today = page.locator('.today');
  await expect(today.getByText('Nothing waits for you')).toBeVisible();
  await product.ask({ do: 'issue', by: worker, jobId, details: 'Nobody opens the door' });
  // The event is over.
  await expect(other.locator('.today').getByRole('link', { name: /^Answer/ })).toBeVisible();
  openStream();
  await expect(today.getByRole('link', { name: /^Answer/ })).toBeVisible();
});

test('shows three of five things, then all of them', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  for (const paid of [true, true, false, false, false])
    await product.ask({
      do: 'job',
      poster,
      worker,
      job: { rows: ROWS, ...(paid ? { fund: [1], accept: [1] } : {}) },
    });
  const page = await open('phone', { as: poster, locale: 'hi', theme: 'dark' });
  await page.goto('/');
  const rows = page.locator('.today').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('₹1,500 जारी करने हैं');
  await page.getByRole('button', { name: 'सभी 5 देखें' }).click();
  await expect(rows).toHaveCount(5);
  await expectWellDrawn(page);
});

test('is part of the page that the server renders, and moves nothing when the application takes over', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  await product.ask({ do: 'job', poster, worker, job: { rows: ROWS, open: true } });
  const rendered = await open('phone', { as: poster, script: false });
  await rendered.goto('/');
  await expect(rendered.locator('.today').getByRole('link', { name: /^Answer Answer by/ })).toBeVisible();

  const page = await open('phone', { as: poster });
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifted: number };
    shifts.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect(shifted).toBeLessThanOrEqual(0.02);
  await page
    .locator('.today')
    .getByRole('link', { name: /^Answer/ })
    .click();
  await expect(page).toHaveURL(/\/requestlist\//);
});

test('cards say whose turn it is, and never “In progress” for money in dispute', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const makeJob = (job: JobOptions) => product.ask<{ jobId: number }>({ do: 'job', poster, worker, job });
  const { jobId } = await makeJob({ rows: ROWS, fund: [1] });
  await product.ask({ do: 'issue', by: worker, jobId, details: 'Nobody opens the door' });
  await makeJob({ rows: ROWS, fund: [1], accept: [1] });
  await makeJob({ rows: ROWS, fund: [1] });
  await makeJob({ rows: ROWS });

  const page = await open('phone', { as: poster });
  await page.goto('/mycontracts?tab=awarded');
  const [running, accepted, disputed] = [1, 2, 3].map((index) => page.getByRole('article').nth(index));
  await expect(running!).toContainText('Waiting for Imran Kumar');
  await expect(running!).toContainText('Next step');
  await expect(running!).toContainText('Start the work for ₹1,500');
  await expect(accepted!).toContainText('Waiting for you');
  await expect(accepted!).toContainText('Release ₹1,500');
  await expect(disputed!).toContainText('In dispute');
  await expect(disputed!).not.toContainText('In progress');
  await expectWellDrawn(page);

  const workersPage = await open('desktop', { as: worker, locale: 'hi' });
  await workersPage.goto('/myjobs');
  const cards = workersPage.getByRole('article');
  await expect(cards.nth(0)).toContainText('Meera Kumar का इंतज़ार है');
  await expect(cards.nth(1)).toContainText('₹1,500 का काम शुरू करना');
  await expect(cards.nth(2)).toContainText('आपका इंतज़ार है');
  await expect(cards.nth(3)).toContainText('शिकायत चल रही है');
  await expectWellDrawn(workersPage);
});

for (const locale of ['en', 'hi'] as const)
  test(`the header of a narrow desktop has every item on one line, the current one marked (${locale})`, async ({
    open,
    person,
  }) => {
    const page = await open('desktop', { as: await person(), locale });
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/');
    const nav = page.locator('.nav');
    const current = nav.locator('[aria-current="page"]');
    await expect(current).toHaveText(locale === 'en' ? 'Find jobs' : 'काम खोजें');
    const items = page.locator('.nav > a, .bar .post');
    const lines = await items.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const texts = [...range.getClientRects()].filter(({ width }) => width > 24);
        return new Set(texts.map(({ bottom }) => Math.round(bottom / 8))).size;
      }),
    );
    expect(lines).toEqual([1, 1, 1, 1, 1]);
    await expectWellDrawn(page);
    await nav.getByRole('link').nth(1).click();
    await expect(current).toHaveText(locale === 'en' ? 'Jobs I posted' : 'मेरे पोस्ट किए काम');
  });
