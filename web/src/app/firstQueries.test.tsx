import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { firstCatalogues, loadFurther } from 'virtual:messages';
import { afterAll, expect, test, vi } from 'vitest';
import { sampleContacts } from '@fws/contract/platform/contacts';
import type { AnyCall } from '@fws/contract/platform/call';
import { RenderedContacts } from '../platform/contacts/index.ts';
import { createLanguage, RenderedLanguage } from '../platform/i18n/i18n.ts';
import { Route, Router } from '../platform/router/index.ts';
import { RenderedUser } from '../platform/session/index.ts';
import { asha } from './testing/people.ts';
import { findRoute, type AppRoute } from './route.ts';
import { routes } from './routes.tsx';

// The server sends the replies to a screen's first queries with the page.

vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
afterAll(() => vi.unstubAllGlobals());

const contract = fileURLToPath(new URL('../../../contract/src', import.meta.url));

async function collectCalls(): Promise<Map<string, AnyCall>> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('calls.ts'),
  );
  const modules = await Promise.all(files.map((file) => import(join(contract, file)) as Promise<object>));
  const calls = modules.flatMap((module) => Object.values(module) as AnyCall[]);
  return new Map(calls.map((call) => [call.name, call]));
}
const calls = await collectCalls();

/** Addresses beside the plain one, where the parameters decide what a screen asks for. */
const SEARCHES: Record<string, string[]> = {
  '/': ['?search=paint'],
  '/mycontracts': ['?tab=awarded'],
  '/myquotes': ['?tab=shared'],
  '/myjobs': ['?tab=all&show=completed'],
  '/saved': ['?tab=searches'],
  '/connect': ['?tab=mine', '?search=Asha'],
  '/connect-detail': ['?id=7'],
  '/messages': ['?tab=unread', '?q=kitchen'],
  '/disputes': ['?tab=closed', '?ticket=7'],
  '/postjob': ['?job=7'],
};
/** The app asks for these itself, for the reason that the screen gives. */
const NOT_FIRST = ['/escrowStatus', '/paymentScreen', '/not-me/:id'];
/** Addresses whose id is no number. */
const IDS: Record<string, string> = { '/messages/:id': '7-8' };
const getId = (path: string): string => (path.endsWith('/:id') ? (IDS[path] ?? '7') : '');
/** A route with an optional id is tried with it and without. */
const splitRoute = (route: AppRoute): AppRoute[] =>
  route.path.endsWith('/:id?')
    ? ['', '/:id'].map((end) => ({ ...route, path: route.path.slice(0, -'/:id?'.length) + end }))
    : [route];
const cases = routes
  .filter(({ path }) => !NOT_FIRST.includes(path))
  .flatMap(splitRoute)
  .flatMap((route) =>
    ['', ...(SEARCHES[route.path] ?? [])].map((search) => ({ title: route.path + search, route, search })),
  );

const listFirst = async ({ path, screen }: AppRoute, search: string) =>
  (await screen.load()).default.firstQueries({ id: getId(path), search: new URLSearchParams(search) }, {});

/** English, with the messages that are loaded with a screen, and no others. */
async function loadLanguage({ areas }: AppRoute['screen']) {
  const { catalogues } = await loadFurther();
  const loaders = [firstCatalogues.en['start'], ...areas.map((area) => catalogues.en[area])];
  const parts = await Promise.all(loaders.map(async (load) => (await load?.())?.messages));
  return createLanguage('en', Object.assign({}, ...parts));
}

/** The keys of all queries that a screen uses before it has data. */
async function listUsed({ path, screen: Screen }: AppRoute, search: string): Promise<unknown[]> {
  const client = new QueryClient();
  renderToString(
    <RenderedLanguage value={await loadLanguage(Screen)}>
      <RenderedUser value={asha}>
        <RenderedContacts value={sampleContacts}>
          <QueryClientProvider client={client}>
            <Router ssrPath={path.replace(':id', getId(path))} ssrSearch={search}>
              <Route path={path}>
                <Screen />
              </Route>
            </Router>
          </QueryClientProvider>
        </RenderedContacts>
      </RenderedUser>
    </RenderedLanguage>,
  );
  return client
    .getQueryCache()
    .getAll()
    .filter(({ options }) => (options as { enabled?: boolean }).enabled !== false)
    .map(({ queryKey }) => queryKey);
}

test.each(cases)(
  '$title names the queries that it begins with, and only calls that change nothing',
  async ({ route, search }) => {
    const first = await listFirst(route, search);
    expect(first.map(({ queryKey }) => queryKey)).toEqual(
      expect.arrayContaining(await listUsed(route, search)),
    );
    for (const { meta } of first) {
      const call = calls.get(String(meta?.['call']));
      expect(call?.reads).toBe(true);
      expect((await call?.form())?.safeParse(meta?.['values']).success).toBe(true);
      expect(meta?.['kept']).toBe(call?.kept === true);
    }
  },
);

test('finds the screen of an address for a user and for a guest', () => {
  const find = (path: string, status: 'user' | 'guest') => {
    const found = findRoute(routes, path, status);
    return found && [found.route.path, found.id];
  };
  expect(find('/myjobsdetail/14', 'user')).toEqual(['/myjobsdetail/:id', '14']);
  expect(find('/myjobsdetail/14', 'guest')).toEqual(['/login', '']);
  expect(find('/myjobsdetail/14/more', 'user')).toBeUndefined();
  expect(find('/messages', 'user')).toEqual(['/messages/:id?', '']);
  expect(find('/messages/7-8', 'user')).toEqual(['/messages/:id?', '7-8']);
  expect(find('/messages/7-8/more', 'user')).toBeUndefined();
  expect(find('/about', 'guest')).toEqual(['/about', '']);
  expect(find('/login', 'user')).toBeUndefined();
  expect(find('/nowhere', 'guest')).toBeUndefined();
});
