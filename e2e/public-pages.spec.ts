import type { Page } from '@playwright/test';
import { fillRegistration } from './support/accounts.ts';
import { callApi } from './support/api.ts';
import { createContacts } from './support/members.ts';
import {
  expect,
  expectWellDrawn,
  setAppearance,
  test,
  type Person,
  type Product,
} from './support/fixtures.ts';

// Pages that need no account and no script, and the way from one of them to a quote.

const SECRETS = [
  '9822012345',
  '98220 12345',
  'rohan.d@mail.example',
  'rohan@okaxis',
  'wa.me/91',
  'Deshpande',
  'Sahyadri',
  '18.5074',
  '73.8077',
];

const getDateAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const postJob = (product: Product, poster: Person, title: string, values: object = {}) =>
  callApi<{ id: number; number: string }>(product, poster, 'post_job', {
    title,
    categoryId: 'Carpentry',
    description: 'Two sliding wardrobes for bedrooms. Each is 2.1 m wide.',
    location: 'Flat 7, Sahyadri Heights, Kothrud, Pune 411038',
    latitude: '18.50741',
    longitude: '73.80774',
    skills: ['Carpentry', 'Laminate work'],
    takeWorkOn: getDateAfter(3),
    closesOn: getDateAfter(20),
    budgetKind: 'range',
    amountText: '',
    amountFromText: '45000',
    amountToText: '60000',
    paymentTerm: 'milestone',
    ...values,
  });

test('a newcomer opens a link from a chat, registers on the way and sends a quote', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Rohan', lastName: 'Deshpande', identity: 'verified' });
  const { id, number } = await postJob(product, poster, `Wardrobes from a chat ${poster.id}`);
  const page = await open('phone');
  await page.goto(`/j/${number}`);
  await expect(page).toHaveURL(new RegExp(`/j/${number}/wardrobes-from-a-chat-${poster.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Wardrobes from a chat' })).toBeVisible();
  await page.getByRole('link', { name: 'Send a quote' }).filter({ visible: true }).click();
  await fillRegistration(page, product, {
    firstName: 'Sunita',
    lastName: 'More',
    ...createContacts(),
    aadhaar: '234123412346',
  });
  const welcome = page.getByRole('dialog', { name: 'Welcome to FWS' });
  await welcome.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`/job/${id}$`));
  await expect(page.getByRole('heading', { name: 'Who posted it' })).toBeVisible();
  await page.getByLabel('Your quote').fill('54000');
  await page.getByRole('radio', { name: 'By Terms' }).check();
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(page.getByText('Your quote is sent')).toBeVisible();
  // Who is signed in sees a public job in the app.
  await page.goto(`/j/${number}`);
  await expect(page).toHaveURL(new RegExp(`/job/${id}$`));
});

test('an address copied from the app opens the public page for a guest while the job is open', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  const { id, number } = await postJob(product, poster, 'Shelves for a shop');
  const guest = await open('phone');
  await guest.goto(`/job/${id}`);
  await expect(guest).toHaveURL(new RegExp(`/j/${number}/shelves-for-a-shop$`));
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Shelves for a shop');
  await callApi(product, poster, 'cancel_job', { jobId: String(id), comment: '' });
  // Its people read a closed job after the login.
  await guest.goto(`/job/${id}`);
  await expect(guest).toHaveURL(/\/login/);
});

const readMeta = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
    alternates: [...document.querySelectorAll<HTMLLinkElement>('link[rel=alternate]')].map(
      (link) => `${link.hreflang} ${link.href}`,
    ),
    robots: document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content ?? null,
    picture: document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content ?? null,
    types: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => (JSON.parse(script.textContent ?? '') as { '@type': string })['@type'],
    ),
    scripts: [...document.scripts].filter(({ type }) => type !== 'application/ld+json').length,
  }));

test('public pages need no script, show nothing private, and are accessible', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Rohan', lastName: 'Deshpande', identity: 'verified' });
  const worker = await person({ firstName: 'Asha', lastName: 'Waghmare', skills: ['Carpentry'] });
  await callApi(product, worker, 'update_profile', { about: 'Call 9822012345', categoryIds: ['Carpentry'] });
  await callApi(product, worker, 'set_public_page', { isPublic: 'true' });
  const job = await postJob(product, poster, 'Wardrobes for Deshpande', {
    description: `Call 98220 12345, rohan.d@mail.example, pay rohan@okaxis, https://wa.me/919822012345, 18.50741, 73.80774.`,
  });
  const unlisted = await postJob(product, poster, 'Off the lists', { unlisted: 'yes' });
  const closed = await postJob(product, poster, 'Closed soon');
  await callApi(product, poster, 'cancel_job', { jobId: String(closed.id), comment: '' });

  const jobPath = `/j/${job.number}/wardrobes-for`;
  const addresses = [
    { path: jobPath, types: ['JobPosting', 'BreadcrumbList'], robots: null },
    { path: '/work', types: ['ItemList', 'BreadcrumbList'], robots: null },
    { path: '/work/pune', types: ['ItemList', 'BreadcrumbList'], robots: null },
    { path: '/work/pune/carpentry', types: ['ItemList', 'BreadcrumbList'], robots: null },
    { path: `/w/asha-${worker.id}`, types: ['ProfilePage'], robots: null },
    {
      path: `/j/${unlisted.number}/off-the-lists`,
      types: ['JobPosting', 'BreadcrumbList'],
      robots: 'noindex',
    },
    { path: `/j/${closed.number}/closed-soon`, types: [], robots: 'noindex' },
  ];
  for (const locale of ['en', 'hi'] as const) {
    const page = await open('phone', { locale });
    for (const { path, types, robots } of addresses) {
      const answer = await page.goto(locale === 'en' ? path : `${path}?lang=hi`);
      expect([path, answer?.status()]).toEqual([path, path.endsWith('closed-soon') ? 410 : 200]);
      const html = (await answer?.text()) ?? '';
      expect(
        SECRETS.filter((secret) => html.includes(secret)),
        path,
      ).toEqual([]);
      const canonical = `${product.url}${path}${locale === 'en' ? '' : '?lang=hi'}`;
      expect(await readMeta(page)).toEqual({
        lang: locale === 'en' ? 'en-IN' : 'hi',
        canonical,
        alternates: [
          `en-IN ${product.url}${path}`,
          `hi ${product.url}${path}?lang=hi`,
          `x-default ${product.url}${path}`,
        ],
        robots,
        picture: types.includes('JobPosting')
          ? `${product.url}/og/${path.split('/')[2] ?? ''}.${locale}.jpg`
          : null,
        types,
        scripts: 0,
      });
      await expectWellDrawn(page);
      await setAppearance(page, { size: 'desktop', theme: 'dark' });
      await expectWellDrawn(page);
      if (process.env['FWS_PICTURES'])
        for (const size of ['phone', 'desktop'] as const)
          for (const theme of ['light', 'dark'] as const) {
            await setAppearance(page, { size, theme });
            const name = path.replaceAll('/', '_').replaceAll(/\d+/g, '');
            await page.screenshot({
              path: `${process.env['FWS_PICTURES']}/${name}-${locale}-${size}-${theme}.png`,
              fullPage: true,
            });
          }
      await setAppearance(page, { size: 'phone', theme: 'light' });
    }
    await page.goto('/work/pune');
    await expect(page.getByText('Off the lists')).toHaveCount(0);
    await expect(page.getByText('Closed soon')).toHaveCount(0);
  }
  for (const path of ['/j/999999', '/work/atlantis', '/w/nobody-1', '/w/nobody'])
    expect([path, (await fetch(product.url + path)).status]).toEqual([path, 404]);
});

test('the landing page shows open jobs and leads to two different starts', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Rohan' });
  const { number } = await postJob(product, poster, 'Shelves on the first page');
  const page = await open('phone');
  const link = page.getByRole('link', { name: 'Shelves on the first page' });
  // The page keeps its list of jobs for a minute. It may come from a test whose clock was ahead of this one.
  await expect(async () => {
    await product.ask({ do: 'advance', ms: 61_000 });
    await page.goto('/');
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectWellDrawn(page);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/j/${number}/`));
  await page.goto('/');
  await expect(page.getByText(/holds it in its escrow account/)).toContainText('Cashfree Payments India');
  await page.getByRole('link', { name: 'Get work done' }).click();
  await expect(page).toHaveURL(/\/register\?next=%2Fpostjob$/);
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fpostjob$/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Find work' }).click();
  await expect(page).toHaveURL(/\/register\?next=%2F$/);
});
