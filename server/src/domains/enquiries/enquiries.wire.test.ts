import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
/** All come from one address, which may leave twenty in an hour. */
beforeEach(() => world.clock.advance(3600_000));

async function leave(body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${world.url}/notify-me`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}
const form = (email: string) => new URLSearchParams({ email });
const kept = () =>
  world.db.selectFrom('notify_me').select(['email', 'locale']).orderBy('created_at').execute();

test('an address is kept once, in small letters, with the language of the page', async () => {
  for (const email of ['Meera@Mail.example', ' meera@mail.example '])
    expect(await leave(form(email), { 'accept-language': 'hi' })).toBe('/#notified');
  const multipart = new FormData();
  multipart.append('email', 'imran@mail.example');
  expect(await leave(multipart)).toBe('/#notified');
  expect(await kept()).toEqual([
    { email: 'meera@mail.example', locale: 'hi' },
    { email: 'imran@mail.example', locale: 'en' },
  ]);
});

test('what is no address is said to be none', async () => {
  const before = await kept();
  for (const email of ['', 'meera', 'a@b', `${'x'.repeat(250)}@mail.example`, '<script>@mail.example'])
    expect(await leave(form(email))).toBe('/#notified-bad');
  expect(await leave(new URLSearchParams())).toBe('/#notified-bad');
  expect(await leave(JSON.stringify({ email: { $ne: 1 } }), { 'content-type': 'application/json' })).toBe(
    '/#notified-bad',
  );
  expect(await kept()).toEqual(before);
});

test('one address of the network may leave twenty in an hour', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => leave(form(`person${n}@mail.example`))),
  );
  expect(answers.filter((answer) => answer === '/#notified')).toHaveLength(20);
  expect(answers.filter((answer) => answer === '/#notified-later')).toHaveLength(5);
});
