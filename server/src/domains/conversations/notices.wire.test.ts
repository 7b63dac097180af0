import {
  conversationCounts,
  conversationList,
  conversationMute,
  conversationRead,
  conversationUnmute,
} from '@fws/contract/conversations/calls';
import { notifications, unreadCount } from '@fws/contract/notifications/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { cancelQuote } from '@fws/contract/quotes/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverySteps, MINUTE_MS } from '../../../test/notifications/deliveries.ts';
import { quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { sendUnreadNotices } from './notices/service.ts';
import { lockDue } from './notices/store.ts';
import { accept, createPair as createPairIn, write } from './testing/pair.ts';

let world: World;
const { readOutbox, setTimeOfDay, resume } = createDeliverySteps(() => world);
beforeAll(async () => {
  world = await startWorld({
    env: { NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email' },
    clockStopped: true,
  });
});
beforeEach(() => setTimeOfDay(12));
afterAll(() => world.close());

const createPair = (title?: string) => createPairIn(world, title);
const pass = (minutes: number) => world.clock.advance(minutes * MINUTE_MS);
const sweep = () => sendUnreadNotices({ db: world.db, ports: { clock: world.clock } });

/** What the reader is told in the app, the newest first, after the task has run. */
async function readNotices(reader: TestUser, locale?: string) {
  await inTx(world.db, (tx) => enqueue(tx, 'send_unread_notices', {}));
  await world.drain();
  const options = locale === undefined ? {} : { headers: { 'accept-language': locale } };
  const { items } = await reader.done(notifications, {}, options);
  return items.flatMap(({ type, text, path }) => (type === 'messages_unread' ? [{ text, path }] : []));
}
const countNotices = async (reader: TestUser) => (await readNotices(reader)).length;
const readAll = (by: TestUser, from: TestUser, jobId: string, number: number) =>
  by.done(conversationRead, { jobId, userId: String(from.id), number: String(number) });
const takeDown = (jobId: number, number: number) =>
  world.db
    .updateTable('message')
    .set({ taken_down_at: world.clock.now() })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute();

test('notifies of what is unread after ten minutes, once, until it was read', async () => {
  const { poster, worker, job, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  pass(9);
  await write(worker, poster, jobId, 'And is there a lift?');
  expect(await readNotices(poster)).toEqual([]);
  pass(1);
  const notice = {
    text: 'Imran Shaikh wrote to you about Fit a kitchen',
    path: `/messages/${job.id}-${worker.id}`,
  };
  expect(await readNotices(poster)).toEqual([notice]);
  expect(await readNotices(worker)).toEqual([]);
  // Not again, whatever else comes.
  await write(worker, poster, jobId, 'Hello?');
  pass(60);
  expect(await readNotices(poster)).toEqual([notice]);

  await readAll(poster, worker, jobId, 3);
  pass(60);
  expect(await countNotices(poster)).toBe(1);
  await write(worker, poster, jobId, 'Thank you');
  pass(9);
  expect(await countNotices(poster)).toBe(1);
  pass(1);
  expect(await readNotices(poster)).toEqual([notice, notice]);
});

test('does not notify of what was read in time, or answered', async () => {
  const { poster, worker, job, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  pass(9);
  await readAll(poster, worker, jobId, 1);
  pass(30);
  expect(await readNotices(poster)).toEqual([]);
  await write(worker, poster, jobId, 'And is there a lift?');
  pass(9);
  await write(poster, worker, jobId, 'Third floor, no lift');
  pass(9);
  expect([await countNotices(poster), await countNotices(worker)]).toEqual([0, 0]);
  pass(1);
  expect(await countNotices(poster)).toBe(0);
  // The short name: the job is not awarded.
  expect(await readNotices(worker)).toEqual([
    { text: 'Meera J. wrote to you about Fit a kitchen', path: `/messages/${job.id}-${poster.id}` },
  ]);
});

test('what comes while its reader reads is unread from then on', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  await write(worker, poster, jobId, 'And is there a lift?');
  pass(10);
  expect(await countNotices(poster)).toBe(1);
  await readAll(poster, worker, jobId, 1);
  pass(9);
  expect(await countNotices(poster)).toBe(1);
  pass(1);
  expect(await countNotices(poster)).toBe(2);
});

/** What the bell says, and the notices that are read. */
async function readBell(reader: TestUser) {
  const { items } = await reader.done(notifications, {});
  const notices = items.filter(({ type }) => type === 'messages_unread');
  return {
    count: await reader.done(unreadCount, {}),
    notices: notices.map(({ path, read }) => ({ path, read })),
  };
}

test('the notification is read with the conversation, and no other one', async () => {
  const { poster, worker, job, jobId } = await createPair();
  const second = await world.user({ firstName: 'Asha', lastName: 'Rao', identity: 'verified' });
  await quote(second, job.id);
  await write(worker, poster, jobId, 'Which floor?');
  pass(1);
  await write(second, poster, jobId, 'May I come on Monday?');
  pass(10);
  expect(await countNotices(poster)).toBe(2);
  const [ofWorker, ofSecond] = [`/messages/${job.id}-${worker.id}`, `/messages/${job.id}-${second.id}`];
  const before = await readBell(poster);
  expect(before.notices.map(({ read }) => read)).toEqual([false, false]);

  await readAll(poster, worker, jobId, 1);
  const after = await readBell(poster);
  expect(after.notices).toEqual(
    expect.arrayContaining([
      { path: ofWorker, read: true },
      { path: ofSecond, read: false },
    ]),
  );
  expect(after.count).toBe(before.count - 1);
  // Other kinds stay: that a quote came in is not read with the conversation.
  expect(after.count).toBeGreaterThan(1);

  // Whoever answers has read, too.
  await write(poster, second, jobId, 'Yes');
  expect((await readBell(poster)).notices.map(({ read }) => read)).toEqual([true, true]);
});

test('a stranger who names the conversation leaves the notification unread', async () => {
  const { poster, worker, jobId } = await createPair();
  const stranger = await world.user({ firstName: 'Asha', lastName: 'Rao' });
  await write(worker, poster, jobId, 'Which floor?');
  pass(10);
  expect(await countNotices(poster)).toBe(1);
  for (const userId of [String(poster.id), String(worker.id)]) {
    const refused = await stranger.call(conversationRead, { jobId, userId, number: '1' });
    expect(refused.httpStatus).toBe(404);
  }
  // What the other side reads is nothing that the reader has read.
  await readAll(worker, poster, jobId, 1);
  expect((await readBell(poster)).notices.map(({ read }) => read)).toEqual([false]);
});

test('names the other side as the reader may, in their language, and nothing of what was written', async () => {
  const pair = await createPair('Fit a kitchen, 98220 12345');
  const { poster, worker, job, jobId } = pair;
  await write(poster, worker, jobId, 'Call 98220 54321 or mail meera@mail.example');
  pass(10);
  const before = await readNotices(worker);
  expect(before.map(({ text }) => text)).toEqual([`Meera J. wrote to you about Fit a kitchen, ${HIDDEN}`]);
  expect(await readNotices(worker, 'hi')).toEqual([
    {
      text: `Meera J. ने Fit a kitchen, ${HIDDEN} के बारे में आपको संदेश भेजा है`,
      path: `/messages/${job.id}-${poster.id}`,
    },
  ]);
  await write(worker, poster, jobId, 'When?');
  await accept(pair);
  pass(10);
  expect((await readNotices(poster)).map(({ text }) => text)).toEqual([
    `Imran Shaikh wrote to you about Fit a kitchen, ${HIDDEN}`,
  ]);
  await write(poster, worker, jobId, 'Tomorrow at 98220 54321');
  pass(10);
  const texts = (await readNotices(worker)).map(({ text }) => text);
  expect(texts[0]).toBe(`Meera Joshi wrote to you about Fit a kitchen, ${HIDDEN}`);
  expect(texts.join(' ')).not.toMatch(/Call|98220|12345|mail\.example|Tomorrow/);
});

test('goes out by e-mail, and by no message that costs', async () => {
  const { poster, worker, job, jobId } = await createPair();
  // What the poster is sent about the quote goes out first.
  await world.drain();
  pass(10);
  await resume();
  await write(worker, poster, jobId, 'Which floor?');
  pass(10);
  expect(await countNotices(poster)).toBe(1);
  pass(10);
  await resume();
  const mails = (await readOutbox(poster.email)).filter(({ text }) => text.includes('wrote to you'));
  expect(mails.map(({ channel, link }) => [channel, link !== null])).toEqual([['email', true]]);
  expect(mails[0]?.text).toContain('Imran Shaikh wrote to you about Fit a kitchen');
  expect(mails[0]?.text).not.toContain('Which floor');
  const opened = await fetch(/http:\S+\/s\/[\w-]+/.exec(mails[0]?.link ?? '')?.[0] ?? '', {
    redirect: 'manual',
  });
  expect(opened.headers.get('location')).toBe(`/messages/${job.id}-${worker.id}`);
  expect((await readOutbox(poster.mobile)).filter(({ text }) => text.includes('wrote to you'))).toEqual([]);
});

test('does not notify across a block, and does once the two can write again', async () => {
  const [first, second] = [await createPair(), await createPair()];
  for (const { poster, worker, jobId } of [first, second]) await write(worker, poster, jobId, 'Hello');
  await first.poster.done(blockUser, { userId: String(first.worker.id) });
  await second.worker.done(blockUser, { userId: String(second.poster.id) });
  pass(10);
  expect([await countNotices(first.poster), await countNotices(second.poster)]).toEqual([0, 0]);
  await first.poster.done(unblockUser, { userId: String(first.worker.id) });
  pass(60);
  expect(await countNotices(first.poster)).toBe(0);
  expect((await write(first.worker, first.poster, first.jobId, 'Hello again')).httpStatus).toBe(200);
  pass(9);
  expect(await countNotices(first.poster)).toBe(0);
  pass(1);
  expect(await countNotices(first.poster)).toBe(1);
});

test('does not notify where everything unread was taken down', async () => {
  const [first, second] = [await createPair(), await createPair()];
  for (const { poster, worker, job, jobId } of [first, second]) {
    await write(poster, worker, jobId, 'Hello');
    await write(worker, poster, jobId, 'Pay ₹500 first');
    await write(worker, poster, jobId, 'Now');
    await takeDown(job.id, 2);
  }
  await takeDown(first.job.id, 3);
  pass(10);
  expect([await countNotices(first.poster), await countNotices(second.poster)]).toEqual([0, 1]);
  await write(first.worker, first.poster, first.jobId, 'I am sorry');
  pass(10);
  expect(await countNotices(first.poster)).toBe(1);
});

test('notifies of what was written before the quote ended', async () => {
  const { poster, worker, jobId, quoteId } = await createPair();
  await write(worker, poster, jobId, 'I have no time');
  await worker.done(cancelQuote, { quoteId, comment: 'No time' });
  pass(10);
  expect(await countNotices(poster)).toBe(1);
});

test('processes that look at the same moment notify once', async () => {
  const pairs = await Promise.all(Array.from({ length: 5 }, () => createPair()));
  for (const { poster, worker, jobId } of pairs) await write(worker, poster, jobId, 'Hello');
  pass(10);
  await Promise.all(Array.from({ length: 4 }, sweep));
  const counts = [];
  for (const { poster } of pairs) counts.push(await countNotices(poster));
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});

test('a process that ends in between has notified nobody, and the next one does', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Hello');
  pass(10);
  const ended = inTx(world.db, async (tx) => {
    expect(await lockDue(tx, world.clock.now(), 10)).toHaveLength(1);
    // Another one skips what this one has locked, instead of waiting.
    await sweep();
    throw new Error('the process has ended');
  });
  await expect(ended).rejects.toThrow('the process has ended');
  await world.drain();
  const { items } = await poster.done(notifications, {});
  expect(items.filter(({ type }) => type === 'messages_unread')).toEqual([]);
  expect(await countNotices(poster)).toBe(1);
});

test('counts the conversations in which the caller has not seen everything', async () => {
  const { poster, worker, jobId } = await createPair();
  const other = await createPair();
  const count = (user: TestUser) => user.done(conversationCounts, {});
  expect(await count(poster)).toEqual({ unread: 0 });
  await write(worker, poster, jobId, 'Which floor?');
  await write(worker, poster, jobId, 'And is there a lift?');
  await write(other.poster, other.worker, other.jobId, 'Hello');
  expect(await count(poster)).toEqual({ unread: 1 });
  expect(await count(worker)).toEqual({ unread: 0 });
  expect(await count(other.worker)).toEqual({ unread: 1 });
  await readAll(poster, worker, jobId, 1);
  expect(await count(poster)).toEqual({ unread: 1 });
  await readAll(poster, worker, jobId, 2);
  expect(await count(poster)).toEqual({ unread: 0 });
});

const mute = (by: TestUser, other: TestUser, jobId: string) =>
  by.call(conversationMute, { jobId, userId: String(other.id) });
const unmute = (by: TestUser, other: TestUser, jobId: string) =>
  by.call(conversationUnmute, { jobId, userId: String(other.id) });
const listMuted = async (by: TestUser) =>
  (await by.done(conversationList, {})).items.map(({ isMuted, unread }) => ({ isMuted, unread }));

test('does not notify who muted the conversation, which still counts as unread', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  expect(await listMuted(poster)).toEqual([{ isMuted: false, unread: 1 }]);
  for (const time of ['first', 'second'])
    expect(await mute(poster, worker, jobId), time).toMatchObject({
      httpStatus: 200,
      message: 'You are no longer notified of this conversation',
    });
  expect(await listMuted(poster)).toEqual([{ isMuted: true, unread: 1 }]);
  expect(await listMuted(worker)).toEqual([{ isMuted: false, unread: 0 }]);
  pass(10);
  expect(await countNotices(poster)).toBe(0);
  await write(worker, poster, jobId, 'And is there a lift?');
  pass(10);
  expect(await countNotices(poster)).toBe(0);
  expect(await poster.done(conversationCounts, {})).toEqual({ unread: 1 });
  // What comes while they read.
  await readAll(poster, worker, jobId, 1);
  pass(10);
  expect(await countNotices(poster)).toBe(0);
  // The other side has not muted it.
  await write(poster, worker, jobId, 'Third floor');
  pass(10);
  expect([await countNotices(worker), await countNotices(poster)]).toEqual([1, 0]);
});

test('notifies who has ended muting of the next message, and of nothing before', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  await write(poster, worker, jobId, 'Third floor');
  await mute(poster, worker, jobId);
  await write(worker, poster, jobId, 'And is there a garden?');
  for (const time of ['first', 'second'])
    expect(await unmute(poster, worker, jobId), time).toMatchObject({
      httpStatus: 200,
      message: 'You are notified of the next messages again',
    });
  expect(await listMuted(poster)).toEqual([{ isMuted: false, unread: 1 }]);
  pass(60);
  expect(await countNotices(poster)).toBe(0);
  await write(worker, poster, jobId, 'And is there a lift?');
  // It changes nothing, as it was not muted.
  await unmute(poster, worker, jobId);
  pass(9);
  expect(await countNotices(poster)).toBe(0);
  pass(1);
  expect(await countNotices(poster)).toBe(1);
});

test('muting does not repeat a notice of what the reader has not read since', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  pass(10);
  expect(await countNotices(poster)).toBe(1);
  await mute(poster, worker, jobId);
  await unmute(poster, worker, jobId);
  await write(worker, poster, jobId, 'And is there a lift?');
  pass(10);
  expect(await countNotices(poster)).toBe(1);
});

test('the other side muting changes nothing for who is notified, also under a block', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  await mute(worker, poster, jobId);
  pass(10);
  expect(await countNotices(poster)).toBe(1);
  await poster.done(blockUser, { userId: String(worker.id) });
  expect((await unmute(worker, poster, jobId)).httpStatus).toBe(200);
  expect(await listMuted(worker)).toEqual([{ isMuted: false, unread: 0 }]);
});

test('only the two sides mute a conversation, once it has begun', async () => {
  const { poster, worker, jobId } = await createPair();
  expect((await mute(poster, worker, jobId)).httpStatus).toBe(404);
  await write(worker, poster, jobId, 'Which floor?');
  const stranger = await world.user();
  for (const other of [poster, worker]) {
    expect((await mute(stranger, other, jobId)).httpStatus).toBe(404);
    expect((await unmute(stranger, other, jobId)).httpStatus).toBe(404);
  }
  expect(await listMuted(poster)).toEqual([{ isMuted: false, unread: 1 }]);
});
