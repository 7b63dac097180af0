import { createHash } from 'node:crypto';
import { sessionList } from '@fws/contract/identity/calls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { TestUser } from '../../../../test/user.ts';
import { createDb, createPool } from '../../../platform/db/index.ts';
import { createSession, SessionRows } from './store.ts';
import { PASSWORD } from '../../../../test/identity/logins.ts';
import { buildRegistrationForm } from '../../../../test/identity/registration.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36';

/** PostgreSQL plans the first executions of a prepared statement for their values, and then compares. */
const PLANNED_EACH_TIME = 5;

interface Listed {
  session_id: number;
  device: string;
  created_at: string;
  seen_at: string;
  current: boolean;
}

/** Registers a user on a phone and logs them in once more elsewhere. */
async function createMember(): Promise<{ here: TestUser; there: TestUser }> {
  const form = buildRegistrationForm();
  const getLogin = (answer: { data: unknown }) => (answer.data as [{ id: number; auth_token: string }])[0];
  const registered = getLogin(await world.guest.post('user_register', form, { 'user-agent': PHONE }));
  world.clock.advance(1000);
  const login = { user_name: form['email_id'] ?? '', password: PASSWORD };
  const again = getLogin(await world.guest.post('user_login', login));
  const createUser = ({ id, auth_token: token }: typeof registered) => new TestUser(world.url, { id, token });
  return { here: createUser(registered), there: createUser(again) };
}

const list = async (user: TestUser, fields = {}): Promise<Listed[]> =>
  (await user.post('session_list', fields)).data as Listed[];
const isSignedIn = async (user: TestUser) => (await user.post('current_user', {})).httpStatus === 200;

test('lists the sessions of a user, newest first, without tokens', async () => {
  const { here, there } = await createMember();
  const sessions = await list(here);
  expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: '', current: false },
    { device: 'Chrome · Android', current: true },
  ]);
  const answer = JSON.stringify(await here.post('session_list', {}));
  expect(answer).not.toContain(here.token);
  expect(answer).not.toContain(there.token);
});

test('shows every field of a session', async () => {
  const user = await world.user();
  const row = await world.db
    .selectFrom('session')
    .select(['id', 'created_at', 'seen_at'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(await user.done(sessionList, {})).toEqual({
    items: [
      {
        id: row.id,
        device: '',
        createdAt: row.created_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        current: true,
      },
    ],
    nextCursor: null,
  });
});

test('ends one session at once', async () => {
  const { here, there } = await createMember();
  const [other] = await list(here);
  const end = () => here.post('session_end', { session_id: String(other?.session_id), password: PASSWORD });
  expect(await end()).toMatchObject({ httpStatus: 200, message: 'That device is signed out' });
  expect(await isSignedIn(there)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
  expect(await end()).toMatchObject({ httpStatus: 404, message: 'This device is signed out already' });
});

test('ends all other sessions and keeps this one', async () => {
  const { here, there } = await createMember();
  expect(await here.post('session_end_others', { password: PASSWORD })).toMatchObject({
    httpStatus: 200,
    message: 'All other devices are signed out',
  });
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  expect(await list(here)).toHaveLength(1);
});

test('a session ends ninety days after it began, however much it is used', async () => {
  const { here } = await createMember();
  for (const days of [29, 29, 29, 2]) {
    world.clock.advance(days * 24 * 3600_000);
    expect(await isSignedIn(here)).toBe(true);
  }
  world.clock.advance(24 * 3600_000);
  expect(await isSignedIn(here)).toBe(false);
});

test('neither lists nor ends sessions of other users', async () => {
  const [mine, theirs] = [await createMember(), await createMember()];
  const [other] = await list(theirs.here);
  const ask = {
    session_id: String(other?.session_id),
    user_id: String(theirs.here.id),
    password: PASSWORD,
  };
  expect((await mine.here.post('session_end', ask)).httpStatus).toBe(404);
  await mine.here.post('session_end_others', { user_id: String(theirs.here.id), password: PASSWORD });
  expect([await isSignedIn(theirs.here), await isSignedIn(theirs.there)]).toEqual([true, true]);
  const seen = await list(mine.here, { user_id: String(theirs.here.id) });
  expect(seen.map(({ session_id }) => session_id)).not.toContain(other?.session_id);
  for (const name of ['session_list', 'session_end', 'session_end_others'])
    expect((await world.guest.post(name, { session_id: '1' })).httpStatus).toBe(401);
});

test('pages by cursor and leaves out expired sessions', async () => {
  const user = await world.user();
  const day = 24 * 3600_000;
  for (let n = 0; n < 4; n++) {
    world.clock.advance(1000);
    const now = world.clock.now();
    await createSession(world.db, { userId: user.id, now, ttlMs: day, client: 'test', confirmed: true });
  }
  await createSession(world.db, {
    userId: user.id,
    now: new Date(world.clock.now().getTime() - 2 * day),
    ttlMs: day,
    client: 'test',
    confirmed: true,
  });
  const ids: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await user.post('session_list', { limit: '2', ...(cursor ? { cursor } : {}) });
    ids.push(...(page.data as Listed[]).map(({ session_id }) => session_id));
    cursor = page['next_cursor'] as string | null;
  }
  expect(ids).toHaveLength(5);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a).slice(0, 5));
  expect((await user.post('session_list', { cursor: 'x' })).httpStatus).toBe(400);
});

test.each(['', '0', '-1', '1.5', 'x'.repeat(3000), '<b>1</b>', '99999999999999999999'])(
  'returns 422 for the session id %s',
  async (session_id) => {
    const user = await world.user();
    expect(await user.post('session_end', { session_id })).toMatchObject({
      httpStatus: 422,
      errors: { session_id: 'Please choose a device' },
    });
  },
);

test('looks sessions up by one kept plan, however many arrive together', async () => {
  const pool = createPool(world.ownerUrl, { max: 1 });
  const db = createDb(pool, { namedStatements: true });
  onTestFinished(() => db.destroy());
  const users = [await world.user(), await world.user()];
  const rows = new SessionRows(db, world.clock);
  const lookUp = (token: string) => rows.load(createHash('sha256').update(token).digest());
  for (let time = 1; time <= PLANNED_EACH_TIME + 2; time++) await lookUp('unknown');
  const found = await Promise.all([...users.map(({ token }) => token), 'unknown'].map(lookUp));
  expect(found.map((row) => row?.user_id)).toEqual([...users.map(({ id }) => id), undefined]);
  const { rows: plans } = await pool.query(
    `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = 'callers'`,
  );
  expect(plans).toEqual([{ custom_plans: PLANNED_EACH_TIME, generic_plans: 3 }]);
});
