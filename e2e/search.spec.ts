import type { PostJobValues } from '../contract/src/jobs/schemas.ts';
import { expect, expectWellDrawn, test, type Person, type Product } from './support/fixtures.ts';

const BHOPAL = { latitude: 23.2116, longitude: 77.4336 };
const AT_ARERA = { location: 'Arera Colony, Bhopal', latitude: '23.21', longitude: '77.43' };

const postJob = (product: Product, poster: Person, values: Partial<PostJobValues>) =>
  product.ask<number>({ do: 'post', poster, values });

test('a worker in Bhopal finds work near her in Hindi, saves the search, is told of a new job and stops it', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Rohan' });
  const mark = `ch${poster.id}`;
  const plumbing = { categoryId: '2', skills: ['Plumbing'] };
  await postJob(product, poster, { title: `नल ठीक करना ${mark}`, ...plumbing, ...AT_ARERA });
  const far = { location: 'Vijay Nagar, Indore', latitude: '22.75', longitude: '75.89' };
  await postJob(product, poster, { title: `Plumber for a hotel ${mark}`, ...plumbing, ...far });

  const worker = await person({ firstName: 'Sunita' });
  const page = await open('phone', { as: worker, locale: 'hi' });
  await page.context().setGeolocation(BHOPAL);
  await page.goto('/');

  // Near her: the position of the phone.
  await page.getByRole('button', { name: 'मेरे पास' }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox')).toHaveValue(/भोपाल/);
  await dialog.getByRole('button', { name: 'जगह का फ़िल्टर' }).tap();
  await expect(page.getByRole('button', { name: '15 किमी के अंदर' })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`नल ठीक करना ${mark}`) })).toBeVisible();
  await expect(page.getByText(/भोपाल · 1 किमी से कम दूर/).first()).toBeVisible();

  // Her words, with the place still set. The address holds both.
  await page.getByRole('searchbox', { name: 'काम खोजें' }).fill(`नल ${mark}`);
  await page.getByRole('searchbox', { name: 'काम खोजें' }).press('Enter');
  await expect(page).toHaveURL(/search=.*near=.*km=15/);
  await expect(page.getByText('1 खुला काम')).toBeVisible();
  await expectWellDrawn(page);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'काम खोजें' })).toHaveValue(`नल ${mark}`);
  await expect(page.getByText('1 खुला काम')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'काम खोजें' })).toHaveValue('');

  // A typed place works as well. Both jobs are in Madhya Pradesh, one is near Indore.
  await page.getByRole('button', { name: '15 किमी के अंदर' }).tap();
  await dialog.getByRole('combobox').fill('इंदौर');
  // The suggestions cover the button.
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await dialog.getByRole('combobox').press('Enter');
  await expect(page.getByRole('link', { name: `Plumber for a hotel ${mark}` })).toBeVisible();
  await page.goBack();

  // Save: what she searches for, in her own words.
  await page.getByRole('searchbox', { name: 'काम खोजें' }).fill(`नल ${mark}`);
  await page.getByRole('searchbox', { name: 'काम खोजें' }).press('Enter');
  await page.getByRole('button', { name: 'खोज सेव करें' }).tap();
  await expect(dialog.getByRole('radio', { name: 'तुरंत' })).toBeChecked();
  await expectWellDrawn(page);
  await dialog.getByRole('button', { name: 'खोज सेव करें' }).tap();
  await expect(page.getByText('सेव हो गई। नए काम आने पर हम आपको बताएँगे')).toBeVisible();

  const title = `बाथरूम का नल बदलना ${mark}`;
  await postJob(product, poster, { title, ...plumbing, ...AT_ARERA });
  await page.getByRole('link', { name: /^सूचनाएँ/ }).tap();
  const alert = page.getByRole('listitem').filter({ hasText: title });
  await expect(alert).toContainText(`“नल ${mark}`);
  await expectWellDrawn(page);
  await alert.getByRole('button', { name: 'ये संदेश बंद करें' }).tap();
  await expect(alert.getByRole('button')).toBeHidden();
  await postJob(product, poster, { title: `${title} और`, ...plumbing, ...AT_ARERA });
  await page.reload();
  await expect(alert).toHaveCount(1);
  await page.goto('/saved?tab=searches');
  await expect(page.getByText('कोई सेव की हुई खोज नहीं')).toBeVisible();
});

test('chips combine, each is taken off by its cross, and Clear all takes off the rest', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  const mark = `Zither${poster.id}`;
  await postJob(product, poster, { title: `Paint a ${mark}`, amountText: '12000' });
  const page = await open('desktop', { as: await person() });
  await page.goto('/');
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.fill(mark.slice(0, -1));
  await search.fill(mark);
  await search.press('Enter');
  await page.getByRole('button', { name: 'Budget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill('10000');
  await dialog.getByRole('button', { name: 'Filter by Budget' }).click();
  await page.getByRole('button', { name: 'Closing soon' }).click();
  await dialog.getByRole('radio', { name: 'Closes within 14 days' }).click();
  // It closes in twenty days: the nearest alternative is offered, and shown.
  await expect(page.getByRole('heading', { name: `No open job for “${mark}” here` })).toBeVisible();
  await expect(page.getByText('1 job that closes later')).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Show 1' }).first().click();
  await expect(page.getByText('1 open job', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Closing soon' })).toBeVisible();
  await page.getByRole('button', { name: /^Best match/ }).click();
  await expect(dialog.getByRole('radio', { name: /^Nearest/ })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Closing Soon' }).click();
  await expect(page).toHaveURL(new RegExp(`search=${mark}&from=10000&sort=closing_soon$`));
  await page.getByRole('button', { name: 'Remove this filter' }).first().click();
  await expect(page).toHaveURL(new RegExp(`search=${mark}&sort=closing_soon$`));
  await page.getByRole('button', { name: /^Near me/ }).click();
  await expect(dialog.getByRole('combobox')).toHaveValue(/Pune/);
  await dialog.getByRole('button', { name: 'Filter by Location' }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(new RegExp(`search=${mark}$`));
});

test('suggests while typing, keeps recent searches on the device, and shows those without a network', async ({
  open,
  person,
}) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/');
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.fill('plum');
  const box = page.getByRole('search');
  await expect(box.getByRole('button', { name: /^Plumbing Category/ })).toBeVisible();
  await expectWellDrawn(page);
  await box.getByRole('button', { name: /^Plumbing Category/ }).tap();
  await expect(page).toHaveURL(/category=2$/);
  for (const text of ['kettle', 'geyser']) {
    await search.fill(text);
    await search.press('Enter');
    await page.waitForFunction((typed) => localStorage.getItem('draft:searches')?.includes(typed), text);
  }
  await search.tap();
  await search.fill('');
  await expect(box.getByRole('button', { name: /^geyser/ })).toBeVisible();
  await box.getByRole('button', { name: 'Forget geyser' }).tap();
  await expect(box.getByRole('button', { name: /^geyser/ })).toBeHidden();
  await page.context().setOffline(true);
  await expect(box.getByText('No internet. These are your recent searches.')).toBeVisible();
  await expect(box.getByRole('button', { name: /^kettle/ })).toBeVisible();
  await page.context().setOffline(false);
  await box.getByRole('button', { name: 'Clear', exact: true }).tap();
  await expect(box.getByRole('button', { name: /^kettle/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(box.getByText('Recent searches')).toBeHidden();
});

test('the Back button of a phone closes the search and leaves no page', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  // The browser tells a CloseWatcher of the Back button. `pressBack` does what the browser does then.
  await page.addInitScript(`{
    const Watcher = window.CloseWatcher;
    window.CloseWatcher = class extends Watcher {
      constructor() { super(); window.pressBack = () => this.requestClose(); }
    };
  }`);
  await page.goto('/');
  const box = page.getByRole('search');
  const close = box.getByRole('button', { name: 'Close' });
  for (const _ of ['first', 'second']) {
    await box.getByRole('searchbox').tap();
    await expect(close).toBeVisible();
    await page.evaluate('pressBack()');
    await expect(close).toBeHidden();
  }
});

test('works by a typed place when the position is refused', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.context().clearPermissions();
  await page.goto('/');
  await page.getByRole('button', { name: 'Near me' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Filter by Location' });
  await expect(dialog.getByRole('alert')).toContainText('Allow location for this site');
  await dialog.getByRole('combobox', { name: 'Location' }).fill('Xyzzyville');
  await dialog.getByRole('button', { name: 'Filter by Location' }).tap();
  // A place that we do not know is searched for by its name.
  await expect(page).toHaveURL(/location=Xyzzyville$/);
  await expect(page.getByRole('heading', { name: 'No open job here' })).toBeVisible();
});

test('saves a job from its card, and shows it among the saved ones', async ({ open, person, product }) => {
  const poster = await person();
  const title = `Tune a harp ${poster.id}`;
  await postJob(product, poster, { title });
  const page = await open('phone', { as: await person() });
  await page.goto(`/?search=harp+${poster.id}`);
  const card = page.getByRole('article').filter({ hasText: title });
  const save = card.getByRole('button', { name: /^Save/ });
  await save.tap();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /More/ }).tap();
  await page.getByRole('link', { name: 'Saved' }).tap();
  await expect(card).toBeVisible();
  await expectWellDrawn(page);
  await save.tap();
  await expect(page.getByRole('heading', { name: 'No saved jobs' })).toBeVisible();
});

test('a search for signs or one letter says that there is nothing to search for', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  await postJob(product, poster, { title: 'Broken pipe in Bhopal', ...AT_ARERA });
  for (const locale of ['en', 'hi'] as const) {
    const page = await open('phone', { as: await person(), locale });
    for (const search of ['<b>', '???', 'b']) {
      await page.goto(`/?${new URLSearchParams({ search, location: 'Bhopal' }).toString()}`);
      const title =
        locale === 'en'
          ? `There is nothing to search for in “${search}”`
          : `“${search}” में खोजने के लिए कुछ नहीं है`;
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      // What was typed and the place stay.
      await expect(page.getByRole('searchbox')).toHaveValue(search);
      await expect(page.getByRole('button', { name: /Bhopal|भोपाल/ }).first()).toBeVisible();
    }
    await expectWellDrawn(page);
    await page.goto('/connect?search=%3F%3F%3F');
    await expect(
      page.getByRole('heading', { name: /nothing to search for|खोजने के लिए कुछ नहीं/ }),
    ).toBeVisible();
  }
});
