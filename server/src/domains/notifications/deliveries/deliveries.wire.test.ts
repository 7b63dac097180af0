import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  agreeToWhatsApp,
  markNotificationsRead,
  notifications,
  notificationSettings,
  setNotificationChannel,
} from '@fws/contract/notifications/calls';
import {
  buildQuote,
  buildRelease,
  createDeliverySteps,
  MINUTE_MS,
  toPushLabel,
} from '../../../../test/notifications/deliveries.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
const { listStatuses, notifyAll, readOutbox, readTexts, resume, setTimeOfDay, subscribe } =
  createDeliverySteps(() => world);
beforeAll(async () => {
  world = await startWorld({
    env: { NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email' },
    clockStopped: true,
  });
});
beforeEach(() => setTimeOfDay(12));
afterAll(() => world.close());

test('money reaches a person by every channel, once, with a link to its screen', async () => {
  const user = await world.user({ firstName: 'Asha' });
  await subscribe(user);
  await user.done(agreeToWhatsApp, { agrees: 'true' });
  await notifyAll(buildRelease(user, 'release 1'));
  await notifyAll(buildRelease(user, 'release 1'));

  const sent = [
    ...(await readOutbox(user.mobile)),
    ...(await readOutbox(user.email)),
    ...(await readOutbox(toPushLabel(user))),
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
  expect(await readTexts(toPushLabel(user), 'push')).toEqual(['₹900 for Paint is in your passbook']);
  expect(await readTexts(user.email, 'email')).toHaveLength(1);

  world.clock.advance(8 * 60 * MINUTE_MS);
  await resume();
  expect(await readTexts(toPushLabel(user), 'push')).toHaveLength(1);
  world.clock.advance(62 * MINUTE_MS);
  await resume();
  const pushes = await readOutbox(toPushLabel(user));
  expect(pushes.map(({ title, text }) => [title, text]).slice(1)).toEqual([
    ['2 new notifications', 'New quote (2)'],
  ]);
  const [, mail] = await readOutbox(user.email);
  expect(mail?.subject).toBe('2 new notifications: New quote (2)');
  expect(mail?.text).toContain('- Imran quoted ₹900 for Paint\n- Asha quoted ₹900 for Paint');
  await resume();
  expect(await readOutbox(user.email)).toHaveLength(2);
});

test('the queue runs messages that are not urgent after all other tasks', async () => {
  const user = await world.user();
  await notifyAll(buildQuote(user, 'quote 1'));
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `SELECT job.priority FROM graphile_worker._private_jobs AS job JOIN notification_delivery AS delivery
       ON delivery.id = (job.payload ->> 'deliveryId')::bigint WHERE delivery.user_id = $1`,
    [user.id],
  );
  await owner.end();
  expect(rows).toEqual([{ priority: 10 }]);
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
  const refused = `${toPushLabel(user)}, refused`;
  await controlSandbox(world, 'recipients', { to: refused, manner: 'refused' });
  await subscribe(user, refused);
  await notifyAll(buildRelease(user, 'release 1'));
  expect((await listStatuses(user))['push']).toBe('failed: push_refused');
  await subscribe(user);
  await notifyAll(buildRelease(user, 'release 2'));
  expect(await readTexts(toPushLabel(user), 'push')).toEqual(['₹900 for Paint is in your passbook']);
});
