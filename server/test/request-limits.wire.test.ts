import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestUser, type WireAnswer } from './user.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    env: {
      LIMIT_REQUESTS_ADDRESS: '5/10m',
      LIMIT_TOKENS_ADDRESS: '4/10m',
      LIMIT_PAGES_ADDRESS: '3/10m',
    },
  });
});
afterAll(() => world.close());

const listStatuses = (answers: WireAnswer[]) => answers.map(({ status }) => status);

/** Makes the same call repeatedly, one after the other. */
async function repeat(times: number, send: (n: number) => Promise<WireAnswer>): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await send(n));
  return answers;
}

test('guests and unknown tokens share the limits of their address, which signed-in users do not', async () => {
  const user = await world.user();
  const read = () => user.post('current_user', {});
  expect(listStatuses(await repeat(12, read))).toEqual(Array(12).fill(200));

  const refused = await repeat(7, () => world.guest.post('category_list', {}));
  expect(listStatuses(refused)).toEqual([...Array<number>(7).keys()].map((n) => (n < 5 ? 200 : 429)));
  const later = await world.user();
  expect((await later.post('current_user', {})).status).toBe(200);

  const junk = await repeat(6, (n) =>
    new TestUser(world.url, { id: 0, token: `junk-${n}` }).post('current_user', {}),
  );
  expect(listStatuses(junk)).toEqual(Array(6).fill(429));
  expect(listStatuses(await repeat(12, read))).toEqual(Array(12).fill(200));
});

test('says in the message how long to wait, as Retry-After does', async () => {
  const response = await fetch(`${world.url}/api/category_list`, { method: 'POST' });
  const seconds = response.headers.get('retry-after');
  expect([response.status, await response.json()]).toEqual([
    429,
    { status: 429, message: `Too many tries. Please wait ${seconds} seconds and try again`, data: null },
  ]);
});

test('shows a browser over the limit a page in its language', async () => {
  const visit = () =>
    fetch(`${world.url}/jobs`, { headers: { accept: 'text/html', 'accept-language': 'hi-IN' } });
  for (let n = 0; n < 3; n += 1) await visit();
  const response = await visit();
  const seconds = response.headers.get('retry-after');
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(page).toMatch(/^<!doctype html>/i);
  expect(page).toContain(`बहुत ज़्यादा कोशिशें हुईं। कृपया ${seconds} सेकंड`);
});
