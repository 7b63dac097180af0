import { getSecondStep, givePassword } from './support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectWellDrawn,
  listCodesSentTo,
  openInApp,
  setAppearance,
  test,
  waitForCode,
} from './support/fixtures.ts';
import { createMember } from './support/members.ts';
import { usePushStandIn } from './support/push.ts';

// What reaches a person outside the app: the notification settings.

const SAVE_CHANNEL = '**/api/set_notification_channel';

test('the end of a long list says how long notifications are kept, and a short one does not', async ({
  open,
  person,
}) => {
  const user = await person();
  const page = await open('phone', { as: user });
  const note = page.getByText('Notifications are kept for at least 12 months.');
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  await expect(note).toHaveCount(0);

  const buildPage = (from: number, next: string | null) => ({
    items: Array.from({ length: 30 }, (_, index) => ({
      id: from - index,
      type: 'quote_received',
      text: `Quote ${from - index}`,
      createdAt: new Date(Date.now() - index * 86_400_000).toISOString(),
      read: true,
      path: null,
      searchId: null,
    })),
    nextCursor: next,
  });
  await page.route('**/api/notifications', (route) => {
    const isFirst = !route.request().postData()?.includes('older');
    const data = isFirst ? buildPage(60, 'older') : buildPage(30, null);
    return route.fulfill({ json: { status: 200, message: '', data } });
  });
  // The first screen comes with its data; others ask for them.
  await page.goto('/more');
  await openInApp(page, '/notifications');
  await expect(page.getByText('Quote 60')).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.getByText('Quote 31').scrollIntoViewIfNeeded();
  await note.scrollIntoViewIfNeeded();
  await expect(page.getByText('Quote 1', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectWellDrawn(page);
});

test('ticks are saved at once on a phone, and a failed one goes back', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notification settings' })).toBeVisible();
  const getTick = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect(getTick(/^SMS, Money/)).toBeChecked();
  await expect(getTick(/^App, Money, Always on/)).toBeDisabled();

  await test.step('two taps on a slow network', async () => {
    await page.route(
      SAVE_CHANNEL,
      async (route) => {
        await page.waitForFunction(() => document.querySelectorAll('[aria-busy]').length === 2);
        await route.continue();
      },
      { times: 1 },
    );
    await getTick(/^SMS, Money/).uncheck();
    await getTick(/^E-mail, Money/).uncheck();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await page.reload();
    await expect(getTick(/^SMS, Money/)).not.toBeChecked();
    await expect(getTick(/^E-mail, Money/)).not.toBeChecked();
  });

  await test.step('back on', async () => {
    await getTick(/^SMS, Money/).check();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await page.reload();
    await expect(getTick(/^SMS, Money/)).toBeChecked();
    await expect(page.getByRole('button', { name: /^Money/ })).toContainText('Asked, released');
    await page.getByRole('button', { name: /^Money/ }).click();
    await expect(page.getByRole('button', { name: /^Money/ })).toContainText('App, SMS');
  });

  await test.step('a refusal in words', async () => {
    await page.getByRole('button', { name: /^Security/ }).click();
    await expect(getTick(/^SMS, Security, Always on/)).toBeDisabled();
    await page.route(SAVE_CHANNEL, (route) => route.abort(), { times: 1 });
    await getTick(/^Push, Security/).click();
    await expect(page.getByRole('alert').filter({ hasText: /reach|internet|network/i })).toBeVisible();
    await expect(getTick(/^Push, Security/)).toBeChecked();
    await expectAccessible(page);
  });

  await test.step('without a network', async () => {
    await page.context().setOffline(true);
    await expect(getTick(/^Push, Security, Needs internet/)).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeDisabled();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect(getTick(/^Push, Security/)).toBeEnabled();
  });
});

test('quiet hours are set, and WhatsApp is agreed to and stopped', async ({ open, person }) => {
  const user = await person();
  const page = await open('desktop', { as: user });
  await page.goto('/notificationSettings');
  await expectWellDrawn(page);
  const hours = page.getByRole('switch', { name: 'Quiet hours' });
  const from = page.getByLabel('From');
  const to = page.getByLabel('To', { exact: true });

  await test.step('quiet hours', async () => {
    await expect(page.getByText('come together at 8 am.')).toBeVisible();
    await from.selectOption({ label: '10:00 pm' });
    await to.selectOption({ label: '7:30 am' });
    await expect(page.getByText('come together at 7:30 am.')).toBeVisible();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await page.reload();
    await expect(from).toHaveValue('22:00');
    await expect(to).toHaveValue('07:30');
    await to.selectOption({ label: '10:00 pm' });
    await expect(page.getByText('Quiet hours must end at another time than they begin')).toBeVisible();
    await expect(to).toHaveValue('07:30');
    await hours.uncheck();
    await expect(page.getByText('Messages come at any hour.')).toBeVisible();
    await expect(from).toBeDisabled();
  });

  await test.step('WhatsApp', async () => {
    const note = page.getByText('You have not agreed to messages by WhatsApp');
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: 'WhatsApp: Agree' }).click();
    const notice = page.getByRole('dialog', { name: 'Messages by WhatsApp' });
    await expect(notice).toContainText('Money, Deadlines, Quotes');
    await expect(notice).toContainText(user.mobile.slice(-5));
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Agree' }).click();
    await expect(page.getByText(/You agreed on/)).toBeVisible();
    await expect(note).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: 'WhatsApp: Stop' }).click();
    await expect(page.getByText('WhatsApp messages are stopped')).toBeVisible();
    await expect(note).toBeVisible();
  });

  await setAppearance(page, { size: 'phone', theme: 'dark' });
  await expectWellDrawn(page);
});

test('push is turned on for a browser, tried and turned off', async ({ open, product }) => {
  const user = await createMember(product);
  await product.ask({ do: 'post', poster: user, values: {} });
  const page = await open('desktop', { as: user });
  const browser = await usePushStandIn(page, product);

  await test.step('it is offered to a poster, who puts it off', async () => {
    await page.goto('/mycontracts');
    const offer = page.getByText('Hear at once when somebody answers');
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(offer).toBeHidden();
  });

  await page.goto('/notificationSettings');
  await expect(page.getByText('This device. Off')).toBeVisible();
  expect(await browser.countQuestions()).toBe(0);

  await test.step('a question that is closed changes nothing', async () => {
    await browser.answer('default');
    await page.getByRole('button', { name: 'Push: Turn on' }).click();
    await expect(page.getByText('You did not allow notifications').first()).toBeVisible();
  });

  await test.step('on', async () => {
    await browser.answer('granted');
    await page.getByRole('button', { name: 'Push: Turn on' }).click();
    await expect(page.getByText('This device. On')).toBeVisible();
    await expect(page.getByText('Push is not turned on')).toBeHidden();
    await page.reload();
    await expect(page.getByText('This device. On')).toBeVisible();
    await page.getByRole('button', { name: 'Push: Test' }).click();
    await expect(page.getByText('A test message is on its way')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('still on after another login', async () => {
    await page.context().clearCookies({ name: 'fws_session' });
    const used = await listCodesSentTo(product, user.mobile);
    await givePassword(page, user);
    const added = page.waitForResponse('**/api/add_push_subscription');
    await getSecondStep(page)
      .getByLabel('One time password')
      .fill(await waitForCode(product, user.mobile, used));
    await added;
    await page.goto('/notificationSettings');
    await expect(page.getByText(/^This computer, \w+\. On$/)).toBeVisible();
  });

  await test.step('off', async () => {
    await page.getByRole('button', { name: 'Push: Turn off' }).click();
    await expect(page.getByText('This device. Off')).toBeVisible();
    expect(await browser.isSubscribed()).toBe(false);
  });

  await test.step('blocked', async () => {
    await browser.answer('denied');
    await page.getByRole('button', { name: 'Push: Turn on' }).click();
    // In the settings and beside the channel.
    await expect(page.getByText(/^Blocked in this browser/)).toHaveCount(2);
    await expectWellDrawn(page);
  });
});
