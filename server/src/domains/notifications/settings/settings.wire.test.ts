import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '@fws/contract/identity/session/calls';
import {
  addPushSubscription,
  agreeToWhatsApp,
  notificationSettings,
  removePushSubscription,
  sendTestPush,
  setNotificationChannel,
  setQuietHours,
} from '@fws/contract/notifications/calls';
import {
  buildRelease,
  createDeliverySteps,
  MINUTE_MS,
  toPushLabel,
} from '../../../../test/notifications/deliveries.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createVapidKeys } from '../../../adapters/push/vapid-keys.ts';

const vapidKeys = createVapidKeys();

let world: World;
const { listStatuses, notifyAll, readOutbox, readTexts, setTimeOfDay, subscribe } = createDeliverySteps(
  () => world,
);
beforeAll(async () => {
  world = await startWorld({
    env: {
      NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email',
      VAPID_PUBLIC_KEY: vapidKeys.publicKey,
      VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    },
    clockStopped: true,
  });
});
beforeEach(() => setTimeOfDay(12));
afterAll(() => world.close());

test('settings begin with the defaults and keep what a person chooses', async () => {
  const user = await world.user();
  const first = await user.done(notificationSettings, {});
  expect(first).toMatchObject({
    quietHours: { isOn: true, from: '21:00', to: '08:00' },
    push: { publicKey: vapidKeys.publicKey, devices: [] },
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
  expect(quiet.quietHours).toMatchObject({ isOn: false, from: '22:30', to: '06:00' });
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
  expect(await readTexts(toPushLabel(user), 'push')).toEqual(['This is how messages from FWS reach you']);
  const removed = await user.done(removePushSubscription, { deviceId: String(devices[0]?.id) });
  expect(removed.push.devices).toEqual([]);

  await subscribe(user);
  await user.done(logout, {});
  await notifyAll(buildRelease(user, 'release 1'));
  const channels = await world.db
    .selectFrom('notification_delivery')
    .select('channel')
    .where('user_id', '=', user.id)
    .where('dedupe_key', '=', 'release 1')
    .orderBy('channel')
    .execute();
  expect(channels.map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(await readTexts(toPushLabel(user), 'push')).toHaveLength(1);
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
