import {
  expect,
  expectWellDrawn,
  look,
  test,
  type Look,
  type Person,
  type Product,
} from './support/fixtures.ts';
import type { Demo } from './support/world-process.ts';

// Every screen of the story in both languages, themes and sizes: it renders, does not overflow, and axe finds nothing.
// Each loaded page is checked twice: in the first size and theme, and in another size and theme.

const looks: { locale: 'en' | 'hi'; first: Look; after: Look }[] = [
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
  who: 'a guest' | 'Meera' | 'Imran';
  what: string;
  screens: (demo: Demo['places']) => string[];
  absent?: string[];
}

const groups: Group[] = [
  {
    who: 'a guest',
    what: 'before the login',
    absent: ['/api/current_user'],
    screens: () => [
      '/',
      '/login',
      '/register',
      '/about',
      '/terms-and-conditions',
      '/privacy-policy',
      '/nowhere',
    ],
  },
  {
    who: 'Meera',
    what: 'posting and funding',
    screens: ({ postedJob, contractJob }) => [
      '/',
      '/postjob',
      '/mycontracts',
      '/mycontracts?tab=awarded',
      `/requestlist/${postedJob}`,
      `/awardedjob/${contractJob}`,
      '/notifications',
    ],
  },
  {
    who: 'Imran',
    what: 'finding and doing work',
    screens: ({ postedJob, contractJob }) => [
      '/',
      `/job/${postedJob}`,
      '/myquotes',
      '/myquotes?tab=shared',
      '/myjobs',
      '/myjobs?tab=all',
      `/myjobsdetail/${contractJob}`,
      '/disputes',
      '/disputes?tab=closed',
      '/disputes?raise=',
    ],
  },
  {
    who: 'Imran',
    what: 'earnings',
    screens: () => [
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
    who: 'Imran',
    what: 'people',
    screens: ({ meera }) => [
      '/ekycEdit',
      '/profile',
      '/connect',
      '/connect?tab=mine',
      `/connect-detail?id=${meera}`,
      `/user-detail/${meera}?tab=qualification`,
      '/business',
    ],
  },
];

/** Logs in one of the two people of the demo data. */
async function demoPerson(product: Product, { logins }: Demo, firstName: 'Meera' | 'Imran'): Promise<Person> {
  const login = logins.find(({ name }) => name.startsWith(firstName));
  const body = new URLSearchParams({ user_name: login?.identifier ?? '', password: login?.password ?? '' });
  const response = await fetch(`${product.url}/api/user_login`, { method: 'POST', body });
  const { data } = (await response.json()) as {
    data: { id: number; auth_token: string; email_id: string; mobile_number: string }[];
  };
  const user = data[0];
  if (!user) throw new Error(`${firstName} of the demo data cannot log in`);
  return { id: user.id, token: user.auth_token, firstName, email: user.email_id, mobile: user.mobile_number };
}

for (const { locale, first, after } of looks)
  for (const { who, what, screens, absent = [] } of groups)
    test(`the screens of ${who}, ${what} (${locale})`, async ({ open, product }) => {
      const demo = await product.ask<Demo>({ do: 'demo' });
      const as = who === 'a guest' ? undefined : await demoPerson(product, demo, who);
      const page = await open(first.size, { ...first, locale, ...(as ? { as } : {}) });
      const refused: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.status() >= 400 && pathname.startsWith('/api/') && !absent.includes(pathname))
          refused.push(`${response.status()} ${pathname}`);
      });
      for (const screen of screens(demo.places)) {
        await test.step(`${screen}: ${first.size}, ${first.theme}`, async () => {
          await look(page, first);
          await page.goto(screen);
          await expectWellDrawn(page);
        });
        await test.step(`${screen}: ${after.size}, ${after.theme}`, async () => {
          await look(page, after);
          await expectWellDrawn(page);
        });
      }
      expect(refused).toEqual([]);
    });
