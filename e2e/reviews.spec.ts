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
    await workerPage.getByLabel('कुछ शब्द').fill('उसी दिन पैसे दिए। फ़ोन 9822012345');
    await workerPage.reload();
    await expect(workerPage.getByLabel('कुछ शब्द')).toHaveValue('उसी दिन पैसे दिए। फ़ोन 9822012345');
    await expect(stars.getByRole('radio', { name: '5 में से 4 तारे' })).toBeChecked();
    await expectWellDrawn(workerPage);
    await hand.tap(workerPage.getByRole('button', { name: 'राय भेजें' }));
    await expect(workerPage.getByText('आपकी राय भेज दी गई').first()).toBeVisible();
    await expect(workerPage.getByText('Meera ने अभी नहीं लिखा है')).toBeVisible();
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
