import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { fillJob } from './support/steps.ts';

const LINE = 'वाकड में आपकी अलमारी देखी। बाणेर में भी करेंगे?';

test('a worker is invited in Hindi on a phone, and quotes', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Rohan', lastName: 'Kulkarni' });
  const worker = await person({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'पढ़ाई की मेज़' } });
  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  const workerPage = await open('phone', { as: worker, locale: 'hi' });

  await test.step('the worker says when they take work', async () => {
    await workerPage.goto('/profile');
    const sheet = workerPage.locator('#availability');
    for (const day of ['सोम', 'मंगल', 'बुध']) await sheet.getByRole('checkbox', { name: day }).check();
    await sheet.getByLabel('कब से').fill('09:00');
    await sheet.getByLabel('कब तक').fill('18:00');
    await sheet.getByRole('button', { name: 'दिन और समय सेव करें' }).click();
    await expect(workerPage.getByText('काम देने वाले देख सकते हैं')).toBeVisible();
    await workerPage.reload();
    await expect(sheet.getByRole('checkbox', { name: 'बुध' })).toBeChecked();
  });

  await test.step('the poster invites with three taps', async () => {
    await posterPage.goto(`/user-detail/${worker.id}`);
    await expect(posterPage.getByText('आम तौर पर काम के लिए खाली: सोम से बुध, 09:00 से 18:00')).toBeVisible();
    await posterPage.getByRole('button', { name: /^कोटेशन के लिए बुलाएँ/ }).click();
    const dialog = posterPage.getByRole('dialog', { name: 'Imran को कोटेशन के लिए बुलाएँ' });
    await dialog.getByRole('radio', { name: /^पढ़ाई की मेज़/ }).check();
    await dialog.getByLabel(/^एक पंक्ति जोड़ें/).fill(LINE);
    await expectWellDrawn(posterPage);
    await dialog.getByRole('button', { name: 'बुलावा भेजें' }).click();
    await expect(posterPage.getByText('बुलावा भेज दिया गया')).toBeVisible();
    await expect(dialog).toBeHidden();
    // Nobody is invited twice to the same job.
    await posterPage.getByRole('button', { name: /^कोटेशन के लिए बुलाएँ/ }).click();
    await expect(dialog.getByRole('radio', { name: /^पढ़ाई की मेज़/ })).toBeDisabled();
    await expect(dialog.getByText('इस काम के लिए बुलावा भेजा जा चुका है')).toBeVisible();
  });

  await test.step('the worker is told, finds it in the list and on the job, and quotes', async () => {
    await workerPage.goto('/notifications');
    const notice = workerPage.getByRole('link', { name: /^Rohan K\. ने आपको पढ़ाई की मेज़ के लिए/ });
    await expect(notice).toBeVisible();
    await workerPage.goto('/myquotes');
    await workerPage.getByRole('link', { name: 'बुलावे', exact: true }).click();
    await expect(workerPage.getByText(LINE)).toBeVisible();
    await expectWellDrawn(workerPage);
    await workerPage.getByRole('link', { name: /^कोटेशन दें/ }).click();
    await expect(workerPage).toHaveURL(new RegExp(`/job/${id}$`));
    await expect(
      workerPage.getByRole('heading', { name: 'Rohan K. ने आपको कोटेशन देने को बुलाया है' }),
    ).toBeVisible();
    await expect(workerPage.getByText(LINE)).toBeVisible();
    await expectWellDrawn(workerPage);
    await workerPage.getByLabel('आपका दाम').fill('1500');
    await workerPage.getByRole('radio', { name: 'पूरा होने पर' }).check();
    await workerPage.getByRole('button', { name: 'कोटेशन भेजें' }).click();
    await expect(workerPage.getByText('आपका कोटेशन भेज दिया गया है')).toBeVisible();
    await workerPage.goto('/myquotes?tab=invitations');
    await expect(workerPage.getByRole('heading', { name: 'आपके लिए कोई बुलावा नहीं है' })).toBeVisible();
  });

  await test.step('the poster sees that the invited worker has quoted', async () => {
    await posterPage.goto(`/requestlist/${id}`);
    const invited = posterPage.locator('section', {
      has: posterPage.getByRole('heading', { name: 'कोटेशन के लिए बुलाए गए लोग' }),
    });
    await expect(invited.getByText('कोटेशन भेजा')).toBeVisible();
    await expect(invited.getByText('19 और लोगों को बुलाया जा सकता है।')).toBeVisible();
    await expectWellDrawn(posterPage);
  });
});

test('a worker says no with one tap, and mutes; a poster writes a new job for a worker', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera', lastName: 'Joshi' });
  const worker = await person({ firstName: 'Suresh', lastName: 'Patil' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'Loft shutters' } });
  const posterPage = await open('desktop', { as: poster });
  const workerPage = await open('phone', { as: worker });

  await posterPage.goto(`/user-detail/${worker.id}`);
  await posterPage.getByRole('button', { name: /^Invite to quote/ }).click();
  await posterPage.getByRole('button', { name: 'Send invitation' }).click();
  await expect(posterPage.getByText('Invitation sent')).toBeVisible();

  await workerPage.goto('/myquotes?tab=invitations');
  await workerPage.getByRole('button', { name: /^Turn off notices from this poster/ }).click();
  await expect(workerPage.getByText('You are not told of their invitations')).toBeVisible();
  await workerPage.getByRole('button', { name: /^Say no/ }).click();
  await expect(workerPage.getByText('You said no. You can still quote')).toBeVisible();
  await expect(workerPage.getByRole('heading', { name: 'No invitations wait for you' })).toBeVisible();

  await posterPage.goto(`/requestlist/${id}`);
  await expect(posterPage.getByText('Said no')).toBeVisible();
  await posterPage.getByRole('link', { name: 'Post a similar job' }).click();
  await expect(posterPage.getByLabel('Job title')).toHaveValue('Loft shutters');
  await expect(posterPage.getByText(/Choose new dates/)).toBeVisible();

  await posterPage.goto(`/user-detail/${worker.id}`);
  await posterPage.getByRole('button', { name: /^Invite to quote/ }).click();
  const dialog = posterPage.getByRole('dialog', { name: 'Invite Suresh to quote' });
  await dialog.getByRole('radio', { name: /^A new job/ }).check();
  await dialog.getByLabel(/^Add a line/).fill('The next room');
  await dialog.getByRole('button', { name: 'Write the job' }).click();
  await expect(posterPage.getByText('Suresh is invited to quote when this job is posted.')).toBeVisible();
  await fillJob(posterPage, { title: 'Shutters once more', skill: 'Carpentry', from: '2000', to: '3000' });
  await posterPage.getByRole('button', { name: 'Post this Job' }).click();
  await expect(posterPage.getByText('Invitation sent')).toBeVisible();
  await workerPage.reload();
  await expect(workerPage.getByRole('link', { name: 'Shutters once more' }).first()).toBeVisible();
  await expect(workerPage.getByText('The next room')).toBeVisible();
});
