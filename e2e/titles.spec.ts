import type { Page } from '@playwright/test';
import { paths } from '../web/src/platform/router/paths.ts';
import { RECORD_KINDS } from '../contract/src/admin/records/model.ts';
import { adminPaths } from '../web/src/domains/admin/paths.ts';
import { openAdminPage } from './support/admin.ts';
import { expect, openInApp, test, type Person, type Product } from './support/fixtures.ts';
import { adminScreens, appRoutes } from './support/routes.ts';

// Every route of the app in both languages: each names itself in the title of the window, and no two alike.

/** Two addresses of one screen. An empty profile opens at its first step. */
const SAME_SCREEN: Record<string, string> = {
  profileEdit: 'profileUpdate',
  '/connect-detail': 'person',
  escrowReturn: 'payingScreen',
};
/** The title is a name that somebody gave. */
const NAMED_BY_PEOPLE = new Set(['person', '/connect-detail', 'user', 'account']);

async function listAddresses(product: Product, user: Person, other: Person): Promise<Record<string, string>> {
  const rows: [string, string][] = [['Walls', '1500']];
  const make = (poster: Person, worker: Person, job: object) =>
    product.ask<{ jobId: number; quoteId: number }>({ do: 'job', poster, worker, job: { rows, ...job } });
  const asked = await make(user, other, { open: true });
  const quoted = await make(other, user, { open: true });
  const posted = await make(user, other, { fund: [1] });
  const doing = await make(other, user, { fund: [1] });
  const visited = await make(user, other, { fund: [1], visit: true });
  return {
    job: paths.job(quoted.jobId),
    requests: paths.requests(asked.jobId),
    myQuote: paths.myQuote(quoted.quoteId),
    conversation: paths.conversation(`${asked.jobId}-${other.id}`),
    person: paths.person(other.id),
    '/connect-detail': paths.connectDetail(other.id),
    awardedJob: paths.awardedJob(posted.jobId),
    planChange: paths.planChange(posted.jobId),
    reviews: paths.reviews(posted.jobId),
    visit: paths.visit(visited.jobId),
    jobOutcome: paths.jobOutcome(999_999),
    myJob: paths.myJob(doing.jobId),
    takedown: paths.takedown(await product.ask<number>({ do: 'takeDown', poster: user, reporter: other })),
    notMe: paths.notMe(999_999),
    updateBank: `${paths.updateBank()}?account=999999`,
    updateUpi: `${paths.updateUpi()}?account=999999`,
    payingScreen: `${paths.payingScreen()}?order_id=none`,
    escrowReturn: `${paths.escrowReturn()}?order_id=none`,
  };
}

/** Reads the title of a screen that is opened in the loaded app, because a load takes several times as long. */
async function readTitleAt(page: Page, address: string): Promise<string> {
  await openInApp(page, address);
  return readTitle(page);
}

async function readTitle(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('.sk')).toHaveCount(0);
  await expect(page).toHaveTitle(/. · FWS$/);
  return page.title();
}

type Titles = Record<string, string>;

/** Every title is said once, and in its own language. */
function expectOwnTitles({ en, hi }: { en: Titles; hi: Titles }): void {
  for (const titles of [en, hi]) {
    const own = Object.entries(titles).filter(([route]) => SAME_SCREEN[route] === undefined);
    const repeated = own.filter(([route, title]) =>
      own.some(([other, its]) => other !== route && its === title),
    );
    expect(repeated).toEqual([]);
  }
  const untranslated = Object.entries(hi).filter(
    ([route, title]) =>
      !NAMED_BY_PEOPLE.has(route) && (title === en[route] || !/\p{Script=Devanagari}/u.test(title)),
  );
  expect(untranslated).toEqual([]);
}

test('every route has a title of its own in both languages', async ({ open, person, product }) => {
  test.setTimeout(300_000);
  expect(appRoutes.size).toBeGreaterThan(40);
  const other = await person({ firstName: 'Imran' });
  const user = await person({ firstName: 'Meera', identity: 'verified' });
  const addresses = await listAddresses(product, user, other);
  const readTitles = async (locale: 'en' | 'hi'): Promise<Titles> => {
    const guestsPage = await open('phone', { locale });
    const usersPage = await open('phone', { as: user, locale });
    await Promise.all([guestsPage, usersPage].map((page) => page.goto('/nowhere')));
    const titles: Titles = {};
    for (const route of appRoutes) {
      const plain = (paths as unknown as Record<string, () => string>)[route]?.() ?? route;
      const page = ['login', 'register'].includes(route) ? guestsPage : usersPage;
      titles[route] = await readTitleAt(page, addresses[route] ?? plain);
    }
    titles['unknown'] = await readTitleAt(usersPage, '/nowhere');
    // The server answers this address with a page of its own.
    await guestsPage.goto('/');
    titles['landing'] = await readTitle(guestsPage);
    return titles;
  };
  const [en, hi] = await Promise.all([readTitles('en'), readTitles('hi')]);
  expectOwnTitles({ en, hi });
});

test('every page of the admin area has a title of its own in both languages', async ({
  open,
  person,
  product,
}) => {
  test.setTimeout(300_000);
  const worker = await person({ firstName: 'Imran' });
  await product.ask({ do: 'earn', sides: { poster: await person(), worker, rupees: '500' } });
  const { page } = await openAdminPage({ open, person, product }, 'admin', 'Asha');
  const addresses: Record<string, string> = {
    ...Object.fromEntries(adminScreens.map((name) => [name, adminPaths[name]()])),
    queue: adminPaths.queue(),
    ...Object.fromEntries(RECORD_KINDS.map((kind) => [kind, adminPaths.records(kind)])),
    user: adminPaths.user(worker.id),
    account: adminPaths.account(`wallet:${worker.id}`),
    unknown: '/admin/no/such/page',
  };
  const readTitles = async (): Promise<Titles> => {
    const titles: Titles = {};
    for (const [name, address] of Object.entries(addresses)) titles[name] = await readTitleAt(page, address);
    return titles;
  };
  const en = await readTitles();
  await page.context().addCookies([{ name: 'lang', value: 'hi', url: product.url }]);
  await page.evaluate(() => localStorage.setItem('lang', 'hi'));
  await page.reload();
  const hi = await readTitles();
  expectOwnTitles({ en, hi });
});
