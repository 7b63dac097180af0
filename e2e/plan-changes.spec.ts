import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectSoundLedger, expectWellDrawn, test } from './support/fixtures.ts';
import { createPair } from './support/pairs.ts';
import { getMilestone, pressAtCheckout } from './support/steps.ts';

test('a change is proposed, agreed, funded and paid in Hindi on two phones', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair(
    { person, product },
    {
      rows: [
        ['नाप', '600'],
        ['रंगाई', '400'],
      ],
      fund: [1],
      request: [1],
    },
  );
  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });

  await test.step('the poster asks for another milestone, and less for the second', async () => {
    await posterPage.goto(`/awardedjob/${jobId}`);
    await posterPage.getByRole('link', { name: 'बदलाव माँगें' }).click();
    await posterPage.getByLabel('पड़ाव 2: रकम').fill('350');
    await posterPage.getByRole('button', { name: 'पड़ाव जोड़ें' }).click();
    await posterPage.getByRole('button', { name: /^Imran .* को भेजें$/ }).click();
    await expect(posterPage.getByText('कृपया लिखें कि हर पड़ाव में क्या काम होगा').first()).toBeVisible();
    await posterPage.getByLabel('पड़ाव 3: क्या काम होगा').fill('अलमारी');
    await posterPage.getByLabel('पड़ाव 3: रकम').fill('900');
    await posterPage.getByLabel(/के लिए नोट/).fill('अलमारी भी बना दीजिए');
    await expectWellDrawn(posterPage);
    // What was typed is there after a reload.
    await posterPage.reload();
    await expect(posterPage.getByLabel('पड़ाव 3: क्या काम होगा')).toHaveValue('अलमारी');
    await posterPage.getByRole('button', { name: /^Imran .* को भेजें$/ }).click();
    await expect(
      posterPage.getByRole('heading', { level: 1, name: 'आपके बदलाव के जवाब का इंतज़ार है' }),
    ).toBeVisible();
    await expectWellDrawn(posterPage);
  });

  await test.step('the worker agrees from the list of the day with two taps', async () => {
    await workerPage.goto('/');
    await expect(workerPage.getByText(/कुल रकम ₹1,850 होगी/)).toBeVisible();
    const hand = new Hand(workerPage);
    await hand.tap(workerPage.getByRole('link', { name: /^बदलाव देखें/ }));
    await expect(workerPage.getByRole('heading', { level: 1, name: /बदलाव चाहते हैं$/ })).toBeVisible();
    await expect(workerPage.getByText('अलमारी भी बना दीजिए')).toBeVisible();
    await expectWellDrawn(workerPage);
    await hand.tap(workerPage.getByRole('button', { name: 'बदलाव मानें' }));
    await expect(workerPage.getByText('सहमति हो गई। पड़ाव बदल गए हैं').first()).toBeVisible();
    expectEffort('agree to a change', hand, { screens: 2, inputs: 0, taps: 2, codes: 0 });
  });

  await test.step('the poster funds the changed milestone, and its work is paid', async () => {
    await posterPage.goto(`/awardedjob/${jobId}`);
    await expect(getMilestone(posterPage, 3)).toContainText('अलमारी');
    await expectWellDrawn(posterPage);
    const changed = getMilestone(posterPage, 2);
    await changed.getByRole('button', { name: 'एस्क्रो में जमा करें ₹350' }).click();
    await posterPage.getByRole('dialog').getByRole('button', { name: /350/ }).click();
    await pressAtCheckout(posterPage, '₹350.00', 'Pay');
    await expect(posterPage.getByText(/₹350 एस्क्रो में सुरक्षित हैं/)).toBeVisible();

    await workerPage.goto(`/myjobsdetail/${jobId}`);
    const work = getMilestone(workerPage, 2);
    await work.getByRole('button', { name: 'शुरू करें' }).click();
    await work.getByRole('button', { name: 'काम पूरा बताएँ' }).click();
    const sheet = workerPage.getByRole('dialog', { name: /पड़ाव 2 पूरा हुआ/ });
    await sheet.getByRole('checkbox', { name: /का सारा काम पूरा हो गया/ }).check();
    await sheet.getByRole('button', { name: 'काम पूरा बताएँ' }).click();
    await work.getByRole('button', { name: '₹350 का भुगतान माँगें' }).click();
    await posterPage.goto(`/awardedjob/${jobId}`);
    await changed.getByRole('button', { name: '₹350 जारी करें' }).click();
    await posterPage.getByRole('dialog').getByRole('button', { name: '₹350 जारी करें' }).click();
    await expect(posterPage.getByText('₹350 जारी किए गए').first()).toBeVisible();

    await workerPage.goto(`/messages/${jobId}-${poster.id}`);
    const log = workerPage.getByRole('log');
    await expect(log).toContainText('नई कुल रकम के साथ बदलाव माँगा गया: ₹1,850');
    await expect(log).toContainText('बदलाव पर सहमति, नई कुल रकम: ₹1,850');
    await expect(log).toContainText('रकम जारी हुई: ₹350');
    await expectSoundLedger(product);
  });
});

test('a change is answered with another at a desk, and the earlier ones stay', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair(
    { person, product },
    {
      rows: [
        ['Walls', '600'],
        ['Doors', '400'],
      ],
    },
  );
  const workerPage = await open('desktop', { as: worker });
  await workerPage.goto(`/planchange/${jobId}`);
  await workerPage.getByRole('button', { name: 'Send to Meera Kumar' }).click();
  await expect(
    workerPage.getByText('Nothing is different yet. Change a milestone or the day').first(),
  ).toBeVisible();
  await workerPage.getByRole('button', { name: 'Remove milestone 2' }).click();
  await workerPage.getByRole('button', { name: 'Put back' }).click();
  await workerPage.getByLabel('Milestone 2: amount').fill('500');
  await expectWellDrawn(workerPage);
  await workerPage.getByRole('button', { name: 'Send to Meera Kumar' }).click();
  await expect(
    workerPage.getByRole('heading', { level: 1, name: 'Your change waits for an answer' }),
  ).toBeVisible();

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/awardedjob/${jobId}`);
  await expect(posterPage.getByText(/Imran Kumar asks for a change\. New total ₹1,100/)).toBeVisible();
  await posterPage.getByRole('link', { name: 'See the change' }).click();
  await expect(posterPage.getByText('Changed: ₹100 more')).toBeVisible();
  await expectWellDrawn(posterPage);
  await posterPage.getByRole('button', { name: 'Ask for another change' }).first().click();
  await posterPage.getByLabel('Milestone 2: amount').fill('450');
  await posterPage.getByRole('button', { name: 'Send to Imran Kumar' }).click();
  await expect(
    posterPage.getByRole('heading', { level: 1, name: 'Your change waits for an answer' }),
  ).toBeVisible();

  await workerPage.reload();
  await workerPage.getByRole('button', { name: 'Decline' }).first().click();
  await expect(workerPage.getByText('Declined. Nothing changes').first()).toBeVisible();
  await workerPage.reload();
  await workerPage.getByText(/^Declined .* total ₹1,050$/).click();
  await expect(workerPage.getByText(/^Imran Kumar, .*: total ₹1,100$/)).toBeVisible();
  await expectWellDrawn(workerPage);
});
