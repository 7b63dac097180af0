import {
  expect,
  expectWellDrawn,
  openInApp,
  setAppearance,
  test,
  type Appearance,
  type Person,
  type Product,
} from './support/fixtures.ts';
import type { Demo } from './support/product-commands.ts';

// Every screen of the story in both languages, themes and sizes: it renders, does not overflow, and axe finds nothing.
// Each screen is checked twice: in the first size and theme, and in another size and theme. In English each is loaded; in
// Hindi those of a user are opened in the loaded app, which takes less time.

const variants: { locale: 'en' | 'hi'; first: Appearance; after: Appearance }[] = [
  {
    locale: 'en',
    first: { size: 'desktop', theme: 'dark' },
    after: { size: 'phone', theme: 'light' },
  },
  {
    locale: 'hi',
    first: { size: 'desktop', theme: 'light' },
    after: { size: 'phone', theme: 'dark' },
  },
];

/** Screens of one visitor, by the ids of the demo data. `absent`: calls that are expected to fail. */
interface Group {
  role: 'a guest' | 'Meera' | 'Imran';
  topic: string;
  listScreens: (demo: Demo['places']) => string[];
  absent?: string[];
}

const groups: Group[] = [
  {
    role: 'a guest',
    topic: 'before the login',
    absent: ['/api/current_user'],
    listScreens: ({ postedJob }) => [
      '/',
      `/report?type=job&id=${postedJob}`,
      '/login',
      '/register',
      '/about',
      '/terms-and-conditions',
      '/privacy-policy',
      '/nowhere',
    ],
  },
  {
    role: 'Meera',
    topic: 'posting and funding',
    listScreens: ({ postedJob, contractJob }) => [
      '/',
      '/postjob',
      '/mycontracts',
      '/mycontracts?tab=awarded',
      `/requestlist/${postedJob}`,
      `/awardedjob/${contractJob}`,
      `/planchange/${contractJob}`,
      `/visit/${contractJob}`,
      '/notifications',
      '/notificationSettings',
    ],
  },
  {
    role: 'Imran',
    topic: 'finding and doing work',
    listScreens: ({ postedJob, contractJob }) => [
      '/',
      `/job/${postedJob}`,
      '/myquotes',
      '/myquotes?tab=invitations',
      '/myquotes?tab=shared',
      '/myjobs',
      '/myjobs?tab=all',
      `/myjobsdetail/${contractJob}`,
      '/disputes',
      '/disputes?tab=closed',
      '/disputes?raise=',
      '/?search=paint&location=Pune&km=50',
      '/?search=sousaphone&location=Pune&km=5&from=20000',
      '/saved',
      '/saved?tab=searches',
    ],
  },
  {
    role: 'Imran',
    topic: 'earnings',
    listScreens: () => [
      '/payment',
      '/payment?tab=invoices',
      '/withdraw',
      '/payout?amount=100',
      '/bankList?amount=100',
      '/UPIList?amount=100',
      '/addbank',
      '/addUPI',
      '/updateAccount?id=1&amount=100',
      '/updateUPI?id=1',
      '/escrowStatus?order_id=unknown',
      '/paymentScreen?order_id=unknown',
    ],
    absent: ['/api/escrow_payment_status'],
  },
  {
    role: 'Imran',
    topic: 'people',
    listScreens: ({ meera }) => [
      '/ekycEdit',
      '/profile',
      '/connect',
      '/connect?tab=mine',
      `/connect-detail?id=${meera}`,
      `/user-detail/${meera}?tab=qualification`,
      '/business',
      '/reports',
      '/taken-down',
      '/blocked',
    ],
  },
];

const openDemoSession = (product: Product, { logins }: Demo, firstName: 'Meera' | 'Imran') =>
  product.ask<Person>({
    do: 'session',
    email: logins.find(({ name }) => name.startsWith(firstName))?.identifier ?? '',
  });

for (const { locale, first, after } of variants)
  for (const { role, topic, listScreens, absent = [] } of groups)
    test(`the screens of ${role}, ${topic} (${locale})`, async ({ open, product }) => {
      const demo = await product.ask<Demo>({ do: 'demo' });
      const as = role === 'a guest' ? undefined : await openDemoSession(product, demo, role);
      const page = await open(first.size, { ...first, locale, ...(as ? { as } : {}) });
      const refused: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.status() >= 400 && pathname.startsWith('/api/') && !absent.includes(pathname))
          refused.push(`${response.status()} ${pathname}`);
      });
      for (const [index, screen] of listScreens(demo.places).entries()) {
        await test.step(`${screen}: ${first.size}, ${first.theme}`, async () => {
          await setAppearance(page, first);
          if (locale === 'hi' && as && index > 0) await openInApp(page, screen);
          else await page.goto(screen);
          await expectWellDrawn(page);
        });
        await test.step(`${screen}: ${after.size}, ${after.theme}`, async () => {
          await setAppearance(page, after);
          await expectWellDrawn(page);
        });
      }
      expect(refused).toEqual([]);
    });
