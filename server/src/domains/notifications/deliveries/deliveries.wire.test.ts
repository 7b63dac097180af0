import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '@fws/contract/identity/session/calls';
import {
  addPushSubscription,
  agreeToWhatsApp,
  markNotificationsRead,
  notifications,
  notificationSettings,
  removePushSubscription,
  sendTestPush,
  setNotificationChannel,
  setQuietHours,
} from '@fws/contract/notifications/calls';
import { IST_OFFSET_MS } from '@fws/contract/platform/dates';
import { controlSandbox } from '../../../../test/payouts.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue, notifyMany, type Notice } from '../../../platform/queue/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const vapid = createECDH('prime256v1');
const VAPID_PUBLIC_KEY = vapid.generateKeys('base64url');
const VAPID_PRIVATE_KEY = vapid.getPrivateKey('base64url');

let world: World;
beforeAll(async () => {
  world = await startWorld({
    env: { NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email', VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY },
    clockStopped: true,
  });
});
beforeEach(() => setTimeOfDay(12));
afterAll(() => world.close());

/** The next moment when it is this hour in India. */
function setTimeOfDay(hour: number): void {
  const dayMs = (world.clock.now().getTime() + IST_OFFSET_MS) % DAY_MS;
  world.clock.advance((hour * 60 * MINUTE_MS - dayMs + DAY_MS) % DAY_MS);
}

interface Sent {
  id: string;
  to: string;
  channel: string;
  text: string;
  title: string | null;
  subject: string | null;
  html: string | null;
  link: string | null;
  template: string | null;
  reference: string | null;
  actions: { title: string; link: string | null }[];
  headers?: Record<string, string>;
}

/** What arrived at a number, an address or the label of a push subscription; the oldest first. */
async function readOutbox(to: string): Promise<Sent[]> {
  const response = await fetch(`${world.sandboxUrl}/outbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as Sent[]).toReversed();
}

const readTexts = async (to: string, channel: string) =>
  (await readOutbox(to)).filter((message) => message.channel === channel).map(({ text }) => text);

const pushLabel = (user: TestUser) => `user ${user.id}`;

async function subscribe(
  user: TestUser,
  label = pushLabel(user),
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  const response = await fetch(`${world.sandboxUrl}/push/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label }),
  });
  const subscription = (await response.json()) as {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  await user.done(addPushSubscription, { endpoint: subscription.endpoint, ...subscription.keys });
  return subscription;
}

const buildNotice = (
  user: TestUser,
  type: Notice['type'],
  values: Notice['values'],
  event: string,
): Notice => ({
  userId: user.id,
  type,
  values,
  path: '/requestlist/7',
  dedupeKey: event,
});
const buildRelease = (user: TestUser, event: string) =>
  buildNotice(user, 'payment_released', { amount: '₹900', milestone: 'Paint' }, event);
const buildQuote = (user: TestUser, event: string, worker = 'Imran') =>
  buildNotice(user, 'quote_received', { worker, amount: '₹900', job: 'Paint' }, event);

async function notifyAll(...notices: Notice[]): Promise<void> {
  await inTx(world.db, (tx) => notifyMany(tx, notices));
  await world.drain();
}

/** Sends what is due by now: the queue waits by the clock of the database. */
async function resume(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'resume_deliveries', {}));
  await world.drain();
}

const listStatuses = async (user: TestUser) =>
  Object.fromEntries(
    (
      await world.db
        .selectFrom('notification_delivery')
        .select(['channel', 'status', 'reason'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute()
    ).map(({ channel, status, reason }) => [channel, reason === null ? status : `${status}: ${reason}`]),
  );

test('money reaches a person by every channel, once, with a link to its screen', async () => {
  const user = await world.user({ firstName: 'Asha' });
  await subscribe(user);
  await user.done(agreeToWhatsApp, { agrees: 'true' });
  await notifyAll(buildRelease(user, 'release 1'));
  await notifyAll(buildRelease(user, 'release 1'));

  const sent = [
    ...(await readOutbox(user.mobile)),
    ...(await readOutbox(user.email)),
    ...(await readOutbox(pushLabel(user))),
  ];
  expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['email', 'push', 'sms', 'whatsapp']);
  const [mail, push, sms, whatsApp] = sent.toSorted((a, b) => (a.channel < b.channel ? -1 : 1));
  expect(sms?.text).toMatch(/^FWS: Rs 900 for Paint is in your passbook\. http:\S+\/s\/[\w-]{11}$/);
  expect(whatsApp?.text).toBe('₹900 for Paint is in your passbook');
  expect(whatsApp?.actions[0]).toMatchObject({
    title: 'Open in FWS',
    link: expect.stringMatching(/\/s\/[\w-]{11}$/),
  });
  expect(push).toMatchObject({
    title: 'Money released',
    text: '₹900 for Paint is in your passbook',
    link: `${world.url}/requestlist/7`,
  });
  expect(mail).toMatchObject({ subject: '₹900 for Paint is in your passbook' });
  expect(mail?.html).toContain('₹900 for Paint is in your passbook');
  for (const message of sent.filter(({ channel }) => channel !== 'push')) {
    const opened = await fetch(/http:\S+\/s\/[\w-]+/.exec(message.link ?? '')?.[0] ?? '', {
      redirect: 'manual',
    });
    expect([opened.status, opened.headers.get('location')], message.channel).toEqual([302, '/requestlist/7']);
  }
  await waitFor('the receipts', async () => {
    const statuses = await listStatuses(user);
    return statuses['sms'] === 'delivered' && statuses['whatsapp'] === 'delivered';
  });
  expect(await listStatuses(user)).toMatchObject({ push: 'sent', email: 'sent' });
});

test('a person who reads Hindi gets Hindi, and opening a link sets the language of a new device', async () => {
  const user = await world.user();
  await world.db.updateTable('user_account').set({ locale: 'hi' }).where('id', '=', user.id).execute();
  await notifyAll(buildRelease(user, 'release 1'));
  const [sms] = await readOutbox(user.mobile);
  expect(sms?.text).toMatch(/^FWS: Paint के Rs 900 आपकी पासबुक में आ गए। /);
  const link = /http:\S+/.exec(sms?.text ?? '')?.[0] ?? '';
  const readCookie = async (cookie: string) =>
    (await fetch(link, { redirect: 'manual', headers: { cookie } })).headers.get('set-cookie');
  expect(await readCookie('')).toMatch(/^lang=hi;/);
  expect(await readCookie('lang=en')).toBeNull();
  const unknown = await fetch(`${world.url}/s/AAAAAAAAAAA`, { redirect: 'manual' });
  expect(unknown.headers.get('location')).toBe('/notifications');
});

test('what is not urgent waits for company, at night until the morning, and comes in one message', async () => {
  const user = await world.user();
  setTimeOfDay(23);
  await subscribe(user);
  await notifyAll(buildQuote(user, 'quote 1'), buildRelease(user, 'release 1'));
  await notifyAll(buildQuote(user, 'quote 2', 'Asha'));
  expect(await readTexts(pushLabel(user), 'push')).toEqual(['₹900 for Paint is in your passbook']);
  expect(await readTexts(user.email, 'email')).toHaveLength(1);

  world.clock.advance(8 * 60 * MINUTE_MS);
  await resume();
  expect(await readTexts(pushLabel(user), 'push')).toHaveLength(1);
  world.clock.advance(62 * MINUTE_MS);
  await resume();
  const pushes = await readOutbox(pushLabel(user));
  expect(pushes.map(({ title, text }) => [title, text]).slice(1)).toEqual([
    ['2 new notifications', 'New quote (2)'],
  ]);
  const [, mail] = await readOutbox(user.email);
  expect(mail?.subject).toBe('2 new notifications: New quote (2)');
  expect(mail?.text).toContain('- Imran quoted ₹900 for Paint\n- Asha quoted ₹900 for Paint');
  await resume();
  expect(await readOutbox(user.email)).toHaveLength(2);
});

test('what was read in the app, or turned off meanwhile, is not sent', async () => {
  const [reader, changer] = [await world.user(), await world.user()];
  await notifyAll(buildQuote(reader, 'quote 1'), buildQuote(changer, 'quote 1'));
  const { items } = await reader.done(notifications, {});
  await reader.done(markNotificationsRead, { shownIds: items.map(({ id }) => String(id)) });
  await changer.done(setNotificationChannel, { group: 'quotes', channel: 'email', isOn: 'false' });
  world.clock.advance(10 * MINUTE_MS);
  await resume();
  expect(await listStatuses(reader)).toEqual({ email: 'skipped: seen' });
  expect(await listStatuses(changer)).toEqual({ email: 'skipped: turned_off' });
  expect([...(await readOutbox(reader.email)), ...(await readOutbox(changer.email))]).toEqual([]);
});

test('a message whose answer was lost is looked up before it is repeated', async () => {
  const user = await world.user();
  await controlSandbox(world, 'faults', {
    failNext: { path: '/api/v5/flow', status: 503, times: 1, when: 'after' },
  });
  await notifyAll(buildRelease(user, 'release 1'));
  expect(await readTexts(user.mobile, 'sms')).toHaveLength(1);
  world.clock.advance(2 * MINUTE_MS);
  await resume();
  expect(await readTexts(user.mobile, 'sms')).toHaveLength(1);
  expect((await listStatuses(user))['sms']).toMatch(/^(sent|delivered)$/);
});

test('a message that the vendor never got is sent later', async () => {
  const user = await world.user();
  await controlSandbox(world, 'faults', {
    failNext: { path: '/api/v5/flow', status: 503, times: 1, when: 'before' },
  });
  await notifyAll(buildRelease(user, 'release 1'));
  expect(await readTexts(user.mobile, 'sms')).toEqual([]);
  expect((await listStatuses(user))['sms']).toBe('sending');
  world.clock.advance(2 * MINUTE_MS);
  await resume();
  expect(await readTexts(user.mobile, 'sms')).toHaveLength(1);
});

test('a refused message ends as failed with its reason', async () => {
  const user = await world.user();
  await controlSandbox(world, 'recipients', { to: user.mobile, manner: 'refused' });
  await notifyAll(buildRelease(user, 'release 1'));
  expect((await listStatuses(user))['sms']).toMatch(/^failed: sms_refused/);
});

test('a browser whose subscription has ended is forgotten', async () => {
  const user = await world.user();
  const { endpoint } = await subscribe(user);
  await fetch(endpoint, { method: 'DELETE' });
  await notifyAll(buildRelease(user, 'release 1'));
  expect((await listStatuses(user))['push']).toBe('skipped: no_device');
  expect((await user.done(notificationSettings, {})).push.devices).toEqual([]);
});

test('a browser that is refused does not keep a push from the others', async () => {
  const user = await world.user();
  const refused = `${pushLabel(user)}, refused`;
  await controlSandbox(world, 'recipients', { to: refused, manner: 'refused' });
  await subscribe(user, refused);
  await notifyAll(buildRelease(user, 'release 1'));
  expect((await listStatuses(user))['push']).toBe('failed: push_refused');
  await subscribe(user);
  await notifyAll(buildRelease(user, 'release 2'));
  expect(await readTexts(pushLabel(user), 'push')).toEqual(['₹900 for Paint is in your passbook']);
});

test('mail to an address that nobody reads comes back once, and no more is sent there', async () => {
  const user = await world.user();
  const email = `bounce-${randomBytes(4).toString('hex')}@mail.example`;
  await world.db.updateTable('user_account').set({ email }).where('id', '=', user.id).execute();
  world.clock.advance(MINUTE_MS);
  await notifyAll(buildRelease(user, 'release 1'));
  await waitFor(
    'the returned mail',
    async () => (await listStatuses(user))['email']?.startsWith('failed') ?? false,
  );
  expect((await user.done(notificationSettings, {})).email).toEqual({
    address: email,
    isVerified: true,
    isReturned: true,
  });
  await notifyAll(buildRelease(user, 'release 2'));
  expect(await readOutbox(email)).toHaveLength(1);
});

test('pressing "stop" in WhatsApp ends its messages', async () => {
  const user = await world.user();
  await user.done(agreeToWhatsApp, { agrees: 'true' });
  await notifyAll(buildRelease(user, 'release 1'));
  const message = (await readOutbox(user.mobile)).find(({ channel }) => channel === 'whatsapp');
  await controlSandbox(world, `messages/${message?.id}`, { state: 'stop' });
  await waitFor('the end of the consent', async () => {
    const { whatsapp } = await user.done(notificationSettings, {});
    return whatsapp.agreedAt === null;
  });
  await notifyAll(buildRelease(user, 'release 2'));
  expect(await readTexts(user.mobile, 'whatsapp')).toHaveLength(1);
  const consents = await world.db
    .selectFrom('channel_consent')
    .select(['channel', 'withdrawn_by'])
    .where('user_id', '=', user.id)
    .execute();
  expect(consents).toEqual([{ channel: 'whatsapp', withdrawn_by: 'whatsapp' }]);
});

test('a changed mobile number needs another consent to WhatsApp', async () => {
  const user = await world.user();
  await user.done(agreeToWhatsApp, { agrees: 'true' });
  const changeMobile = (mobile: string) =>
    world.db.updateTable('user_account').set({ mobile }).where('id', '=', user.id).execute();
  await changeMobile('+917000088001');
  expect((await user.done(notificationSettings, {})).whatsapp.agreedAt).toBeNull();
  await notifyAll(buildRelease(user, 'release 1'));
  expect(await readTexts('+917000088001', 'whatsapp')).toEqual([]);
  const agreed = await user.done(agreeToWhatsApp, { agrees: 'true' });
  expect(agreed.whatsapp.agreedAt).toBe(world.clock.format());
  const unverified = await world.user({ mobileVerified: false });
  expect((await unverified.call(agreeToWhatsApp, { agrees: 'true' })).httpStatus).toBe(403);
});

test('reports that are forged change nothing', async () => {
  const post = (path: string, headers: Record<string, string>) =>
    fetch(`${world.url}/webhooks/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ entry: [] }),
    });
  for (const path of ['sms/msg91', 'whatsapp', 'mail']) {
    expect((await post(path, {})).status, path).toBe(401);
    expect(
      (await post(path, { authorization: 'Bearer guessed', 'x-hub-signature-256': 'sha256=00' })).status,
    ).toBe(401);
  }
  const challenge = await fetch(
    `${world.url}/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=guessed&hub.challenge=1`,
  );
  expect(challenge.status).toBe(403);
});

test('the link in a mail ends mails of its kind, after a question', async () => {
  const user = await world.user();
  await notifyAll(buildRelease(user, 'release 1'));
  const [mail] = await readOutbox(user.email);
  const link = /http:\S+\/unsubscribe\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const readMoney = async () =>
    (await user.done(notificationSettings, {})).groups.find(({ group }) => group === 'money')?.email;
  const page = await (await fetch(link)).text();
  expect(page).toContain('E-mails of the kind “Money” stop');
  expect(await readMoney()).toBe('on');
  // As mail programs do (RFC 8058).
  const stopped = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([stopped.status, await readMoney()]).toEqual([200, 'off']);
  for (const wrong of [`${link}x`, link.replace('-money-', '-quotes-'), link.replace(/\/\d+-/, '/1-')])
    expect((await fetch(wrong, { method: 'POST' })).status, wrong).toBe(404);
});

test('settings begin with the defaults and keep what a person chooses', async () => {
  const user = await world.user();
  const first = await user.done(notificationSettings, {});
  expect(first).toMatchObject({
    quietHours: { isOn: true, from: '21:00', to: '08:00' },
    push: { publicKey: VAPID_PUBLIC_KEY, devices: [] },
    whatsapp: { isAvailable: true, agreedAt: null },
    mobile: { number: user.mobile, isVerified: true },
    email: { address: user.email, isVerified: true, isReturned: false },
  });
  expect(first.groups.find(({ group }) => group === 'security')).toEqual({
    group: 'security',
    push: 'on',
    whatsapp: 'off',
    sms: 'always',
    email: 'always',
  });
  const changed = await user.done(setNotificationChannel, {
    group: 'searches',
    channel: 'sms',
    isOn: 'true',
  });
  expect(changed.groups.find(({ group }) => group === 'searches')).toMatchObject({ sms: 'on', push: 'on' });
  expect(
    await user.call(setNotificationChannel, { group: 'security', channel: 'sms', isOn: 'false' }),
  ).toMatchObject({
    httpStatus: 409,
    message: 'These messages are always on, so that nobody can hide a change from you',
  });
  const quiet = await user.done(setQuietHours, { isOn: 'false', from: '22:30', to: '06:00' });
  expect(quiet.quietHours).toEqual({ isOn: false, from: '22:30', to: '06:00' });
  const agreed = await user.done(agreeToWhatsApp, { agrees: 'true' });
  expect(agreed.whatsapp.agreedAt).toBe(world.clock.format());
  expect((await user.done(agreeToWhatsApp, { agrees: 'false' })).whatsapp.agreedAt).toBeNull();
  expect(await world.guest.call(notificationSettings, {})).toMatchObject({ httpStatus: 401 });
});

test('settings refuse what they cannot keep, beside its field', async () => {
  const user = await world.user();
  const refused = async (...args: Parameters<typeof user.call>) => {
    const { httpStatus, errors } = await user.call(...args);
    return [httpStatus, errors];
  };
  expect(await refused(setQuietHours, { isOn: 'true', from: '21:10', to: '25:00' })).toEqual([
    422,
    { from: 'Choose a full or half hour', to: 'Choose a full or half hour' },
  ]);
  expect(await refused(setQuietHours, { isOn: 'true', from: '21:00', to: '21:00' })).toEqual([
    422,
    { to: 'Quiet hours must end at another time than they begin' },
  ]);
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };
  for (const endpoint of [
    'http://169.254.169.254/latest',
    'https://evil.example/push',
    'https://localhost:1/x',
  ])
    expect(await refused(addPushSubscription, { endpoint, ...keys }), endpoint).toEqual([
      422,
      { endpoint: 'This browser’s push service is not one we know' },
    ]);
});

test('a browser belongs to the session that subscribed it', async () => {
  const [user, other] = [await world.user(), await world.user()];
  expect(await user.call(sendTestPush, {})).toMatchObject({ httpStatus: 409 });
  await world.db
    .updateTable('session')
    .set({ device: 'Chrome · Android' })
    .where('user_id', '=', user.id)
    .execute();
  await subscribe(user);
  const { devices } = (await user.done(notificationSettings, {})).push;
  const { id } = await world.db
    .selectFrom('push_subscription')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(devices).toEqual([{ id, name: 'Chrome · Android', addedAt: world.clock.format(), isThis: true }]);
  const foreign = await other.call(removePushSubscription, { deviceId: String(devices[0]?.id) });
  expect(foreign.httpStatus).toBe(404);
  await user.done(sendTestPush, {});
  await user.done(sendTestPush, {});
  await world.drain();
  expect(await readTexts(pushLabel(user), 'push')).toEqual(['This is how messages from FWS reach you']);
  const removed = await user.done(removePushSubscription, { deviceId: String(devices[0]?.id) });
  expect(removed.push.devices).toEqual([]);

  await subscribe(user);
  await user.done(logout, {});
  await notifyAll(buildRelease(user, 'release 1'));
  expect(await listStatuses(user)).toMatchObject({ sms: expect.any(String), email: expect.any(String) });
  expect(await readTexts(pushLabel(user), 'push')).toHaveLength(1);
});
