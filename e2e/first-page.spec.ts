import type { Page, Request } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { postJob } from './support/steps.ts';

// The page that the server renders. A window without scripts shows only that.

const HOME = { en: 'Jobs for you', hi: 'आपके लिए काम' } as const;

for (const locale of ['en', 'hi'] as const)
  test(`a signed-in user reads jobs before the application loads (${locale})`, async ({ open, person }) => {
    const poster = await person();
    const title = `Paint </script><script>alert(1)</script> & "two" rooms ${poster.id}`;
    await postJob(await open('phone', { as: poster }), {
      title,
      skill: 'Painting',
      from: '5000',
      to: '6000',
    });

    const page = await open('phone', { as: await person(), locale, script: false });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: HOME[locale] })).toBeVisible();
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText(title)).toBeVisible();
    await expect(page).toHaveTitle(/FWS$/);
    // Input would be lost when the application takes over the page.
    await expect(page.getByRole('textbox', { disabled: false })).toHaveCount(0);

    const ownPage = await open('phone', { as: poster, locale });
    await ownPage.goto(page.url());
    await expect(ownPage.getByText(title)).toBeVisible();
  });

/** Opens the page and holds its scripts until the returned function is called. */
async function holdApplication(page: Page): Promise<() => void> {
  let releaseApplication = () => {};
  const released = new Promise<void>((resolve) => (releaseApplication = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return releaseApplication;
}

test('follows a change to the dark theme before the application loads', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  const releaseApplication = await holdApplication(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  releaseApplication();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('replays a tap from before the application has loaded', async ({ open, person }) => {
  const poster = await person();
  const title = `Tile a kitchen ${poster.id}`;
  await postJob(await open('phone', { as: poster }), { title, skill: 'Tiling', from: '500', to: '900' });
  const page = await open('phone', { as: await person() });
  const releaseApplication = await holdApplication(page);
  const job = page.getByRole('article').filter({ hasText: title });
  await job.getByRole('button', { name: /^Share/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  releaseApplication();
  await expect(page.getByRole('dialog', { name: 'Share Job to Friends' })).toBeVisible();
});

test('opens the search that was tapped before the application has loaded', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  const releaseApplication = await holdApplication(page);
  const search = page.getByRole('search');
  await search.getByRole('searchbox').tap();
  await expect(search.getByRole('searchbox')).toBeFocused();
  releaseApplication();
  await expect(search.getByRole('button', { name: 'Close' })).toBeVisible();
});

test('renders nothing for an ended session', async ({ open, person }) => {
  const page = await open('phone', { as: await person(), script: false });
  await page
    .context()
    .addCookies((await page.context().cookies()).map((cookie) => ({ ...cookie, value: 'ended' })));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
});

const HOUR_MS = 3600_000;
const SEVEN_HOURS_AGO = { en: 'Posted 7 hours ago', hi: '7 घंटे पहले पोस्ट किया' } as const;

for (const [locale, size] of [
  ['en', 'phone'],
  ['hi', 'desktop'],
] as const)
  test(`hydrates the rendered page on a device with a wrong clock and time zone (${locale}, ${size})`, async ({
    open,
    person,
  }) => {
    const poster = await person();
    const title = `Mend ${poster.id} chairs`;
    await postJob(await open('phone', { as: poster }), {
      title,
      skill: 'Carpentry',
      from: '700',
      to: '900',
    });

    const page = await open(size, { as: await person(), locale, timeZone: 'America/Los_Angeles' });
    await page.clock.setFixedTime(Date.now() + 7.5 * HOUR_MS);
    const mark = (node: Element) => node.setAttribute('data-drawn', '');
    for (const path of ['/', 'job'] as const) {
      // The application loads only after the rendered page is marked.
      let release = () => {};
      const marked = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/*.js', async (route) => {
        await marked;
        await route.continue();
      });
      const address =
        path === '/' ? path : await page.getByRole('link', { name: title }).getAttribute('href');
      await page.goto(address ?? '', { waitUntil: 'commit' });
      await page.getByText(title).evaluate(mark);
      release();
      await expect(page.getByText(SEVEN_HOURS_AGO[locale]).first()).toBeVisible();
      await expect(page.locator('[data-drawn]')).toHaveText(title);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

test('relative times follow the clock', async ({ open, person }) => {
  const poster = await person();
  const title = `Mend ${poster.id} tables`;
  await postJob(await open('phone', { as: poster }), { title, skill: 'Carpentry', from: '700', to: '900' });

  const page = await open('phone', { as: await person() });
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeEditable();
  const docket = page.getByRole('article').filter({ hasText: title });
  await expect(docket).toContainText(/just now|1 minute ago/);
  await page.clock.fastForward('05:00');
  await expect(docket).toContainText(/[45] minutes ago/);
});

/** What a page has in its head, and what the browser has requested since. */
async function openAndRecord(page: Page, path: string) {
  const requested: string[] = [];
  const record = (request: Request) => requested.push(new URL(request.url()).pathname);
  page.on('request', record);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.sk')).toHaveCount(0);
  page.off('request', record);
  const head = await page.evaluate(() => {
    const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '{}') as unknown;
    const links = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]');
    return {
      answered: Object.keys(read('answers') as object),
      asked: (read('parts') as { calls: string[] }).calls,
      files: Array.from(links, (link) => new URL('src' in link ? link.src : link.href).pathname),
      notTaken: Object.keys((window as { early?: object }).early ?? {}),
    };
  });
  return { ...head, requested };
}

test('opens a screen with the code and the data that its page names', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  for (const path of [
    '/payment',
    '/profile',
    '/mycontracts?tab=awarded',
    '/disputes',
    '/postjob',
    '/connect',
  ]) {
    const { answered, asked, files, notTaken, requested } = await openAndRecord(page, path);
    expect(answered.length, path).toBeGreaterThan(1);
    expect(asked, path).toEqual([]);
    expect(notTaken, path).toEqual([]);
    const answeredPaths = answered.map((call) => `/api/${call.split('?')[0]}`);
    expect(requested.filter((each) => answeredPaths.includes(each))).toEqual([]);
    const code = requested.filter((each) => /\.(js|css)$/.test(each));
    expect(code.filter((each) => !files.includes(each))).toEqual([]);
    expect(code.toSorted()).toEqual([...new Set(code)].toSorted());
  }
});

test('sends a guest the code of the screen that opens, and nothing of a user', async ({ open }) => {
  const page = await open('phone');
  for (const [path, calls] of [
    ['/about', ['current_user?{}']],
    ['/payment', ['current_user?{}', 'social_providers?{}']],
  ] as const) {
    const { answered, asked, notTaken, files, requested } = await openAndRecord(page, path);
    expect(answered).toEqual([]);
    expect(asked).toEqual(calls);
    expect(notTaken).toEqual([]);
    expect(requested.filter((each) => /\.(js|css)$/.test(each) && !files.includes(each))).toEqual([]);
  }
});
