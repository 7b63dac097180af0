import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { startFrontServer } from './support/front-server.ts';
import { waitUntilKept } from './support/kept.ts';

test.use({ serviceWorkers: 'allow' });

const goOffline = (context: BrowserContext) => context.setOffline(true);
const goOnline = (context: BrowserContext) => context.setOffline(false);

const MAIN = 'main';
test('opens without a network, keeps a saved job and sends it once', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const title = 'Wardrobes for a quiet flat';
  const jobId = await product.ask<number>({ do: 'post', poster, values: { title } });
  const worker = await person({ firstName: 'Imran' });
  let saves = 0;
  const front = await startFrontServer(product.url, ({ url }) => {
    if (url === '/api/save_job') saves += 1;
    return false;
  });
  // The service worker's own answer without a network.
  const page = await open('phone', { as: worker, expected: /^503 \/j\/1\/never-seen/ });
  const context = page.context();
  const main = page.getByRole(MAIN);
  await page.goto(`${front.url}/payment`);
  await expect(main.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await waitUntilKept(page, ['wallet']);
  await page.goto(`${front.url}/`);
  await expect(main.getByRole('link', { name: title })).toBeVisible();
  await waitUntilKept(page, ['explore_jobs', 'today', 'wallet']);
  await goOffline(context);

  await test.step('a cold start shows what was seen, with its time', async () => {
    await page.goto(`${front.url}/`);
    await expect(page.getByText(/^You are offline\. Data from \d+:\d\d [ap]m\./)).toBeVisible();
    await expect(main.getByRole('link', { name: title })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a tap that may wait is kept, also after the tab is closed', async () => {
    await main.getByRole('article').filter({ hasText: title }).getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('It goes out when you are online')).toBeVisible();
    const waiting = main.getByRole('region', { name: 'Waiting for internet' });
    await expect(waiting.getByRole('listitem')).toHaveText(`Save a job${title}Queued`);
    await page.goto(`${front.url}/saved`);
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step('money needs the internet, and the passbook says how old it is', async () => {
    await page.goto(`${front.url}/payment`);
    await expect(main.getByText(/As of \d+:\d\d [ap]m\. It may have changed\./)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what was not seen leads on, in the app and on pages of the server', async () => {
    await page.goto(`${front.url}/disputes`);
    await expect(main.getByText('This needs the internet')).toBeVisible();
    await page.goto(`${front.url}/j/1/never-seen`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await expect(main.getByRole('link', { name: title })).toBeVisible();
  });

  await test.step('a form opens, and keeps what is typed', async () => {
    await page.goto(`${front.url}/postjob`);
    await main.getByLabel('Job title').fill('Kitchen shelves');
    await page.goto(`${front.url}/postjob`);
    await expect(main.getByLabel('Job title')).toHaveValue('Kitchen shelves');
  });

  await test.step('online again, it is sent once', async () => {
    await page.goto(`${front.url}/saved`);
    await goOnline(context);
    await expect(page.getByText('1 thing sent')).toBeVisible();
    await expect(main.getByRole('link', { name: title })).toBeVisible();
    await expect(page.getByText('You are offline')).toBeHidden();
    expect(saves).toBe(1);
    expect(await product.ask({ do: 'saved', userId: worker.id })).toEqual([jobId]);
  });
  front.close();
});

test('a refusal is told and holds nothing up; a logout asks about what waits, and clears the device', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  const [fence, gate] = ['A fence for the garden', 'A gate for the garden'] as const;
  for (const title of [fence, gate]) await product.ask({ do: 'post', poster, values: { title } });
  const worker = await person({ firstName: 'Imran' });
  const page = await open('desktop', { as: worker });
  const context = page.context();
  const main = page.getByRole(MAIN);
  await page.goto('/');
  await expect(main.getByRole('link', { name: fence })).toBeVisible();
  await waitUntilKept(page, ['explore_jobs']);
  // As in a browser without Background Sync: its worker would send at a moment of its own.
  await page.addInitScript(() =>
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined }),
  );
  await page.reload();
  await expect(main.getByRole('link', { name: fence })).toBeVisible();
  // The server answers everything but this call.
  await context.route('**/api/save_job', (route) => route.abort());
  for (const title of [fence, gate]) {
    await main.getByRole('article').filter({ hasText: title }).getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('It goes out when you are online')).toBeVisible();
  }

  const logOut = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  const dialog = page.getByRole('dialog');
  await logOut();
  await expect(dialog.getByRole('heading')).toHaveText('2 things are not sent yet');
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Save a job${fence}Queued`,
    `Save a job${gate}Queued`,
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send and log out' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not everything was sent. You are still logged in.');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();

  await context.unroute('**/api/save_job');
  let requests = 0;
  await context.route('**/api/save_job', (route) =>
    requests++ === 0
      ? route.fulfill({ status: 404, json: { status: 404, message: 'This job was not found', data: null } })
      : route.continue(),
  );
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(`${fence}: This job was not found`)).toBeVisible();
  await expect(page.getByText('1 thing sent')).toBeVisible();
  const notSent = main.getByRole('region', { name: 'Not sent' });
  await expect(notSent.getByRole('listitem')).toHaveText(
    `Save a job${fence}Not sent: This job was not foundRemove`,
  );
  await expectAccessible(page);
  expect(await product.ask<number[]>({ do: 'saved', userId: worker.id })).toHaveLength(1);

  await logOut();
  await dialog.getByRole('button', { name: 'Delete and log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  // The logout loads the page anew, which ends what is evaluated in it.
  await expect.poll(() => listStored(page).catch(() => null)).toEqual({ reads: 0, session: 0, outbox: 0 });
});

test('what waits for one user is neither shown to another nor sent in their name', async ({
  open,
  person,
  product,
}) => {
  const title = 'A bench for the park';
  await product.ask({ do: 'post', poster: await person(), values: { title } });
  const [first, next] = [await person({ firstName: 'Imran' }), await person({ firstName: 'Asha' })];
  const page = await open('phone', { as: first });
  const context = page.context();
  const main = page.getByRole(MAIN);
  await page.addInitScript(() =>
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined }),
  );
  await page.goto('/');
  await waitUntilKept(page, ['explore_jobs']);
  await context.route('**/api/save_job', (route) => route.abort());
  await main.getByRole('article').filter({ hasText: title }).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('It goes out when you are online')).toBeVisible();

  const signIn = async ({ token }: { token: string }) => {
    await context.addCookies([{ name: 'fws_session', value: token, url: product.url }]);
    await page.goto('/');
  };
  await signIn(next);
  await expect.poll(() => listStored(page)).toMatchObject({ session: 1, outbox: 1 });
  // Not before: the app tries again by itself, and would send it for who tapped.
  await context.unroute('**/api/save_job');
  // The parts for the background run, for the user who is signed in now.
  await waitUntilKept(page, ['explore_jobs']);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(main.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('thing sent')).toBeHidden();
  expect(await product.ask({ do: 'saved', userId: next.id })).toEqual([]);

  await signIn(first);
  await expect(page.getByText('1 thing sent')).toBeVisible();
  expect(await product.ask<number[]>({ do: 'saved', userId: first.id })).toHaveLength(1);
});

test('the installation is offered with the next screen, and nothing covers the list meanwhile', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  const title = 'Shutters for a corner shop';
  await product.ask<number>({ do: 'post', poster, values: { title } });
  const page = await open('phone', { as: await person() });
  const main = page.getByRole(MAIN);
  await page.goto('/');
  await waitUntilKept(page, ['explore_jobs']);
  // The browser of these tests never says by itself that the app may be installed.
  await page.evaluate(() =>
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome: 'accepted' }) }),
    ),
  );
  // A mouse that stays where the message appears would keep it there.
  await main.getByRole('article').filter({ hasText: title }).getByRole('button', { name: /^Save/ }).tap();
  const saved = page.getByText('The job is saved.');
  await expect(saved).toBeVisible();
  await expect(saved).toBeHidden();
  const sheet = page.getByRole('dialog', { name: 'Put FWS on your home screen' });
  await expect(sheet).toBeHidden();
  await main.getByRole('link', { name: title }).click();
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await expect(sheet).toBeHidden();
  await expect(main.getByRole('link', { name: 'Back to all jobs' })).toBeVisible();
});

/** How many records the device has. */
const listStored = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('fws');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const stores = ['reads', 'session', 'outbox'];
    const counts = stores.map((store) => opening.result.transaction(store).objectStore(store).count());
    await Promise.all(
      counts.map((count) => new Promise((resolve) => count.addEventListener('success', resolve))),
    );
    opening.result.close();
    return Object.fromEntries(stores.map((store, index) => [store, counts[index]?.result ?? -1]));
  });

interface Shown {
  title: string;
  options: { body: string; tag: string; data: { path: string } };
}

test('a push shows a notification, whose click opens its page in the open window', async ({
  open,
  person,
  product,
}) => {
  const page = await open('desktop', { as: await person() });
  await page.goto('/');
  await waitUntilKept(page, []);
  await page.getByRole(MAIN).getByRole('searchbox').fill('typed');
  const cdp = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
  const worker = page.context().serviceWorkers()[0];
  // The headless shell, which runs these tests, has no notifications.
  await worker?.evaluate(() => {
    const shown: Shown[] = [];
    const { registration } = Object.assign(globalThis, { shown }) as unknown as {
      registration: { showNotification: unknown };
    };
    registration.showNotification = (title: string, options: Shown['options']) => {
      shown.push({ title, options });
      return Promise.resolve();
    };
  });
  const listShown = () =>
    worker?.evaluate(() =>
      (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, options }) => [
        title,
        options.body,
        options.tag,
        options.data.path,
      ]),
    );
  const message = { title: 'Released', body: '₹22,000 is yours', tag: 'release-1', path: '/payment' };
  for (const data of [
    JSON.stringify(message),
    'not readable',
    // A path of another site is never opened.
    JSON.stringify({ ...message, path: '//elsewhere.example' }),
  ])
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data });
  await expect.poll(listShown).toEqual([
    ['Released', '₹22,000 is yours', 'release-1', '/payment'],
    ['FWS', 'There is something new. Tap to see it.', 'fws', '/notifications'],
    ['Released', '₹22,000 is yours', 'release-1', '/notifications'],
  ]);
  await worker?.evaluate(() => {
    const { data } = (globalThis as unknown as { shown: Shown[] }).shown[0]?.options ?? {};
    const notification = { data, close: () => undefined };
    const event = new Event('notificationclick');
    dispatchEvent(Object.assign(event, { notification, action: '', waitUntil: () => undefined }));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await expect(page).toHaveURL(/\/payment$/);
});
