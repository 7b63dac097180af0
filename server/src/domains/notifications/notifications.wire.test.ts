import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  markNotificationsRead,
  notificationList,
  notifications,
  unreadCount,
} from '@fws/contract/notifications/calls';
import { NOTIFICATION_TYPES } from '@fws/contract/notifications/model';
import { expectPages } from '../../../test/pages.ts';
import { startWorld, type World } from '../../../test/world.ts';
import type { TestUser } from '../../../test/user.ts';
import { inTx } from '../../platform/db/index.ts';
import { notify } from '../../platform/queue/index.ts';
import { translate } from '../../platform/messages.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function notifyUser(user: TestUser, job: string, dedupeKey = job): Promise<void> {
  await inTx(world.db, (tx) =>
    notify(tx, {
      userId: user.id,
      type: 'quote_accepted',
      values: { job },
      path: '/myjobsdetail/12',
      dedupeKey,
    }),
  );
  await world.drain();
}

const listTexts = async (user: TestUser, headers = {}) => {
  const { items } = await user.done(notificationList, {}, { headers });
  return items.map((item) => item.text);
};

test('counts notifications as unread until they are listed', async () => {
  const user = await world.user();
  const other = await world.user();
  await notifyUser(user, 'Paint two rooms');
  await notifyUser(user, 'Wire the shop');
  expect(await user.post('notification_read_status', {})).toMatchObject({
    httpStatus: 200,
    read_status: 0,
    notification_count: 2,
  });
  const shown = await user.post('notification_list', {});
  expect(shown).toMatchObject({
    next_cursor: null,
    data: [
      { notification: 'Your quote for Wire the shop was accepted', read_status: 0, path: '/myjobsdetail/12' },
      { notification: 'Your quote for Paint two rooms was accepted', type: 'quote_accepted' },
    ],
  });
  expect(await user.post('notification_read_status', {})).toMatchObject({
    read_status: 1,
    notification_count: 0,
  });
  const first = await user.done(notificationList, { limit: '1' });
  const second = await user.done(notificationList, { limit: '1', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ text, read }) => [text, read])).toEqual([
    ['Your quote for Wire the shop was accepted', true],
    ['Your quote for Paint two rooms was accepted', true],
  ]);
  expect(second.nextCursor).toBeNull();
  expect(await listTexts(other)).toEqual([]);
});

test('leaves notifications unread until their reader marks those that a screen has shown', async () => {
  const user = await world.user();
  const other = await world.user();
  for (const job of ['A', 'B', 'C']) await notifyUser(user, job);
  const listRead = async () => (await user.done(notifications, {})).items.map((item) => item.read);
  expect(await listRead()).toEqual([false, false, false]);
  expect(await listRead()).toEqual([false, false, false]);
  const shownIds = (await user.done(notifications, { limit: '2' })).items.map(({ id }) => String(id));
  await other.done(markNotificationsRead, { shownIds });
  expect(await user.done(unreadCount, {})).toBe(3);
  await user.done(markNotificationsRead, { shownIds });
  expect(await listRead()).toEqual([true, true, false]);
  expect(await user.done(unreadCount, {})).toBe(1);
});

test('shows every field of a notification, newest first to the end of the list', async () => {
  world.clock.stop();
  const user = await world.user();
  const shown = [];
  for (const job of ['Paint two rooms', 'Wire the shop', 'Lay tiles']) {
    world.clock.advance(60_000);
    await notifyUser(user, job);
    shown.unshift({
      type: 'quote_accepted',
      text: `Your quote for ${job} was accepted`,
      createdAt: world.clock.format(),
      read: false,
      path: '/myjobsdetail/12',
      searchId: null,
    });
  }
  const ids = await world.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .execute();
  await expectPages(
    (page) => user.done(notifications, page),
    shown.map((notification, place) => ({ id: ids[place]?.id, ...notification })),
  );
  world.clock.reset();
});

test('creates one notification per event, however often its task runs', async () => {
  const user = await world.user();
  await Promise.all(Array.from({ length: 4 }, () => notifyUser(user, 'Tile a bathroom', 'quote:7:accepted')));
  await notifyUser(user, 'Tile a bathroom', 'quote:8:accepted');
  expect(await user.done(unreadCount, {})).toBe(2);
});

test('translates the text to the language of the reader and keeps the job title as written', async () => {
  const user = await world.user();
  await notifyUser(user, '<b>{worker}</b> की दीवार');
  expect(await listTexts(user)).toEqual(['Your quote for <b>{worker}</b> की दीवार was accepted']);
  expect(await listTexts(user, { cookie: 'lang=hi' })).toEqual([
    '<b>{worker}</b> की दीवार के लिए आपका कोटेशन मंज़ूर हो गया',
  ]);
});

test.each(['en', 'hi'] as const)('every type has a text in %s', (locale) => {
  for (const type of NOTIFICATION_TYPES)
    expect(translate(locale, `notifications.${type}`)).not.toBe(`notifications.${type}`);
});

test('continues the list after the cursor, without gaps or repeats', async () => {
  const user = await world.user();
  for (const job of ['A', 'B', 'C', 'D', 'E']) await notifyUser(user, job);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await user.done(notificationList, { limit: '2', cursor });
    seen.push(...page.items.map((item) => item.text));
    expect(await user.done(unreadCount, {})).toBe(5 - seen.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(['E', 'D', 'C', 'B', 'A'].map((job) => `Your quote for ${job} was accepted`));
});

test.each(['x', 'W10', 'bnVsbA', "' OR 1=1 --", 'न'])('refuses the cursor %j', async (cursor) => {
  const user = await world.user();
  expect(await user.post('notification_list', { cursor })).toMatchObject({
    httpStatus: 400,
    message: 'This list has moved on. Please load it again',
  });
});

test('clears only the notifications of the caller', async () => {
  const user = await world.user();
  const other = await world.user();
  await notifyUser(user, 'Paint a gate');
  await notifyUser(other, 'Paint a gate');
  expect((await user.post('clear_notification', {})).message).toBe('Notifications cleared');
  expect(await user.done(unreadCount, {})).toBe(0);
  expect(await listTexts(user)).toEqual([]);
  expect(await other.done(unreadCount, {})).toBe(1);
  await notifyUser(user, 'Paint a door');
  expect(await listTexts(user)).toEqual(['Your quote for Paint a door was accepted']);
});

test.each([
  'notification_read_status',
  'notifications',
  'mark_notifications_read',
  'notification_list',
  'clear_notification',
])('%s returns 401 without a session', async (name) => {
  expect((await world.guest.post(name, {})).httpStatus).toBe(401);
});
