import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { startFrontServer } from './support/front-server.ts';
import { waitUntilKept } from './support/kept.ts';

test.use({ serviceWorkers: 'allow' });

const MAIN = 'main';
/** A page that is loaded again while it loads a screen reports what it did not get. */
const LEFT = /Unable to preload CSS|Failed to fetch dynamically imported module/;

test('an update waits for what is typed, and former files stay while a page needs them', async ({
  open,
  person,
  product,
}) => {
  let release = '';
  const front = await startFrontServer(product.url, (incoming, response) => {
    const { url = '', headers } = incoming;
    if (release === '') return false;
    if (url === `/assets/${release}.js`) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end();
      return true;
    }
    const isChanged = url === '/sw.js' || url === '/offline-shell' || headers.accept?.startsWith('text/html');
    if (isChanged !== true) return false;
    void answerAsRelease(release, product.url, incoming, response);
    return true;
  });
  const page = await open('phone', { as: await person(), expected: LEFT });
  const context = page.context();
  await page.goto(`${front.url}/postjob`);
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toBeVisible();
  await waitUntilKept(page, []);
  await page.getByRole(MAIN).getByLabel('Job title').fill('Kitchen shelves');
  const oldBuild = await findBuilds(page);
  expect(oldBuild).toHaveLength(1);
  // A second tab of the old version, which still needs its files.
  const second = await context.newPage();
  await second.goto(`${front.url}/about`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  // A release.
  release = 'second';
  await askForUpdate(page);
  const note = page.getByText('A new version is ready.');
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toHaveValue('Kitchen shelves');
  await expectReload(page, () => page.getByRole('button', { name: 'Load it' }).click());
  await expect(page.getByRole(MAIN).getByLabel('Job title')).toHaveValue('Kitchen shelves');
  await expect(note).toBeHidden();
  // The worker fills its cache once it has decided about former ones.
  await expect.poll(() => countFiles(page, 'assets-second')).toBeGreaterThan(150);
  expect(await findBuilds(page)).toEqual([...oldBuild, 'assets-second']);

  // With nothing typed, the next navigation takes an update by itself.
  await second.close();
  release = 'third';
  await page.getByRole('banner').getByRole('link', { name: 'FWS, home' }).click();
  await askForUpdate(page);
  await expect(note).toBeVisible();
  await expectReload(page, () => page.getByRole('link', { name: 'Jobs I applied' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs I applied' })).toBeVisible();
  // No page runs a former version any more.
  await expect.poll(() => findBuilds(page)).toEqual(['assets-third']);
  front.close();
});

/** Answers as a later release would: its worker has a build of its own, and its pages another program. */
async function answerAsRelease(
  name: string,
  target: string,
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const program = `/assets/${name}.js`;
  const { cookie = '', accept = '' } = headers;
  const reply = await fetch(target + url, { headers: { cookie, accept }, redirect: 'manual' });
  const text = await reply.text();
  const changed =
    url === '/sw.js'
      ? text.replace(/build:`[^`]+`/, `build:\`${name}\``).replace('shell:[', `shell:[\`${program}\`,`)
      : text.replace('<script type="module"', `<script type="module" src="${program}"></script>$&`);
  const kept = ['content-type', 'cache-control', 'content-security-policy', 'set-cookie', 'location'];
  const sent = kept.map((header) => [header, reply.headers.get(header)] as const);
  for (const [header, value] of sent) if (value !== null) response.setHeader(header, value);
  response.writeHead(reply.status).end(changed);
}

/**
 * Waits until the page was loaded again, so that nothing is read from the one that goes. A worker that has nothing to do
 * ends after half a minute, and the new one takes over; DevTools, by which tests use the browser, keep it.
 */
async function expectReload(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await act();
  const idleFrom = Date.now() + 15_000;
  await expect(async () => {
    const isOld = await page.evaluate(() => 'isOldPage' in window).catch(() => true);
    if (isOld && Date.now() > idleFrom) await stopFormerWorker(page);
    expect(isOld).toBe(false);
  }).toPass({ intervals: [500, 1000, 2000, 5000], timeout: 120_000 });
}

const countFiles = (page: Page, build: string): Promise<number> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, build);

async function stopFormerWorker(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const active = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { status, versionId } of versions) if (status === 'activated') resolve(versionId);
    });
  });
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopWorker', { versionId: await active });
  await browser.detach();
}

const askForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

const findBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('assets-')));
