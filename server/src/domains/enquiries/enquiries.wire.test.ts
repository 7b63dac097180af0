import { appLinks } from '@fws/contract/enquiries/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    env: {
      TRUST_PROXY: '1',
      LIMIT_NOTIFY_ADDRESS: '20/1h',
      APP_LINK_GOOGLE_PLAY: 'https://play.google.com/store/apps/details?id=in.fws',
    },
  });
});
afterAll(() => world.close());
/** All tests share one IP address, which is limited to twenty submissions an hour. */
beforeEach(() => world.clock.advance(3600_000));

async function submitEmail(body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${world.url}/notify-me`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}
const buildForm = (email: string) => new URLSearchParams({ email });
const listSavedEmails = () =>
  world.db.selectFrom('notify_me').select(['email', 'locale']).orderBy('created_at').execute();

test('stores an address once, in lower case, with the language of the page', async () => {
  for (const email of ['Meera@Mail.example', ' meera@mail.example '])
    expect(await submitEmail(buildForm(email), { 'accept-language': 'hi' })).toBe('/#notified');
  const multipart = new FormData();
  multipart.append('email', 'imran@mail.example');
  expect(await submitEmail(multipart)).toBe('/#notified');
  expect(await listSavedEmails()).toEqual([
    { email: 'meera@mail.example', locale: 'hi' },
    { email: 'imran@mail.example', locale: 'en' },
  ]);
});

test('redirects to the error note for an invalid address and stores nothing', async () => {
  const before = await listSavedEmails();
  for (const email of ['', 'meera', 'a@b', `${'x'.repeat(250)}@mail.example`, '<script>@mail.example'])
    expect(await submitEmail(buildForm(email))).toBe('/#notified-bad');
  expect(await submitEmail(new URLSearchParams())).toBe('/#notified-bad');
  expect(
    await submitEmail(JSON.stringify({ email: { $ne: 1 } }), { 'content-type': 'application/json' }),
  ).toBe('/#notified-bad');
  expect(await listSavedEmails()).toEqual(before);
});

test('accepts twenty addresses an hour from one IP address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => submitEmail(buildForm(`person${n}@mail.example`))),
  );
  expect(answers.filter((answer) => answer === '/#notified')).toHaveLength(20);
  expect(answers.filter((answer) => answer === '/#notified-later')).toHaveLength(5);
});

/** Sends each request from a different IP address, as a botnet does. */
async function flood(from: number, count: number): Promise<void> {
  const remaining = Array.from({ length: count }, (_, n) => from + n);
  const sendRemaining = async () => {
    for (let n = remaining.pop(); n !== undefined; n = remaining.pop())
      await (
        await post(buildForm(`bot${n}@mail.example`), `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
      ).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 40 }, sendRemaining));
}
const post = (body: BodyInit, from: string) =>
  fetch(`${world.url}/notify-me`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': from, 'accept-language': 'hi' },
    redirect: 'manual',
  });
const parseProof = (page: string) => /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? '';
const buildFormWithProof = (email: string, proof: string) => new URLSearchParams({ email, proof });

test('stores 300 addresses an hour without confirmation, then asks for one more click', async () => {
  const before = (await listSavedEmails()).length;
  await flood(0, 600);
  expect((await listSavedEmails()).length - before).toBe(300);

  const response = await post(buildForm('meera@person.example'), '203.0.113.7');
  const page = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page).toContain('हाँ, मुझे बताएँ');
  expect((await listSavedEmails()).length - before).toBe(300);

  // A made-up proof and a proof for another address are both refused.
  for (const proof of ['', 'x', parseProof(page)])
    expect((await post(buildFormWithProof('other@person.example', proof), '203.0.113.8')).status).toBe(200);
  const confirmed = await post(buildFormWithProof('meera@person.example', parseProof(page)), '203.0.113.9');
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/#notified']);
  expect((await listSavedEmails()).slice(before).map(({ email }) => email)).toContain('meera@person.example');
  // Submitted again, the address is known, and the answer is the same as the first time.
  expect((await post(buildForm('meera@person.example'), '203.0.113.7')).headers.get('location')).toBe(
    '/#notified',
  );
  expect((await listSavedEmails()).length - before).toBe(301);

  // A proof is valid until the end of the next hour. Confirmed addresses have an hourly limit of their own.
  const lateProof = parseProof(await (await post(buildForm('ravi@person.example'), '203.0.113.10')).text());
  await world.db
    .updateTable('attempt_counter')
    .set({ count: 3000 })
    .where('scope', '=', 'notify_asked_all')
    .execute();
  expect(
    (await post(buildFormWithProof('ravi@person.example', lateProof), '203.0.113.10')).headers.get(
      'location',
    ),
  ).toBe('/#notified-later');
  world.clock.advance(3600_000);
  expect(
    (await post(buildFormWithProof('ravi@person.example', lateProof), '203.0.113.10')).headers.get(
      'location',
    ),
  ).toBe('/#notified');
}, 60_000);

test('escapes the address on the confirmation page', async () => {
  await flood(20_000, 310);
  const page = await (await post(buildForm('"><b>x@mail.example'), '203.0.113.7')).text();
  expect(page).not.toContain('"><b>');
  const quoted = await (await post(buildForm("o'neil&co@mail.example"), '203.0.113.7')).text();
  expect(quoted).toContain("o'neil&amp;co@mail.example");
});

test('returns the app links of the settings', async () => {
  expect(await world.guest.done(appLinks, {})).toEqual({
    googlePlay: 'https://play.google.com/store/apps/details?id=in.fws',
    appStore: null,
  });
});
