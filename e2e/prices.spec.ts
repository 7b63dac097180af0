import { toIstDate } from '@fws/contract/platform/dates';
import { callApi } from './support/api.ts';
import { expect, expectWellDrawn, test } from './support/fixtures.ts';

const daysAhead = (days: number) => toIstDate(new Date(Date.now() + days * 24 * 3600_000));

test('what gardening in Nashik costs is shown while a job is posted, quoted on and awarded', async ({
  open,
  person,
  product,
}) => {
  await product.ask({ do: 'price', category: 'Gardening', city: 'nashik' });
  const [meera, imran] = [
    await person({ firstName: 'Meera' }),
    await person({ firstName: 'Imran', identity: 'verified' }),
  ];
  const sentence = 'मंज़ूर हुए कोटेशन में से आधे लगभग ₹40,000 और ₹60,000 के बीच हैं। बीच वाला लगभग ₹50,000 का है।';

  const posting = await open('phone', { as: meera, locale: 'hi' });
  await posting.goto('/postjob');
  const category = posting.getByLabel('श्रेणी');
  await category.selectOption({ label: 'बागवानी' });
  const place = posting.getByRole('combobox', { name: 'जगह' });
  await place.fill('Mumbai');
  await expect(posting.getByText(sentence)).toBeHidden();
  await place.fill('College Road, Nashik');
  await expect(posting.getByText(sentence)).toBeVisible();
  await expect(posting.getByText('नाशिक में बागवानी।')).toBeVisible();
  await expect(posting.getByText(/के एक साल के 20 या ज़्यादा मंज़ूर कोटेशन से।/)).toBeVisible();
  await expectWellDrawn(posting);
  await category.selectOption({ label: 'नल-पाइप का काम' });
  await expect(posting.getByText(sentence)).toBeHidden();

  const { id } = await callApi<{ id: number }>(product, meera, 'post_job', {
    title: 'Terrace garden',
    categoryId: 'Gardening',
    description: '',
    location: 'College Road, Nashik',
    latitude: '',
    longitude: '',
    skills: ['Gardening'],
    takeWorkOn: daysAhead(2),
    closesOn: daysAhead(9),
    budgetKind: 'fixed',
    amountText: '45000',
    amountFromText: '',
    amountToText: '',
    paymentTerm: 'terms',
  });
  const quoting = await open('phone', { as: imran, locale: 'hi' });
  await quoting.goto(`/job/${id}`);
  await expect(quoting.getByText(sentence)).toBeVisible();
  await expectWellDrawn(quoting);

  const comparing = await open('desktop', { as: meera });
  await comparing.goto(`/requestlist/${id}`);
  await expect(comparing.getByRole('heading', { name: 'Is this a fair price?' })).toBeVisible();
  await expect(
    comparing.getByRole('img', { name: 'From about ₹40,000 to ₹60,000, the middle about ₹50,000' }),
  ).toBeVisible();
  await expectWellDrawn(comparing);
});
