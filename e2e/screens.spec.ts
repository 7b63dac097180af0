import { expect, expectAccessible, test, type Person, type Product, type Size } from './support/fixtures.ts';

// Every screen of the story, in both languages, themes and sizes: it shows, it overflows nothing, and axe finds nothing.

interface Look {
  size: Size;
  locale: 'en' | 'hi';
  theme: 'light' | 'dark';
}
const looks: Look[] = [
  { size: 'phone', locale: 'en', theme: 'light' },
  { size: 'phone', locale: 'hi', theme: 'dark' },
  { size: 'desktop', locale: 'hi', theme: 'light' },
  { size: 'desktop', locale: 'en', theme: 'dark' },
];

const forGuests = [
  '/',
  '/login',
  '/register',
  '/about',
  '/terms-and-conditions',
  '/privacy-policy',
  '/nowhere',
];
const forMeera = [
  '/',
  '/postjob',
  '/mycontracts',
  '/mycontracts?tab=awarded',
  '/requestlist/1',
  '/awardedjob/13',
  '/notifications',
];
const forImran = [
  '/',
  '/job/2',
  '/myquotes',
  '/myjobs',
  '/myjobs?tab=all',
  '/myjobsdetail/13',
  '/payment',
  '/payment?tab=invoices',
  '/withdraw',
  '/payout?amount=100',
  '/bankList?amount=100',
  '/UPIList?amount=100',
  '/addbank',
  '/addUPI',
  '/ekycEdit',
  '/profile',
  '/connect',
  '/connect?tab=mine',
  '/connect-detail?id=1',
  '/user-detail/1?tab=qualification',
  '/myquotes?tab=shared',
  '/paymentScreen?order_id=unknown',
  '/disputes',
  '/disputes?tab=closed',
  '/disputes?raise=',
  '/business',
];

interface Login {
  identifier: string;
  password: string;
}

/** One of the two people of the demo data, with a session of their own. */
async function demoPerson(product: Product, firstName: 'Meera' | 'Imran'): Promise<Person> {
  const logins = await product.ask<(Login & { name: string })[]>({ do: 'demo' });
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

for (const look of looks) {
  const name = `${look.size}, ${look.locale}, ${look.theme}`;
  for (const [who, screens] of [
    ['a guest', forGuests],
    ['Meera', forMeera],
    ['Imran', forImran],
  ] as const) {
    test(`the screens of ${who}: ${name}`, async ({ open, product }) => {
      test.setTimeout(180_000);
      const as = who === 'a guest' ? undefined : await demoPerson(product, who);
      const page = await open(look.size, { ...look, ...(as ? { as } : {}) });
      for (const screen of screens) {
        await test.step(screen, async () => {
          await page.goto(screen);
          await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
          await expect(page.locator('.sk')).toHaveCount(0);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            'overflow',
          ).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        });
      }
    });
  }
}
