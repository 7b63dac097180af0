import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { startFrontServer } from './support/front-server.ts';
import { waitUntilKept } from './support/kept.ts';

test.use({ serviceWorkers: 'allow' });

const MAIN = 'main';

test('an update waits for what is typed, and former files stay while a page needs them', async ({
  open,
  person,
  product,
}) => {
  let [build, newBuild] = ['', ''];
  const front = await startFrontServer(product.url, ({ url }, response) => {
    if (url !== '/sw.js' || build === '') return false;
    void fetch(`${product.url}/sw.js`)
      .then((reply) => reply.text())
      .then((program) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
          .end(program.replaceAll(build, newBuild)),
      );
    return true;
  });
  const page = await open('phone', { as: await person() });
  const context = page.context();
  await page.goto(`${front.url}/postjob`);
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toBeVisible();
  await waitUntilKept(page, []);
  await page.getByRole(MAIN).getByLabel('Job title').fill('Kitchen shelves');
  const oldBuild = await findBuilds(page);
  expect(oldBuild).toHaveLength(1);
  // The server has a new version of the worker.
  [build, newBuild] = [String(oldBuild[0]).replace('assets-', ''), 'second'];
  await askForUpdate(page);
  const note = page.getByText('A new version is ready.');
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toHaveValue('Kitchen shelves');
  // A second tab of the old version, which still needs its files.
  const second = await context.newPage();
  await second.goto(`${front.url}/about`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expectReload(page, () => page.getByRole('button', { name: 'Load it' }).click());
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toHaveValue('Kitchen shelves');
  await expect(note).toBeHidden();
  // The worker fills its cache once it has decided about former ones.
  await expect.poll(() => countFiles(page, 'assets-second')).toBeGreaterThan(150);
  expect(await findBuilds(page)).toEqual([...oldBuild, 'assets-second']);

  // With nothing typed, the next navigation takes an update by itself.
  await second.close();
  newBuild = 'third';
  await page.getByRole('banner').getByRole('link', { name: 'FWS, home' }).click();
  await askForUpdate(page);
  await expect(note).toBeVisible();
  await expectReload(page, () => page.getByRole('link', { name: 'Jobs I applied' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs I applied' })).toBeVisible();
  // No page runs a former version any more.
  await expect.poll(() => findBuilds(page)).toEqual(['assets-third']);
  front.close();
});

/**
 * Waits until the page was loaded again, so that nothing is read from the one that goes. A new worker takes over only when
 * the former one has fetched its files, which takes a while on a busy machine.
 */
async function expectReload(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await act();
  await expect
    .poll(() => page.evaluate(() => 'isOldPage' in window).catch(() => true), { timeout: 120_000 })
    .toBe(false);
}

const countFiles = (page: Page, build: string): Promise<number> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, build);

const askForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

const findBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('assets-')));
