import type { Page } from '@playwright/test';
import { openAdminPage } from './support/admin.ts';
import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectWellDrawn, test, type Person, type Product } from './support/fixtures.ts';

const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;

interface AgreedVisit {
  jobId: number;
  milestoneId: number;
  /** When the day of the visit began in India. */
  midnightMs: number;
}

/** A visit from four to six on the next day, and a way to go to a time of that day, with the browsers. */
async function agreeVisit(product: Product, sides: { poster: Person; worker: Person }) {
  const visit = await product.ask<AgreedVisit>({ do: 'visit', sides });
  let nowMs = visit.midnightMs + 10 * HOUR_MS;
  const goTo = async (time: string, pages: Page[] = []) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const toMs = visit.midnightMs + hours * HOUR_MS + minutes * MINUTE_MS;
    await product.ask({ do: 'later', ms: toMs - nowMs, withoutTasks: true });
    nowMs = toMs;
    await product.ask({ do: 'work', task: 'watch_visits', payload: {} });
    for (const page of pages) {
      await page.clock.setFixedTime(toMs);
      await page.reload();
    }
  };
  return { ...visit, goTo };
}

test('a worker before a closed door claims the fee, and silence decides', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Kavita', lastName: 'Dubey' });
  const worker = await person({ firstName: 'Farhan', lastName: 'Ansari', identity: 'verified' });
  const { jobId, milestoneId, goTo } = await agreeVisit(product, { poster, worker });
  await goTo('16:06');
  await product.ask({ do: 'arrive', worker, milestoneId });

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto('/');
  await goTo('16:25', [workerPage]);
  await test.step('the worker claims with three taps', async () => {
    const hand = new Hand(workerPage);
    await hand.tap(workerPage.getByRole('link', { name: 'विज़िट देखें' }));
    await expect(workerPage.getByRole('heading', { name: 'दरवाज़े पर कोई नहीं?' })).toBeVisible();
    await expectWellDrawn(workerPage);
    await hand.tap(workerPage.getByRole('button', { name: 'न होने का दावा करें' }));
    const dialog = workerPage.getByRole('dialog', { name: 'दरवाज़े पर कोई नहीं?' });
    await expect(dialog).toContainText('शाम 4:06');
    await expect(dialog).toContainText('शाम 6:25');
    await expect(dialog).toContainText('₹1,850');
    await expectWellDrawn(workerPage);
    await hand.tap(dialog.getByRole('button', { name: '₹250 का दावा करें' }));
    await expect(workerPage.getByRole('heading', { name: 'आपका दावा' })).toBeVisible();
    await expectWellDrawn(workerPage);
    expectEffort('claim a no-show', hand, { screens: 2, inputs: 0, taps: 3, codes: 0 });
  });

  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  await test.step('the poster reads it and does not answer', async () => {
    await posterPage.clock.setFixedTime(await workerPage.evaluate(() => Date.now()));
    await posterPage.goto('/notifications');
    await expect(posterPage.getByText('Farhan Ansari का कहना है').first()).toBeVisible();
    await goTo('16:30', [posterPage]);
    await posterPage.goto('/');
    await posterPage.getByRole('link', { name: 'जवाब दें' }).tap();
    await expect(
      posterPage.getByRole('heading', { name: 'Farhan Ansari कहते हैं कि आप वहाँ नहीं थे' }),
    ).toBeVisible();
    await expect(posterPage.getByText(/शाम 6:30 तक जवाब दें/)).toBeVisible();
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('button', { name: 'जवाब भेजें' }).tap();
    await expect(posterPage.getByText('कृपया हाँ कहें, कारण बताएँ, या बताएँ कि ऐसा नहीं है')).toBeVisible();
  });

  await test.step('after two hours it rests for a day, and the poster can still object', async () => {
    await goTo('18:30', [posterPage, workerPage]);
    await expect(posterPage.getByText(/समय पर आपका जवाब नहीं मिला/)).toBeVisible();
    await expect(workerPage.getByText(/Kavita Dubey ने जवाब नहीं दिया/)).toBeVisible();
    await expectWellDrawn(posterPage);
    await expectWellDrawn(workerPage);
  });

  await test.step('then the fee is the worker’s, and the rest stays', async () => {
    await goTo('42:30', [posterPage, workerPage]);
    await expect(workerPage.getByRole('heading', { name: 'Kavita Dubey वहाँ नहीं थे' })).toBeVisible();
    await expect(posterPage.getByRole('heading', { name: 'आप वहाँ नहीं थे' })).toBeVisible();
    await expectWellDrawn(posterPage);
    await workerPage.goto('/payment');
    await expect(workerPage.getByText('₹250').first()).toBeVisible();
    expect(jobId).toBeGreaterThan(0);
  });
});

test('a poster for whom nobody came gets everything back, and the worker says why', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Kavita', lastName: 'Dubey' });
  const worker = await person({ firstName: 'Farhan', lastName: 'Ansari', identity: 'verified' });
  const { jobId, goTo } = await agreeVisit(product, { poster, worker });

  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  await posterPage.goto(`/awardedjob/${jobId}`);
  await test.step('before the end of the time it says what a claim still needs', async () => {
    await goTo('17:00', [posterPage]);
    await expect(posterPage.getByText('तय समय पूरा होने पर आप यह दावा कर सकते हैं')).toBeVisible();
    await expect(posterPage.getByRole('button', { name: 'न होने का दावा करें' })).toHaveCount(0);
  });
  await test.step('the poster claims', async () => {
    await goTo('18:05', [posterPage]);
    await posterPage.getByRole('button', { name: 'न होने का दावा करें' }).tap();
    const dialog = posterPage.getByRole('dialog', { name: 'Farhan Ansari नहीं आए?' });
    await expectWellDrawn(posterPage);
    await dialog.getByRole('button', { name: '₹2,100 वापस माँगें' }).tap();
    await expect(posterPage.getByRole('heading', { name: 'आपका दावा' })).toBeVisible();
  });

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await test.step('the worker was ill', async () => {
    await workerPage.clock.setFixedTime(await posterPage.evaluate(() => Date.now()));
    await workerPage.goto(`/myjobsdetail/${jobId}`);
    await workerPage.getByRole('radio', { name: /ऐसा नहीं है/ }).check();
    await expect(workerPage.getByLabel('क्या हुआ')).toBeVisible();
    await workerPage.getByRole('radio', { name: /बीमारी या दुर्घटना/ }).check();
    await expect(workerPage.getByLabel('क्या हुआ')).toHaveCount(0);
    await expectWellDrawn(workerPage);
    await workerPage.getByRole('button', { name: 'जवाब भेजें' }).tap();
    await expect(workerPage.getByRole('heading', { name: 'आप वहाँ नहीं थे' })).toBeVisible();
    await expect(workerPage.getByText('बीमारी या दुर्घटना की वजह से')).toBeVisible();
    await expectWellDrawn(workerPage);
  });
  await test.step('the poster sees it too', async () => {
    await posterPage.reload();
    await expect(posterPage.getByRole('heading', { name: 'Farhan Ansari वहाँ नहीं थे' })).toBeVisible();
    await expect(posterPage.getByText('बीमारी या दुर्घटना की वजह से')).toBeVisible();
  });
});

test('who decides a contested claim reads the evidence of the visit', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Kavita', lastName: 'Dubey' });
  const worker = await person({ firstName: 'Farhan', lastName: 'Ansari', identity: 'verified' });
  const { jobId, milestoneId, goTo } = await agreeVisit(product, { poster, worker });
  await goTo('16:06');
  await product.ask({ do: 'arrive', worker, milestoneId });
  await goTo('16:25');
  await product.ask({ do: 'claimNoShow', by: worker, milestoneId });

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/visit/${jobId}`);
  await posterPage.getByRole('radio', { name: /It is not so/ }).check();
  await posterPage.getByLabel('What happened').fill('I was at home, and nobody rang.');
  // What was typed stays.
  await posterPage.reload();
  await expect(posterPage.getByRole('radio', { name: /It is not so/ })).toBeChecked();
  await expect(posterPage.getByLabel('What happened')).toHaveValue('I was at home, and nobody rang.');
  await expectWellDrawn(posterPage);
  await posterPage.getByRole('button', { name: 'Send answer' }).click();
  await expect(posterPage.getByRole('heading', { name: 'The visit is in dispute' })).toBeVisible();
  await expectWellDrawn(posterPage);

  const { page } = await openAdminPage({ open, person, product }, 'finance', 'Anita');
  await page.goto('/admin?only=dispute');
  await page.locator('a[href^="/admin/dispute/"]').last().click();
  await expect(page.getByRole('heading', { name: 'Visit', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Arrival/ })).toContainText('Within the agreed time');
  await expect(page.getByRole('row', { name: /Worker: arrived/ })).toContainText('4:06 pm');
  await expect(page.getByRole('row', { name: /Worker says the other was not there/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Poster says it is not so/ })).toBeVisible();
  await expect(page.getByText('I was at home, and nobody rang.')).toBeVisible();
  await expectWellDrawn(page);
});
