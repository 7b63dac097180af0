import { openAdminPage, openCase } from './support/admin.ts';
import { expectEffort, Hand } from './support/effort.ts';
import { expect, expectWellDrawn, test, type Person } from './support/fixtures.ts';

test('a worker cancels, is held at fault, says why not, and FWS agrees', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera', lastName: 'Rao', identity: 'verified' });
  const worker = await person({ firstName: 'Imran', lastName: 'Shaikh' });
  const sides = { poster, worker, rupees: '500' };
  for (let done = 0; done < 4; done += 1) await product.ask({ do: 'earn', sides });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['Walls', '1500']], fund: [1] },
  });

  const page = await open('phone', { as: worker, locale: 'hi' });
  await test.step('the form says that it counts before it happens', async () => {
    await page.goto(`/myjobsdetail/${jobId}`);
    await page.getByRole('button', { name: 'यह काम रद्द करें' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('आपकी वजह से रद्द गिना जाएगा')).toBeVisible();
    await expectWellDrawn(page);
    await dialog.getByRole('textbox').fill('पता ग़लत था');
    await dialog.getByRole('button', { name: 'यह काम रद्द करें' }).tap();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the notice leads to the job, and it is in the record that others see', async () => {
    await page.goto('/notifications');
    await page.getByText('आपके भरोसे के रिकॉर्ड में गिना गया').first().tap();
    await expect(page).toHaveURL(new RegExp(`/reliability/${jobId}$`));
    await expect(page.getByText('आपने तय हुआ काम रद्द किया।')).toBeVisible();
    await expectWellDrawn(page);
    await expectRecord(poster, '5 में से 4 काम निभाए · 1 रद्द किए');
  });

  await test.step('what is written stays until it is sent, once', async () => {
    const text = 'पता ग़लत था, और किसी ने फ़ोन नहीं उठाया';
    await page.getByRole('button', { name: 'FWS को भेजें' }).tap();
    await expect(page.getByText('लिखें कि क्या हुआ था').first()).toBeVisible();
    const hand = new Hand(page);
    await hand.type(page.getByLabel('क्या हुआ था'), text);
    await page.reload();
    await expect(page.getByLabel('क्या हुआ था')).toHaveValue(text);
    await hand.tap(page.getByRole('button', { name: 'FWS को भेजें' }));
    await expect(page.getByText('आपने कहा है कि यह सही नहीं है')).toBeVisible();
    await expect(page.getByRole('button', { name: 'FWS को भेजें' })).toHaveCount(0);
    await expectWellDrawn(page);
    expectEffort('say that it is not one’s fault', hand, { screens: 1, inputs: 1, taps: 2, codes: 0 });
  });

  await test.step('another person at FWS agrees', async () => {
    const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
    await openCase(admin, 'contest', 'Paint a flat');
    await expect(admin.getByText('पता ग़लत था, और किसी ने फ़ोन नहीं उठाया')).toBeVisible();
    await expectWellDrawn(admin);
    await admin.getByLabel('Your words to them').fill('The poster confirmed it');
    await admin.getByRole('button', { name: 'It does not count' }).click();
    await expect(admin.getByText('Decided. They are told').first()).toBeVisible();
  });

  await test.step('it is in no record any more', async () => {
    await page.reload();
    await expect(page.getByText('FWS का फ़ैसला: यह नहीं गिना जाएगा।')).toBeVisible();
    await expect(page.getByText('FWS: The poster confirmed it')).toBeVisible();
    await expectWellDrawn(page);
    await page.getByRole('link', { name: 'भरोसे का रिकॉर्ड' }).first().tap();
    // Four jobs are left, too few to be shown.
    await expect(page.getByText('पाँच कामों के बाद दिखेगा').first()).toBeVisible();
    await expectWellDrawn(page);
    await product.ask({ do: 'earn', sides });
    await expectRecord(poster, '5 में से 5 काम निभाए');
  });

  /** As the other side sees it. */
  async function expectRecord(reader: Person, record: string): Promise<void> {
    const other = await open('phone', { as: reader, locale: 'hi' });
    await other.goto(`/user-detail/${worker.id}`);
    await expect(other.getByText(record, { exact: true })).toBeVisible();
    await expectWellDrawn(other);
    await other.close();
  }
});
