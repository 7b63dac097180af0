import type { Page } from '@playwright/test';
import { expect, expectSoundLedger, expectWellDrawn, test } from './support/fixtures.ts';
import { takePhotos } from './support/photos.ts';
import { getMilestone, pressAtCheckout } from './support/steps.ts';

const QUESTION = 'कौन सी मंज़िल है?';
const ANSWER = 'तीसरी मंज़िल, लिफ़्ट है';
const NUMBER = '98220 12345';

/** Writes in the open conversation. */
async function write(page: Page, text: string): Promise<void> {
  const field = page.getByLabel(/ को लिखें/);
  await field.fill(text);
  await page.getByRole('button', { name: 'भेजें', exact: true }).click();
  await expect(field).toHaveValue('');
}

test('a job is asked about, agreed, paid and released in Hindi on two phones', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'दो अलमारियाँ' } });
  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  const [posterLog, workerLog] = [posterPage.getByRole('log'), workerPage.getByRole('log')];
  const openConversation = async () => {
    await posterPage.goto(`/messages/${id}-${worker.id}`);
    await workerPage.goto(`/messages/${id}-${poster.id}`);
  };

  await test.step('the worker asks, and the poster answers for everybody', async () => {
    await workerPage.goto(`/job/${id}`);
    await workerPage.getByLabel(/^Meera .* से पूछें/).fill(QUESTION);
    await workerPage.getByRole('button', { name: 'पूछें', exact: true }).click();
    await expect(workerPage.getByText('आपका सवाल')).toBeVisible();

    await posterPage.goto('/messages');
    await posterPage.getByRole('link', { name: /^Imran/ }).click();
    await expect(posterLog).toContainText(QUESTION);
    await posterPage.getByLabel(/^Imran .* को जवाब/).fill(ANSWER);
    await posterPage.getByRole('checkbox', { name: 'सवाल और जवाब काम के पेज पर दिखाएँ' }).check();
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('button', { name: 'जवाब दें', exact: true }).click();
    await expect(posterLog).toContainText(ANSWER);

    const rival = await open('phone', { as: await person({ firstName: 'Suresh' }), locale: 'hi' });
    await rival.goto(`/job/${id}`);
    await expect(rival.getByText(ANSWER)).toBeVisible();
    await expect(rival.getByText(QUESTION)).toBeVisible();
    await expect(rival.getByText('Imran')).toHaveCount(0);
  });

  await test.step('the worker quotes, and the two write: the number is hidden', async () => {
    await workerPage.reload();
    await workerPage.getByLabel('आपका दाम').fill('1500');
    await workerPage.getByRole('radio', { name: 'पूरा होने पर' }).check();
    await workerPage.getByRole('button', { name: 'कोटेशन भेजें' }).click();
    await expect(workerPage.getByText('आपका कोटेशन भेज दिया गया है')).toBeVisible();

    await openConversation();
    await write(workerPage, `कल आना ठीक रहेगा? ${NUMBER} पर फ़ोन करें`);
    await expect(workerPage.getByText('काम सौंपे जाने तक दूसरों से छिपा है: फ़ोन नंबर।')).toBeVisible();
    await expect(posterLog).toContainText('कल आना ठीक रहेगा? संपर्क छिपा है पर फ़ोन करें');
    await write(posterPage, 'हाँ, दस बजे आइए');
    await expect(workerLog).toContainText('हाँ, दस बजे आइए');
    await expectWellDrawn(posterPage);
    await expectWellDrawn(workerPage);
  });

  await test.step('the poster awards the job, and reads the number', async () => {
    await posterPage.goto(`/requestlist/${id}`);
    await posterPage.getByRole('link', { name: 'कोटेशन देखें' }).click();
    await posterPage.getByRole('dialog').getByRole('button', { name: 'मंज़ूर करें', exact: true }).click();
    await posterPage
      .getByRole('dialog', { name: /^यह काम Imran .* को सौंपें\?$/ })
      .getByRole('button', { name: '₹1,500 का कोटेशन मंज़ूर करें' })
      .click();
    await expect(posterPage).toHaveURL(`/awardedjob/${id}`);
    await openConversation();
    await expect(posterLog).toContainText(`${NUMBER} पर फ़ोन करें`);
    for (const log of [posterLog, workerLog]) await expect(log).toContainText('काम सौंपा गया');
  });

  await test.step('the poster sends photos', async () => {
    const photos = await takePhotos(posterPage, ['#8d6e63', '#5d7f9a']);
    await posterPage.getByLabel('फ़ोटो या PDF जोड़ें').setInputFiles(photos);
    await expect(posterPage.getByRole('button', { name: /^फ़ोटो \d हटाएँ/ })).toHaveCount(2);
    await write(posterPage, 'यह कमरा है');
    await expect(workerLog.getByRole('button', { name: /^2 में से फ़ोटो \d$/ })).toHaveCount(2);
  });

  await test.step('the money is paid in and released, and the conversation says so', async () => {
    await posterPage.goto(`/awardedjob/${id}`);
    await posterPage.getByRole('button', { name: 'एस्क्रो में जमा करें ₹1,500' }).first().click();
    await posterPage.getByRole('dialog').getByRole('button', { name: /1,500/ }).click();
    await pressAtCheckout(posterPage, '₹1,500.00', 'Pay');
    await expect(workerLog).toContainText('रकम जमा हुई: ₹1,500');

    await workerPage.goto(`/myjobsdetail/${id}`);
    const work = getMilestone(workerPage, 1);
    await work.getByRole('button', { name: 'शुरू करें' }).click();
    await work.getByRole('button', { name: 'काम पूरा बताएँ' }).click();
    const sheet = workerPage.getByRole('dialog', { name: /पड़ाव 1 पूरा हुआ/ });
    await sheet.getByRole('checkbox', { name: /का सारा काम पूरा हो गया/ }).check();
    await sheet.getByRole('button', { name: 'काम पूरा बताएँ' }).click();
    await work.getByRole('button', { name: '₹1,500 का भुगतान माँगें' }).click();
    await posterPage.goto(`/awardedjob/${id}`);
    await getMilestone(posterPage, 1).getByRole('button', { name: '₹1,500 जारी करें' }).click();
    await posterPage.getByRole('dialog').getByRole('button', { name: '₹1,500 जारी करें' }).click();
    await expect(posterPage.getByText('₹1,500 जारी किए गए').first()).toBeVisible();

    await openConversation();
    for (const page of [posterPage, workerPage]) {
      const log = page.getByRole('log');
      await expect(log).toContainText('रकम जारी हुई: ₹1,500');
      const lines = /कोटेशन: ₹1,500|काम सौंपा गया|यह कमरा है|रकम जमा हुई|काम शुरू हुआ|भुगतान माँगा गया|रकम जारी हुई/g;
      expect((await log.innerText()).match(lines)).toEqual([
        'कोटेशन: ₹1,500',
        'काम सौंपा गया',
        'यह कमरा है',
        'रकम जमा हुई',
        'काम शुरू हुआ',
        'भुगतान माँगा गया',
        'रकम जारी हुई',
      ]);
      await expectWellDrawn(page);
    }
    await expectSoundLedger(product);
  });
});
