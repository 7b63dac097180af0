import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, friendsSearch, profileList } from '@fws/contract/connections/calls';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { buildPeopleQuery } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const toPersonParams = (user: TestUser) => ({ userId: String(user.id) });
const listNames = (page: { items: { firstName: string }[] }) => page.items.map((person) => person.firstName);
const findNames = async (reader: TestUser, search: string) =>
  listNames(await reader.done(profileList, { search })).toSorted();
const listFriendNames = async (user: TestUser, search = '') =>
  listNames(await user.done(friendsSearch, { search }));

test('finds people by prefixes of words in name, skills and location, in any script', async () => {
  const reader = await world.user({ firstName: 'Zubin' });
  const asha = await world.user({ firstName: 'आशा', lastName: 'शर्मा', skills: ['रंगाई-पुताई'] });
  await world.user({ firstName: 'Zara', lastName: 'Quraishi', skills: ['Tiling, floors', 'C++'] });
  await world.db
    .updateTable('user_account')
    .set({ location: 'कोथरूड, पुणे' })
    .where('id', '=', asha.id)
    .execute();
  expect(await findNames(reader, 'zara')).toEqual(['Zara']);
  expect(await findNames(reader, 'qur ZAR')).toEqual(['Zara']);
  expect(await findNames(reader, 'floor quraishi koth')).toEqual(['Zara']);
  expect(await findNames(reader, 'पुता')).toEqual(['आशा']);
  expect(await findNames(reader, 'कोथरू शर्मा')).toEqual(['आशा']);
  expect(await findNames(reader, 'ara')).toEqual([]);
  // The reader is never in their own results.
  expect(await findNames(reader, 'zubin')).toEqual([]);
});

test.each(["' | 'zara':*", "zara') OR 1=1 --", '!zara', 'zara & <->', '\\zara', "':*", '%'])(
  'treats the search %j as plain words',
  async (search) => {
    const reader = await world.user();
    expect((await reader.call(profileList, { search })).httpStatus).toBe(200);
    expect((await reader.call(friendsSearch, { search })).httpStatus).toBe(200);
  },
);

test('pages through the directory by completed projects, listing everybody once', async () => {
  const reader = await world.user();
  const people: TestUser[] = [];
  for (let count = 0; count < 5; count++) people.push(await world.user({ firstName: 'Directory' }));
  for (const [index, completedCount] of [3, 9, 3, 0, 3].entries())
    await world.db
      .updateTable('user_account')
      .set({ completed_projects: completedCount })
      .where('id', '=', people[index]?.id ?? 0)
      .execute();
  const listedIds: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.done(profileList, { search: 'directory', limit: '2', cursor });
    listedIds.push(...page.items.map((person) => person.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listedIds).toEqual([1, 4, 2, 0, 3].map((index) => people[index]?.id));
  const fullPage = await reader.done(profileList, { search: '', limit: '1000' });
  expect(fullPage.items.length).toBeLessThanOrEqual(100);
});

test('friends_search finds only one’s own connections, by name', async () => {
  const [user, asha, other] = [
    await world.user(),
    await world.user({ firstName: 'Ashwini', skills: ['Cook'] }),
    await world.user({ firstName: 'Bela' }),
  ];
  await user.done(connect, toPersonParams(asha));
  await other.done(connect, toPersonParams(user));
  expect(await listFriendNames(user)).toEqual(['Bela', 'Ashwini']);
  expect(await listFriendNames(user, 'ASHW')).toEqual(['Ashwini']);
  expect(await listFriendNames(asha)).toEqual([user.firstName]);
  expect(await listFriendNames(await world.user())).toEqual([]);
  expect((await user.post('friends_search', { search: 'ashw' })).data).toEqual([
    {
      id: asha.id,
      first_name: 'Ashwini',
      last_name: 'Kumar',
      profile_image: '',
      skills: 'Cook',
      is_kyc_updated: 0,
    },
  ]);
  expect((await user.post('fws_connected_user', {})).data).toHaveLength(2);
});

test('fws_connected_user lists everybody for the type All, and connections for any other', async () => {
  const reader = await world.user();
  const [friend, stranger, suspended] = [
    await world.user({ firstName: 'Everybody', lastName: 'Rao' }),
    await world.user({ firstName: 'Everybody', lastName: 'Kale' }),
    await world.user({ firstName: 'Everybody', lastName: 'Gone' }),
  ];
  await reader.done(connect, toPersonParams(friend));
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', suspended.id)
    .execute();
  const list = async (fields: Record<string, string>) =>
    (await reader.post('fws_connected_user', { search: 'everybody', ...fields })).data;
  // The policy shows strangers the first letter of the last name.
  const people = [
    { id: stranger.id, first_name: 'Everybody', last_name: 'K.', is_connected: 0 },
    { id: friend.id, first_name: 'Everybody', last_name: 'Rao', is_connected: 1 },
  ];
  for (const type of ['All', 'all', ' ALL ']) expect(await list({ type })).toMatchObject(people);
  for (const type of ['Connected', '', 'x']) expect(await list({ type })).toMatchObject([{ id: friend.id }]);
  const everybody = await reader.post('fws_connected_user', { type: 'All', limit: '100' });
  const ids = (everybody.data as { id: number }[]).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([friend.id, stranger.id]));
  expect(ids).not.toContain(reader.id);
  expect(ids).not.toContain(suspended.id);
  const firstPage = await reader.post('fws_connected_user', { type: 'All', search: 'everybody', limit: '1' });
  expect(await list({ type: 'All', cursor: String(firstPage['next_cursor']) })).toMatchObject([people[1]]);
});

test('searches words through their index and reads the directory through its own index', async () => {
  await sql`
    INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location, skills)
    SELECT 'Crowd' || i % 97, 'Of' || i % 89, 'crowd' || i || '@mail.example', '+91' || (7000000000 + i), 'individual',
      '{projects}', 'Baner, Pune', '{Cleaning}' FROM generate_series(1, 4000) i`.execute(world.db);
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await owner.query('ANALYZE user_account');
  await owner.end();
  const explainSearch = async (words: string[]) => {
    const { text, values } = buildPeopleQuery(1, { words, after: ['3', 20_000], limit: 50 });
    const bound = text.replaceAll(
      /\$(\d)/g,
      (_, number: string) => `'${String(values[Number(number) - 1]).replaceAll("'", "''")}'`,
    );
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(bound)}`.execute(world.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await explainSearch(['crowd1', 'pun'])).toContain('user_account_words');
  expect(await explainSearch([])).toContain('user_account_directory');
});
