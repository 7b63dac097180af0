import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, connectedUsers, friendsSearch, profileList } from '@fws/contract/connections/calls';
import { PEOPLE_COUNTED_MAX } from '@fws/contract/connections/model';
import { findNames, listFriendNames, toPersonParams } from '../../../test/connections.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { openOwnerDb } from '../../../test/database.ts';
import { inTx, read } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { parseSearchWords } from './rules.ts';
import {
  buildPeopleCountQuery,
  buildPeopleQuery,
  countPeople,
  findPeople,
  type FoundPerson,
} from './store.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('finds people by prefixes of words in name, skills and location, in any script', async () => {
  const reader = await world.user({ firstName: 'Zubin' });
  const asha = await world.user({ firstName: 'आशा', lastName: 'शर्मा', skills: ['रंगाई-पुताई'] });
  await world.user({ firstName: 'Zara', lastName: 'Quraishi', skills: ['Tiling, floors', 'C++'] });
  await world.db
    .updateTable('user_account')
    .set({ location: 'कोथरूड, पुणे' })
    .where('id', '=', asha.id)
    .execute();
  await indexPerson(asha.id);
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
  for (const [index, completedCount] of [3, 9, 3, 0, 3].entries()) {
    const id = people[index]?.id ?? 0;
    await world.db
      .updateTable('user_account')
      .set({ completed_projects: completedCount })
      .where('id', '=', id)
      .execute();
    await indexPerson(id);
  }
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
  await indexPerson(suspended.id);
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

/** People with few words, so that searches have many results, few and none; more than are looked at one by one. */
async function insertCrowd(): Promise<CrowdPerson[]> {
  const { rows } = await sql<CrowdPerson>`
    INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location, skills,
      completed_projects, suspended_at)
    SELECT 'Crowd' || chr(97 + i % 7) || i % 97, CASE WHEN i % 500 = 3 THEN 'Électricité' ELSE 'Of' || i % 89 END,
      'crowd' || i || '@mail.example', '+91' || (7000000000 + i), 'individual', '{projects}', 'Baner, पुणे',
      (CASE i % 5 WHEN 0 THEN '{}' WHEN 1 THEN '{Electrician}' WHEN 2 THEN '{Electricity meters}'
        ELSE '{Deep-cleaning}' END)::text[],
      -- The last people have a word that nobody has who comes before them in the directory.
      CASE WHEN i > 3900 THEN 0 ELSE 1 + i * 7 % 13 END, CASE WHEN i % 11 = 0 THEN now() END
    FROM generate_series(1, 4000) i
    RETURNING id, first_name, last_name, skills, location, completed_projects, suspended_at`.execute(
    world.db,
  );
  await inTx(world.db, (tx) => enqueue(tx, 'index_people', { after: 0 }));
  await world.drain();
  return rows;
}

/** For a row that a test has changed itself. */
const indexPerson = (id: number) => sql`SELECT index_person(${id})`.execute(world.db);

interface CrowdPerson {
  id: number;
  first_name: string;
  last_name: string;
  skills: string[];
  location: string;
  completed_projects: number;
  suspended_at: Date | null;
}

const SEARCHES = [
  'crowd',
  'c pu',
  'CROWDA1',
  'crowdb of8',
  'électr',
  'electrici',
  'electricia',
  'electricity',
]
  .concat([
    'पुणे deep',
    'clean',
    'crowdc pun',
    'of1 crowd bane deep',
    'elect meter crowdd',
    'zzz',
    'deep-clean',
  ])
  .concat(['crowd newcomer', 'newcomer', 'crowdg96', 'o', 'of2 electrician']);

test('finds, sorts and counts the same people as a look at each of them does', async () => {
  const crowd = await insertCrowd();
  for (const person of crowd.slice(3950)) {
    person.skills = ['Newcomers'];
    await world.db
      .updateTable('user_account')
      .set({ skills: person.skills })
      .where('id', '=', person.id)
      .execute();
    await indexPerson(person.id);
  }
  const reader = crowd[100]?.id ?? 0;
  const readWords = (text: string) =>
    text
      .normalize()
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u);
  const lookAtEach = (search: string) =>
    crowd
      .filter((person) => {
        const { first_name: first, last_name: last, skills, location } = person;
        const words = readWords([first, last, ...skills, location].join(' '));
        const isFound = readWords(search).every((start) => words.some((word) => word.startsWith(start)));
        return person.suspended_at === null && person.id !== reader && isFound;
      })
      .toSorted((a, b) => b.completed_projects - a.completed_projects || b.id - a.id)
      .map(({ id }) => id);
  const crowdIds = new Set(crowd.map(({ id }) => id));
  for (const search of SEARCHES) {
    const words = parseSearchWords(search) ?? [];
    const ids: number[] = [];
    const limit = search.length * 60;
    let after: [string, number] | null = null;
    do {
      const found: FoundPerson[] = await findPeople(world.db, reader, { words, after, limit });
      const page = found.slice(0, limit);
      ids.push(...page.map((person) => person.user_id));
      const last = found.length > limit ? page.at(-1) : undefined;
      after = last ? [String(last.completed_projects), last.user_id] : null;
    } while (after);
    const expected = lookAtEach(search);
    const own = ids.filter((id) => crowdIds.has(id));
    expect(own, search).toEqual(expected);
    const total = await countPeople(world.db, reader, words);
    expect(total, search).toBe(Math.min(ids.length, PEOPLE_COUNTED_MAX + 1));
  }
  expect([lookAtEach('newcomer').length, lookAtEach('crowd').length]).toEqual([46, 3_636]);
});

test('counts the people of a search on its first page, up to a thousand', async () => {
  const reader = await world.user({ firstName: 'Counted' });
  await world.user({ firstName: 'Counting' });
  await world.user({ firstName: 'Counter' });
  const first = await reader.done(profileList, { search: 'count', limit: '1' });
  expect(first).toMatchObject({ items: [{ firstName: 'Counter' }], total: 2 });
  const second = await reader.done(profileList, {
    search: 'count',
    limit: '1',
    cursor: first.nextCursor ?? '',
  });
  expect(second).toMatchObject({ items: [{ firstName: 'Counting' }], nextCursor: null, total: null });
  expect((await reader.done(profileList, { search: 'crowd' })).total).toBe(1_001);
  expect((await reader.done(profileList, { search: '???' })).total).toBe(0);
  expect((await reader.done(profileList, { search: '' })).total).toBe(null);
  const connections = await reader.done(connectedUsers, { search: 'count', scope: 'connected' });
  expect(connections.total).toBe(null);
});

test('adds those who registered before the directory had a table', async () => {
  const list = async () => (await sql`SELECT * FROM person_search ORDER BY user_id`.execute(world.db)).rows;
  const before = await list();
  const [reader, friend] = [await world.user(), await world.user({ firstName: 'Unlisted' })];
  await reader.done(connect, { userId: String(friend.id) });
  const expected = await list();
  expect(expected).toHaveLength(before.length + 2);
  await sql`DELETE FROM person_search WHERE user_id % 3 > 0 OR user_id = ${friend.id}`.execute(world.db);
  // Connections do not depend on the directory.
  expect(await reader.done(connectedUsers, { search: '', scope: 'connected' })).toMatchObject({
    items: [{ id: friend.id }],
  });
  await inTx(world.db, (tx) => enqueue(tx, 'index_people', { after: 0 }));
  await world.drain();
  expect(await list()).toEqual(expected);
});

test('looks at few people, by an index, whatever the words', async () => {
  const owner = openOwnerDb(world.ownerUrl);
  await sql`ANALYZE person_search`.execute(owner);
  await owner.destroy();
  const explain = async ({ text, values }: { text: string; values: unknown[] }) => {
    const query = { text: `EXPLAIN ANALYZE ${text}`, values };
    const rows = await read<{ 'QUERY PLAN': string }>(world.db, query);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const page = { after: ['13', 20_000] as [string, number], limit: 50 };
  const frequent = await explain(buildPeopleQuery(1, { words: ['crowd', 'ban'], ...page }));
  expect(frequent).toContain('Scan using person_search_directory');
  expect(frequent).toMatch(/Scan on person_search .*never executed/);
  const rare = await explain(buildPeopleQuery(1, { words: ['newcomer', 'ban'], after: null, limit: 50 }));
  expect(rare).toMatch(/Index Scan on person_search_beginnings .*actual time/);
  expect(await explain(buildPeopleQuery(1, { words: [], ...page }))).toContain('person_search_directory');
  const counted = await explain(buildPeopleCountQuery(1, ['newcomer', 'ban']));
  expect(counted).toContain('person_search_beginnings');
});
