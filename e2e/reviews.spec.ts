import type { Page } from '@playwright/test';
import { openAdminPage, openCase } from './support/admin.ts';
import { callApi } from './support/api.ts';
import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';

test('both sides of a finished job review each other blind, and one replies', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera', lastName: 'Rao' });
  const worker = await person({ firstName: 'Imran', lastName: 'Shaikh' });
  const sides = { poster, worker, rupees: '500' };
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'earn', sides });

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await test.step('the worker reviews with three taps and a few words', async () => {
    const hand = new Hand(workerPage);
    await hand.tap(workerPage.getByRole('link', { name: 'राय दें' }));
    const stars = workerPage.getByRole('group', { name: 'आपके तारे' });
    await hand.tap(stars.getByRole('radio', { name: '5 में से 4 तारे' }));
    await expect(stars.getByRole('status')).toHaveText('5 में से 4, अच्छा');
    // The words are by choice.
    await workerPage.getByLabel('अपनी राय लिखें').fill('उसी दिन पैसे दिए। फ़ोन 9822012345');
    await workerPage.reload();
    await expect(workerPage.getByLabel('अपनी राय लिखें')).toHaveValue('उसी दिन पैसे दिए। फ़ोन 9822012345');
    await expect(stars.getByRole('radio', { name: '5 में से 4 तारे' })).toBeChecked();
    await expectWellDrawn(workerPage);
    await hand.tap(workerPage.getByRole('button', { name: 'राय भेजें' }));
    await expect(workerPage.getByText('आपकी राय भेज दी गई').first()).toBeVisible();
    await expect(workerPage.getByText('Meera ने अभी राय नहीं दी है')).toBeVisible();
    expectEffort('review a job', hand, { screens: 2, inputs: 0, taps: 3, codes: 0 });
  });

  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  await test.step('the poster sees that it is closed, and nothing of it', async () => {
    await posterPage.goto(`/awardedjob/${jobId}`);
    await posterPage.getByRole('link', { name: 'राय दें' }).tap();
    await expect(posterPage.getByText('जब तक आप अपनी राय नहीं भेजते, यह बंद है')).toBeVisible();
    await expect(posterPage.getByText('उसी दिन पैसे दिए')).toHaveCount(0);
    await expectWellDrawn(posterPage);
    await posterPage.goto(`/user-detail/${poster.id}`);
    await expect(posterPage.getByText('अभी कोई राय नहीं है।')).toBeVisible();
  });

  await test.step('with the poster’s review both open, and the poster replies', async () => {
    await posterPage.goto(`/reviews/${jobId}`);
    await posterPage.getByRole('button', { name: 'राय भेजें' }).tap();
    await expect(posterPage.getByText('कृपया 1 से 5 तारे चुनें').first()).toBeVisible();
    await posterPage
      .getByRole('group', { name: 'आपके तारे' })
      .getByRole('radio', { name: '5 में से 5 तारे' })
      .tap();
    await posterPage.getByRole('button', { name: 'राय भेजें' }).tap();
    await expect(posterPage.getByText('उसी दिन पैसे दिए')).toBeVisible();
    // Everybody reads it, so without the number.
    await expect(posterPage.getByText('9822012345')).toHaveCount(0);
    await posterPage.getByLabel('आपका जवाब').fill('धन्यवाद');
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('button', { name: 'जवाब भेजें' }).tap();
    await expect(posterPage.getByText('आपका जवाब दिखने लगा है').first()).toBeVisible();
    await expect(workerPage.getByText('धन्यवाद')).toBeVisible();
    await expectWellDrawn(workerPage);
  });

  await test.step('the page of the person shows it to others', async () => {
    const page = await open('phone', { as: await person(), locale: 'hi' });
    await page.goto(`/user-detail/${poster.id}`);
    const review = page.getByRole('article').filter({ hasText: 'उसी दिन पैसे दिए' });
    await expect(review).toContainText('Imran S.');
    await expect(review).toContainText('धन्यवाद');
    await expectWellDrawn(page);
  });
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel(/ को लिखें/).fill(text);
  await page.getByRole('button', { name: 'भेजें', exact: true }).tap();
  await expect(page.getByRole('log')).toContainText(text);
}

test('who is threatened with a bad review reports it, and FWS reads what the two wrote', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Vikas' });
  const worker = await person({ firstName: 'Imran', lastName: 'Shaikh' });
  const title = 'बालकनी की जाली';
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title } });
  const bid = { jobId: String(jobId), bidText: '3000', term: 'completion', workScope: 'जाली और पेंच' };
  const { id: quoteId } = await callApi<{ id: number }>(product, worker, 'submit_quote', bid);
  await callApi(product, poster, 'accept_quote', { quoteId: String(quoteId), jobId: String(jobId) });

  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  const threat = 'दाम ₹500 कम करो, नहीं तो खराब राय दूँगा';
  await test.step('the poster wants a lower price, or else', async () => {
    await posterPage.goto(`/messages/${jobId}-${worker.id}`);
    await workerPage.goto(`/messages/${jobId}-${poster.id}`);
    await write(posterPage, threat);
    await expect(workerPage.getByRole('log')).toContainText(threat);
    await write(workerPage, 'जो तय हुआ था, वही दाम है');
  });

  let number = '';
  await test.step('the worker reports the message for it, and knows what goes along', async () => {
    await workerPage.getByRole('button', { name: 'रिपोर्ट करें संदेश 1' }).tap();
    const dialog = workerPage.getByRole('dialog', { name: 'इस संदेश की रिपोर्ट करें' });
    const reason = dialog.getByRole('radio', { name: /खराब राय की धमकी/ });
    await expect(dialog).toContainText('जैसे दाम बदलवाने के लिए। इस काम के बारे में आपके आपसी संदेश भी FWS को मिलेंगे');
    await reason.check();
    await expectWellDrawn(workerPage);
    await dialog.getByRole('button', { name: 'रिपोर्ट भेजें' }).tap();
    const sent = workerPage.getByRole('dialog', { name: 'रिपोर्ट भेज दी गई' });
    await expect(sent).toContainText(/आपकी रिपोर्ट का नंबर R-\d+ है/);
    number = /R-\d+/.exec(await sent.innerText())?.[0] ?? '';
    await sent.getByRole('button', { name: 'बंद करें' }).last().tap();
  });

  const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await test.step('who decides reads the messages of both, as they were', async () => {
    await openCase(admin, 'report', title);
    const facts = admin.locator('.c-a');
    await expect(facts).toContainText('Threatens with a bad review');
    const messages = facts.getByRole('heading', { name: 'What the two had written each other' });
    await expect(messages).toBeVisible();
    await expect(facts.getByRole('row').filter({ hasText: threat })).toContainText('Poster');
    await expect(facts.getByRole('row').filter({ hasText: 'वही दाम है' })).toContainText('Worker');
    await expectWellDrawn(admin);
    await admin.getByLabel('Words to the author').fill('A review is about the work.');
    await admin.getByRole('button', { name: 'Take down', exact: true }).click();
    await expect(admin.getByText('Taken down by Nandini Rao')).toBeVisible();
  });

  await test.step('the threat is gone on the phone of the worker, who reads the decision', async () => {
    await expect(workerPage.getByRole('log')).not.toContainText(threat);
    await workerPage.goto('/reports');
    await expect(workerPage.getByRole('listitem').filter({ hasText: number })).toContainText('हटाया गया');
    await expectWellDrawn(workerPage);
  });
});
