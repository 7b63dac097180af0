import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';

const [WISH, ANSWER] = ['14 को घर बदलना है', 'वही पेंट लगेगा'];

test('a quote is asked again, revised and accepted in Hindi on two phones', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'दो अलमारियाँ' } });
  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });

  await test.step('the worker quotes, with the day on which the work is done', async () => {
    await workerPage.goto(`/job/${id}`);
    await workerPage.getByLabel('आपका दाम').fill('1500');
    await workerPage.getByRole('radio', { name: 'पूरा होने पर' }).check();
    await workerPage.getByLabel('कब तक पूरा').fill('20-12-2099');
    await workerPage.getByRole('button', { name: 'कोटेशन भेजें' }).click();
    await expect(workerPage.getByText('आपका कोटेशन भेज दिया गया है')).toBeVisible();
    await workerPage.getByRole('link', { name: 'कोटेशन बदलें' }).click();
    await expect(workerPage.getByText('अभी खोला नहीं गया।')).toBeVisible();
    await expectWellDrawn(workerPage);
  });

  await test.step('the poster opens it, and asks for another', async () => {
    await posterPage.goto(`/requestlist/${id}`);
    const hand = new Hand(posterPage);
    await hand.tap(posterPage.getByRole('link', { name: 'कोटेशन देखें' }));
    await expect(workerPage.getByText('देखा गया।')).toBeVisible();
    await expectWellDrawn(posterPage);
    await hand.tap(posterPage.getByRole('dialog').getByRole('button', { name: 'दूसरा कोटेशन माँगें' }));
    const dialog = posterPage.getByRole('dialog', { name: /^Imran .* से दूसरा कोटेशन माँगें$/ });
    await hand.type(dialog.getByLabel('आपके मन में कितनी रकम है'), '1200');
    await expect(dialog.getByText('₹300 कम')).toBeVisible();
    await dialog.getByLabel(/के लिए एक बात/).fill(WISH);
    await expectWellDrawn(posterPage);
    await hand.tap(dialog.getByRole('button', { name: 'दूसरा कोटेशन माँगें' }));
    await expect(posterPage.getByText('आपने दूसरा कोटेशन माँगा है')).toBeVisible();
    expectEffort('ask for another', hand, { screens: 1, inputs: 1, taps: 4, codes: 0 });
  });

  await test.step('the worker answers from home', async () => {
    await workerPage.goto('/');
    const hand = new Hand(workerPage);
    await hand.tap(workerPage.getByRole('main').getByRole('link', { name: /^जवाब दें/ }));
    await expect(workerPage.getByRole('heading', { level: 1, name: 'अपना कोटेशन बदलें' })).toBeVisible();
    await expect(workerPage.getByText(WISH).first()).toBeVisible();
    await expectWellDrawn(workerPage);
    await hand.tap(workerPage.getByRole('button', { name: 'जो माँगा गया है, वही भरें' }));
    const amount = workerPage.getByLabel('आपका दाम');
    await expect(amount).toHaveValue('1,200');
    await amount.selectText();
    await hand.choose(amount);
    await amount.fill('1300');
    await workerPage.getByLabel('क्या बदला').fill(ANSWER);
    await hand.tap(workerPage.getByRole('button', { name: '₹1,300 का कोटेशन भेजें' }));
    await expect(workerPage.getByText('आपका कोटेशन भेज दिया गया है')).toBeVisible();
    expectEffort('revise a quote', hand, { screens: 2, inputs: 1, taps: 4, codes: 0 });
  });

  await test.step('the poster reads what changed, and accepts what was read', async () => {
    await posterPage.goto(`/requestlist/${id}`);
    await expect(posterPage.getByText('आपके कहने पर बदला गया')).toBeVisible();
    await posterPage.getByRole('link', { name: 'कोटेशन देखें' }).click();
    const change = posterPage.getByRole('table', { name: /का पहला और अभी का कोटेशन/ });
    await expect(change.getByRole('row', { name: /^रकम/ })).toContainText('₹1,500');
    await expect(change.getByRole('row', { name: /^रकम/ })).toContainText('₹200 कम');
    await expect(posterPage.getByText(ANSWER)).toBeVisible();
    await expectWellDrawn(posterPage);
    await posterPage.getByRole('dialog').getByRole('button', { name: 'मंज़ूर करें', exact: true }).click();
    await posterPage
      .getByRole('dialog', { name: /^यह काम Imran .* को सौंपें\?$/ })
      .getByRole('button', { name: '₹1,300 का कोटेशन मंज़ूर करें' })
      .click();
    await expect(posterPage).toHaveURL(`/awardedjob/${id}`);
  });
});

test('a quote is declined with a reason, which its worker reads', async ({ open, person, product }) => {
  const [poster, worker] = [await person({ firstName: 'Meera' }), await person({ firstName: 'Imran' })];
  const { jobId, quoteId } = await product.ask<{ jobId: number; quoteId: number }>({
    do: 'job',
    poster,
    worker,
    job: { open: true, rows: [['दीवारें', '1500']] },
  });
  const page = await open('phone', { as: poster, locale: 'hi' });
  const hand = new Hand(page);
  await page.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  await hand.tap(page.getByRole('dialog').getByRole('button', { name: 'नामंज़ूर करें', exact: true }));
  const dialog = page.getByRole('dialog', { name: /^Imran .* का ₹1,500 का कोटेशन नामंज़ूर करें\?$/ });
  await hand.tap(dialog.getByRole('radio', { name: 'तारीखें ठीक नहीं बैठतीं' }));
  await dialog.getByLabel('एक पंक्ति जोड़ें').fill('अगले महीने ही हो सकेगा');
  await expectWellDrawn(page);
  await hand.tap(dialog.getByRole('button', { name: 'कोटेशन नामंज़ूर करें' }));
  await expect(page.getByText('कोटेशन नामंज़ूर हुआ')).toBeVisible();
  expectEffort('decline a quote', hand, { screens: 1, inputs: 0, taps: 3, codes: 0 });

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto('/myquotes');
  await expect(workerPage.getByText('नामंज़ूर', { exact: true })).toBeVisible();
  await workerPage.getByRole('link', { name: 'कोटेशन देखें' }).click();
  await expect(workerPage.getByText('नामंज़ूर: तारीखें ठीक नहीं बैठतीं')).toBeVisible();
  await expect(workerPage.getByText('अगले महीने ही हो सकेगा').first()).toBeVisible();
  await expectWellDrawn(workerPage);
});

test('milestones and a start are asked for, and both sides see what has changed', async ({
  open,
  person,
  product,
}) => {
  const [poster, worker] = [await person({ firstName: 'Meera' }), await person({ firstName: 'Imran' })];
  const { jobId, quoteId } = await product.ask<{ jobId: number; quoteId: number }>({
    do: 'job',
    poster,
    worker,
    job: { open: true, rows: [['Walls', '1500']] },
  });
  const page = await open('phone', { as: poster });
  await page.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for another' }).click();
  const dialog = page.getByRole('dialog', { name: /^Ask Imran .* for another quote$/ });
  await dialog.getByLabel('Milestone 1 amount').fill('900');
  await dialog.getByRole('button', { name: 'Add milestone' }).click();
  await dialog.getByLabel('Milestone 2 details').fill('Ceiling');
  await dialog.getByLabel('Milestone 2 amount').fill('500');
  await expect(dialog.getByText('Milestones: ₹1,400 of ₹1,400.')).toBeVisible();
  await dialog.getByLabel('Starts').fill('10-12-2099');
  await expectWellDrawn(page);
  await dialog.getByRole('button', { name: 'Ask for another' }).click();
  await expect(page.getByText('You asked for another quote')).toBeVisible();

  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/myquote/${quoteId}`);
  await expect(
    workerPage.getByText('₹1,400, By Milestone (Walls ₹900, Ceiling ₹500), starts 10 Dec').first(),
  ).toBeVisible();
  await workerPage.getByRole('button', { name: 'Fill in what is asked for' }).click();
  await expect(workerPage.getByLabel('Milestone 2 details')).toHaveValue('Ceiling');
  await workerPage.getByLabel('Scope of work').fill('Two coats');
  await workerPage.getByRole('button', { name: 'Send quote ₹1,400' }).click();
  await expect(workerPage.getByText('Your quote is sent')).toBeVisible();

  await page.goto(`/requestlist/${jobId}?quote=${quoteId}`);
  const change = page.getByRole('table', { name: /^The first quote from Imran/ });
  await expect(change.getByRole('row', { name: /^Milestones/ })).toContainText('Walls ₹900, Ceiling ₹500');
  await expect(change.getByRole('row', { name: /^Scope of work/ })).toContainText('Two coats');
  await expect(page.getByText('Changed: Amount, Milestones, Starts, Scope of work')).toBeVisible();
  await expectWellDrawn(page);
});

test('at a desk quotes stand side by side', async ({ open, person, product }) => {
  const poster = await person();
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'Paint a hall' } });
  const page = await open('desktop', { as: poster });
  for (const [firstName, amount] of [
    ['Imran', '1500'],
    ['Sunita', '1400'],
  ] as const) {
    const workerPage = await open('phone', { as: await person({ firstName }) });
    await workerPage.goto(`/job/${id}`);
    await workerPage.getByLabel('Your quote').fill(amount);
    await workerPage.getByLabel('Done by').fill('20-12-2099');
    await workerPage.getByRole('button', { name: 'Submit Quote' }).click();
    await expect(workerPage.getByText('Your quote is sent')).toBeVisible();
  }
  await page.goto(`/requestlist/${id}`);
  const table = page.getByRole('table', { name: 'Side by side' });
  await expect(table.getByRole('row', { name: /^Imran/ })).toContainText(/₹1,500By Terms3 parts.*20 Dec/);
  await expect(table.getByRole('row', { name: /^Sunita/ })).toContainText('₹1,400');
  await expectWellDrawn(page);
});
