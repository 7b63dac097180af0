import type { Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, expectWellDrawn, test } from './support/fixtures.ts';
import { waitUntilKept } from './support/kept.ts';
import { createQuote, sendMessage } from './support/pairs.ts';
import { takePhotos } from './support/photos.ts';

const SEND = '**/api/conversation_send';

const getField = (page: Page) => page.getByLabel(/^Write to Meera/);
const listWaiting = (page: Page) => page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem');

/** Without a network from there on. */
async function openAndGoOffline(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(getField(page)).toBeVisible();
  await page.context().setOffline(true);
}

async function send(page: Page, text: string): Promise<void> {
  await getField(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(getField(page)).toHaveValue('');
}

test.describe('in a browser with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('messages wait without a network, also across a reload, and are sent once in their order', async ({
    open,
    person,
    product,
  }) => {
    const { poster, worker, jobId } = await createQuote({ person, product });
    await sendMessage(product, poster, worker, jobId, 'Can you come this week?');
    const page = await open('phone', { as: worker });
    const posterPage = await open('desktop', { as: poster });
    await posterPage.goto(`/messages/${jobId}-${worker.id}`);
    await page.goto(`/messages/${jobId}-${poster.id}`);
    await expect(page.getByRole('log')).toContainText('Can you come this week?');
    await waitUntilKept(page, ['conversation_messages']);
    await page.context().setOffline(true);

    await send(page, 'I can come on Monday');
    await expect(getField(page)).toBeFocused();
    await send(page, 'At ten?');
    const waiting = listWaiting(page);
    const texts = [/I can come on Monday.*Waiting for internet/, /At ten\?.*Waiting for internet/];
    await expect(waiting).toHaveText(texts);
    await expect(page.getByRole('status').filter({ hasText: '2 messages wait to be sent' })).toBeAttached();
    await expectWellDrawn(page);

    await page.reload();
    await expect(page.getByRole('log')).toContainText('Can you come this week?');
    await expect(waiting).toHaveText(texts);
    await page.goto('/messages');
    const sheet = page.getByRole('region', { name: 'Waiting for internet' }).getByRole('listitem');
    await expect(sheet).toHaveText([
      /^Message to Meera .*I can come on MondayQueued$/,
      /^Message to Meera .*At ten\?Queued$/,
    ]);
    await expectAccessible(page);
    await page.goto(`/messages/${jobId}-${poster.id}`);
    await send(page, 'Or at twelve');
    await expect(waiting).toHaveCount(3);

    await page.context().setOffline(false);
    await expect(waiting).toHaveCount(0);
    const sent = ['I can come on Monday', 'At ten?', 'Or at twelve'];
    for (const shown of [page, posterPage]) {
      const own = shown
        .getByRole('log')
        .getByRole('listitem')
        .filter({ hasText: new RegExp(sent.join('|').replace('?', '\\?')) });
      await expect(own).toContainText(sent);
      await expect(own).toHaveCount(3);
    }
  });
});

test('a message whose answer was lost is stored once', async ({ open, person, product }) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await expect(getField(page)).toBeVisible();
  let requests = 0;
  await page.context().route(SEND, async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  // The event would show the message before it is sent again.
  await page.context().route('**/api/conversation_messages', (route) => route.abort());
  await send(page, 'I can come on Monday');
  await expect(listWaiting(page)).toHaveText([/Not sent yet, we try again/]);
  await expectAccessible(page);
  await page.context().unroute('**/api/conversation_messages');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(listWaiting(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('log').getByText('I can come on Monday')).toHaveCount(1);
});

test('a message that the server refuses is shown as not sent, and is edited or removed', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  await sendMessage(product, poster, worker, jobId, 'Can you come this week?');
  const page = await open('desktop', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await expect(page.getByRole('log')).toContainText('Can you come this week?');
  await page.context().setOffline(true);
  await send(page, 'I can come on Monday');
  await send(page, 'At ten?');
  await callApi(product, poster, 'block_user', { userId: String(worker.id) });
  await page.context().setOffline(false);
  const waiting = listWaiting(page);
  const reason = 'Not sent: One of you has blocked the other, so nobody can write here';
  await expect(waiting).toHaveText([
    new RegExp(`I can come on Monday.*${reason}`),
    new RegExp(`At ten\\?.*${reason}`),
  ]);
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeAttached();
  // Nobody can write here now.
  await page.reload();
  await expect(waiting.getByRole('button', { name: 'Remove' })).toHaveCount(2);
  await expect(waiting.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectWellDrawn(page);

  await callApi(product, poster, 'unblock_user', { userId: String(worker.id) });
  await page.reload();
  await waiting.first().getByRole('button', { name: 'Remove' }).click();
  await expect(waiting).toHaveText([/At ten\?/]);
  await getField(page).fill('Hello');
  await waiting.getByRole('button', { name: 'Edit' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(getField(page)).toHaveValue('At ten?\nHello');
  await expect(getField(page)).toBeFocused();
  await page.reload();
  await expect(getField(page)).toHaveValue('At ten?\nHello');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('At ten?');
  await expect(waiting).toHaveCount(0);
});

test('a message is kept where its conversation is gone, and a logout asks about it', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker, expected: /^404 / });
  await openAndGoOffline(page, `/messages/${jobId}-${poster.id}`);
  await send(page, 'I can come on Monday');
  const { items } = await callApi<{ items: { id: number }[] }>(product, worker, 'my_quotes', {});
  const quoteId = String(items[0]?.id);
  await callApi(product, worker, 'cancel_quote', { quoteId, comment: 'I have no time' });
  await page.context().setOffline(false);
  await expect(listWaiting(page)).toHaveText([/Not sent: This conversation does not exist/]);
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await expect(page.getByRole('alert')).toContainText('This conversation does not exist');
  await expect(listWaiting(page)).toHaveText([/I can come on Monday/]);
  await expectWellDrawn(page);
  await page.goto('/messages');
  await expect(page.getByRole('region', { name: 'Not sent' }).getByRole('listitem')).toHaveText([
    /^Message to Meera .*I can come on MondayNot sent: This conversation does not existRemove$/,
  ]);
  await expectWellDrawn(page);

  // Another tab asks, too.
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'More' }).click();
  await other.getByRole('button', { name: 'Logout', exact: true }).click();
  const dialog = other.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('1 thing is not sent yet');
  await expect(dialog.getByRole('listitem')).toHaveText([/I can come on Monday/]);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await other.getByRole('button', { name: 'More' }).click();
  await other.getByRole('button', { name: 'Logout', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete and log out' }).click();
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await other.close();
});

test('the next user of the device sees and sends nothing of what waits', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker, expected: /^412 / });
  await openAndGoOffline(page, `/messages/${jobId}-${poster.id}`);
  await send(page, 'I can come on Monday');
  const signIn = async ({ token }: { token: string }) => {
    await page.context().addCookies([{ name: 'fws_session', value: token, url: product.url }]);
    await page.context().setOffline(false);
  };
  // The page of the first user does not send it in the name of the next one.
  await signIn(poster);
  await expect(listWaiting(page)).toHaveText([/Not sent yet, we try again/]);
  await page.goto(`/messages/${jobId}-${worker.id}`);
  await expect(page.getByRole('log')).toContainText('Quote: ₹1,500');
  await page.goto('/messages');
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(page.getByText('I can come on Monday')).toHaveCount(0);

  await signIn(worker);
  await page.goto(`/messages/${jobId}-${poster.id}`);
  await expect(page.getByRole('log').getByText('I can come on Monday')).toHaveCount(1);
});

test('photos that are uploaded wait with their message, and others stay in the field', async ({
  open,
  person,
  product,
}) => {
  const { poster, worker, jobId } = await createQuote({ person, product });
  const page = await open('phone', { as: worker });
  await page.goto(`/messages/${jobId}-${poster.id}`);
  const attach = page.getByLabel('Add photos or a PDF');
  await attach.setInputFiles(await takePhotos(page, ['#8d6e63']));
  // It is uploaded.
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await page.context().setOffline(true);
  await send(page, 'The wall');
  const waiting = listWaiting(page);
  await expect(waiting).toHaveText([/The wall.*Waiting for internet/]);
  await waiting.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await send(page, 'The wall, from the left');
  await expect(waiting).toHaveText([/The wall, from the left/]);

  await attach.setInputFiles({
    name: 'plan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(
    page.getByText('A PDF, and photos that are not uploaded yet, need the internet.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Needs internet' })).toBeDisabled();
  await expectWellDrawn(page);

  await page.context().setOffline(false);
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('log')).toContainText('The wall, from the left');
  await expect(page.getByRole('log').getByRole('button', { name: /^Photo 1 of 1$/ })).toHaveCount(1);
});
