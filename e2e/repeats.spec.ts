import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';
import { createPair } from './support/pairs.ts';

const toTime = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
const toWeekday = (days: number) =>
  new Intl.DateTimeFormat('hi', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(toTime(days).getTime() + IST_OFFSET_MS),
  );
/** "18/12/2026" */
const toTyped = (days: number) => toIstDate(toTime(days)).split('-').toReversed().join('/');
/** A pattern for "18 दिस॰ 2026" */
function toShown(days: number): RegExp {
  const [year, , day] = toIstDate(toTime(days)).split('-');
  return new RegExp(`^${Number(day)} .* ${year}$`);
}

test('a job is repeated twice, a third date is left out, and the series ends', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createPair({ person, product }, { rows: [['दीवारें', '1500']] });
  const posterPage = await open('phone', { as: poster, locale: 'hi' });
  await posterPage.goto(`/awardedjob/${jobId}`);
  await posterPage.getByRole('button', { name: 'तारीखें चुनें' }).tap();
  const form = posterPage.getByRole('dialog', { name: 'किन तारीखों पर?' });
  await form.getByRole('button', { name: 'तारीखें भेजें' }).tap();
  await expect(form.getByText('कृपया कम से कम एक दिन चुनें')).toBeVisible();
  for (const days of [3, 5]) await form.getByLabel(toWeekday(days)).check();
  await form.getByLabel('कब तक', { exact: true }).fill(toTyped(11));
  await posterPage.reload();
  await posterPage.getByRole('button', { name: 'तारीखें चुनें' }).tap();
  for (const days of [3, 5]) await expect(form.getByLabel(toWeekday(days))).toBeChecked();
  await expect(form.getByLabel('कब तक', { exact: true })).toHaveValue(toShown(11));
  await expectWellDrawn(posterPage);
  await form.getByRole('button', { name: 'तारीखें भेजें' }).tap();
  await expect(posterPage.getByText(/^Imran .* तक जवाब दे सकते हैं।$/)).toBeVisible();

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto(`/myjobsdetail/${jobId}`);
  await expect(
    workerPage.getByText(/^Meera .* ने पूछा है कि क्या आप यह काम इन तारीखों पर फिर से करेंगे/),
  ).toBeVisible();
  await expectWellDrawn(workerPage);
  await workerPage.getByRole('button', { name: 'मंज़ूर है' }).tap();
  await expect(workerPage.getByText('हर तारीख के लिए ₹1,500, जैसे इस काम के लिए।')).toBeVisible();

  await product.ask({ do: 'work', task: 'run_repeats', payload: {} });
  const dates = posterPage.getByRole('listitem').filter({ hasText: /काम जुड़ गया|तय है|छोड़ी गई/ });
  await expect(dates).toHaveText([/काम जुड़ गया/, /काम जुड़ गया/, /तय है/]);
  await dates.nth(2).getByRole('button').tap();
  await expect(dates.nth(2)).toContainText('छोड़ी गई');
  await expectWellDrawn(posterPage);
  await dates.nth(0).getByRole('link', { name: 'काम खोलें' }).tap();
  await expect(posterPage).not.toHaveURL(new RegExp(`/awardedjob/${jobId}$`));
  await expect(posterPage.getByRole('heading', { level: 1 })).toBeVisible();

  // Either side ends it: what is not paid is left out.
  await workerPage.reload();
  await workerPage.getByRole('button', { name: 'सिलसिला खत्म करें' }).tap();
  await expect(workerPage.getByText('यह सिलसिला खत्म हुआ।')).toBeVisible();
});
