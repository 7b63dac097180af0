import { expect, expectWellDrawn, test } from './support/fixtures.ts';

test('the passbook shows the earnings of twelve months, as bars and as a table', async ({
  open,
  person,
  product,
}) => {
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const page = await open('phone', { as: worker });
  const accountLists: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('account_list')) accountLists.push(request.url());
  });
  await page.goto('/payment');
  await expect(page.getByText('Each month’s earnings show here after the first release.')).toBeVisible();
  await expectWellDrawn(page);
  await product.ask({ do: 'earn', sides: { poster: await person(), worker, rupees: '1500' } });
  const chart = page.getByRole('img', { name: '₹1,500.00 in the last 12 months, withdrawn or not' });
  // Live: the release is an event.
  await expect(chart).toBeVisible();
  await page.getByText('Show as a table').click();
  const rows = page.getByRole('table').last().getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(rows.last()).toContainText('₹1,500.00');
  // Only the withdrawal beside the passbook needs them, for which a phone has no room.
  expect(accountLists).toEqual([]);
  await expectWellDrawn(page);

  const hindiPage = await open('desktop', { as: worker, locale: 'hi', theme: 'dark' });
  await hindiPage.goto('/payment');
  await expect(hindiPage.getByRole('heading', { name: 'महीने के हिसाब से कमाई' })).toBeVisible();
  await hindiPage.getByText('तालिका में देखें').click();
  await expect(hindiPage.getByRole('rowheader').last()).toHaveText(/ \d{4}$/);
  await expectWellDrawn(hindiPage);
});
