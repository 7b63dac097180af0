import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, friendsSearch, profileList } from '@fws/contract/connections/calls';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { findStatement } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const at = (user: TestUser) => ({ userId: String(user.id) });
const namesIn = (page: { items: { firstName: string }[] }) => page.items.map((person) => person.firstName);
const find = async (reader: TestUser, search: string) =>
  namesIn(await reader.done(profileList, { search })).toSorted();
const friendsOf = async (user: TestUser, search = '') => namesIn(await user.done(friendsSearch, { search }));

test('finds people by prefixes of words in name, skills and location, in any script', async () => {
  const reader = await world.user({ firstName: 'Zubin' });
  const asha = await world.user({ firstName: 'आशा', lastName: 'शर्मा', skills: ['रंगाई-पुताई'] });
  await world.user({ firstName: 'Zara', lastName: 'Quraishi', skills: ['Tiling, floors', 'C++'] });
  await world.db
    .updateTable('user_account')
    .set({ location: 'कोथरूड, पुणे' })
    .where('id', '=', asha.id)
    .execute();
  expect(await find(reader, 'zara')).toEqual(['Zara']);
  expect(await find(reader, 'qur ZAR')).toEqual(['Zara']);
  expect(await find(reader, 'floor quraishi koth')).toEqual(['Zara']);
  expect(await find(reader, 'पुता')).toEqual(['आशा']);
  expect(await find(reader, 'कोथरू शर्मा')).toEqual(['आशा']);
  expect(await find(reader, 'ara')).toEqual([]);
  // The reader is never in their own results.
  expect(await find(reader, 'zubin')).toEqual([]);
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
  const crowd: TestUser[] = [];
  for (let count = 0; count < 5; count++) crowd.push(await world.user({ firstName: 'Directory' }));
  for (const [index, done] of [3, 9, 3, 0, 3].entries())
    await world.db
      .updateTable('user_account')
      .set({ completed_projects: done })
      .where('id', '=', crowd[index]?.id ?? 0)
      .execute();
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.done(profileList, { search: 'directory', limit: '2', cursor });
    seen.push(...page.items.map((person) => person.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([1, 4, 2, 0, 3].map((index) => crowd[index]?.id));
  const all = await reader.done(profileList, { search: '', limit: '1000' });
  expect(all.items.length).toBeLessThanOrEqual(100);
});

test('friends_search finds only one’s own connections, by name', async () => {
  const [one, asha, other] = [
    await world.user(),
    await world.user({ firstName: 'Ashwini', skills: ['Cook'] }),
    await world.user({ firstName: 'Bela' }),
  ];
  await one.done(connect, at(asha));
  await other.done(connect, at(one));
  expect(await friendsOf(one)).toEqual(['Bela', 'Ashwini']);
  expect(await friendsOf(one, 'ASHW')).toEqual(['Ashwini']);
  expect(await friendsOf(asha)).toEqual([one.firstName]);
  expect(await friendsOf(await world.user())).toEqual([]);
  expect((await one.post('friends_search', { search: 'ashw' })).data).toEqual([
    {
      id: asha.id,
      first_name: 'Ashwini',
      last_name: 'Kumar',
      profile_image: '',
      skills: 'Cook',
      is_kyc_updated: 0,
    },
  ]);
  expect((await one.post('fws_connected_user', { type: 'All' })).data).toHaveLength(2);
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
  const planOf = async (words: string[]) => {
    const { text, values } = findStatement(1, { words, after: ['3', 20_000], limit: 50 });
    const bound = text.replaceAll(
      /\$(\d)/g,
      (_, number: string) => `'${String(values[Number(number) - 1]).replaceAll("'", "''")}'`,
    );
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(bound)}`.execute(world.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf(['crowd1', 'pun'])).toContain('user_account_words');
  expect(await planOf([])).toContain('user_account_directory');
});
