import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, connectedUsers, disconnect, personDetail } from '@fws/contract/connections/calls';
import { findNames, listFriendNames, listNames, toPersonParams } from '../../../test/connections.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const suspend = async (user: TestUser, at: Date | null = world.clock.now()) => {
  await world.db.updateTable('user_account').set({ suspended_at: at }).where('id', '=', user.id).execute();
  await sql`SELECT index_person(${user.id})`.execute(world.db);
};
const listNotifications = async (user: TestUser) => {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select(['type', 'values', 'path'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute();
};
const countRowsBetween = async (user: TestUser, other: TestUser) => {
  const pair = [user.id, other.id];
  const { length } = await world.db
    .selectFrom('connection')
    .select('user_id')
    .where('user_id', 'in', pair)
    .where('other_id', 'in', pair)
    .execute();
  return length;
};

test('connects both people at once, counts for both and notifies the other', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kulkarni' });
  const imran = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  expect(await asha.done(personDetail, toPersonParams(imran))).toMatchObject({
    relation: 'stranger',
    firstName: 'Imran',
    lastName: 'S.',
    verified: true,
    totalConnects: 0,
    abilities: { connect: { allowed: true } },
  });
  const answer = await asha.post('connect_fws', { user_id: String(imran.id) });
  expect(answer).toMatchObject({ httpStatus: 200, message: 'Connected' });
  for (const [reader, other, lastName] of [
    [asha, imran, 'Shaikh'],
    [imran, asha, 'Kulkarni'],
  ] as const)
    expect(await reader.done(personDetail, toPersonParams(other))).toMatchObject({
      relation: 'connection',
      lastName,
      totalConnects: 1,
      abilities: { connect: { allowed: false, reason: 'connections.already' } },
    });
  expect(await listNotifications(imran)).toEqual([
    { type: 'connection_made', values: { person: 'Asha Kulkarni' }, path: `/user-detail/${asha.id}` },
  ]);
  expect(await listNotifications(asha)).toEqual([]);
});

test('encodes a person with the legacy names, without mobile number or e-mail', async () => {
  const [reader, meera] = [await world.user(), await world.user({ firstName: 'Meera', skills: ['Tiling'] })];
  await reader.done(connect, toPersonParams(meera));
  const { data } = await reader.post('user_detailed_history', { user_id: String(meera.id) });
  expect(data).toMatchObject([
    {
      id: meera.id,
      first_name: 'Meera',
      skills: 'Tiling',
      is_connected: 1,
      is_kyc_updated: 0,
      total_connects: 1,
      total_completed_project: 0,
      user_rating: null,
    },
  ]);
  const text = JSON.stringify(data);
  expect(text).not.toContain(meera.mobile.slice(3));
  expect(text).not.toContain(meera.email);
});

test('shows profile fields as the policy allows, and references to nobody', async () => {
  const [reader, asha] = [await world.user(), await world.user({ firstName: 'Asha', skills: ['Carpentry'] })];
  const now = world.clock.now();
  await world.db
    .insertInto('profile')
    .values({
      user_id: asha.id,
      qualification: 'diploma',
      native_location: 'Satara',
      web_link: 'https://asha.example',
      about: 'Kitchens\nand <b>wardrobes</b>',
      rate_paise: 450_00,
      rate_type: 'hourly',
      changed_at: now,
    })
    .execute();
  const work = { user_id: asha.id, from_date: '2015-01-01', to_date: '2020-01-01' };
  await world.db
    .insertInto('work_experience')
    .values([
      { ...work, position: 1, year_tenths: 25, company: 'Wood, Sons & Co' },
      { ...work, position: 2, year_tenths: 40, company: 'Plywood Ltd' },
    ])
    .execute();
  await world.db
    .insertInto('reference_person')
    .values({
      user_id: asha.id,
      kind: 'personal',
      position: 1,
      name: 'Secret Referee',
      mobile: '+919800000099',
      profession: 'Teacher',
      username: '',
    })
    .execute();
  const publicFields = {
    about: 'Kitchens\nand <b>wardrobes</b>',
    qualification: 'diploma',
    experienceYears: 6.5,
    ratePaise: 450_00,
    rateType: 'hourly',
  };
  expect(await reader.done(personDetail, toPersonParams(asha))).toMatchObject({
    ...publicFields,
    nativeLocation: '',
    webLink: '',
    companies: [],
  });
  await reader.done(connect, toPersonParams(asha));
  expect(await reader.done(personDetail, toPersonParams(asha))).toMatchObject({
    ...publicFields,
    nativeLocation: 'Satara',
    // Connecting does not show contact data: masking.wire.test.ts.
    webLink: '',
    companies: ['Wood, Sons & Co', 'Plywood Ltd'],
  });
  const { data } = await reader.post('user_detailed_history', { user_id: String(asha.id) });
  expect(data).toMatchObject([
    {
      qualification: 'Diploma',
      total_experience: '2.5,4',
      amount_per_hour: '450',
      project_rate_type: 'Hourly Rate',
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Referee|9800000099|Teacher/);
});

test('creates one connection when both sides connect repeatedly at the same time', async () => {
  const [user, other] = [await world.user(), await world.user()];
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) =>
      turn % 2 === 0 ? user.call(connect, toPersonParams(other)) : other.call(connect, toPersonParams(user)),
    ),
  );
  // The limit is three attempts per pair, side and day.
  expect(answers.map((answer) => answer.httpStatus)).toEqual(Array(6).fill(200));
  expect(await countRowsBetween(user, other)).toBe(2);
  expect((await user.done(personDetail, toPersonParams(other))).totalConnects).toBe(1);
  const [userNotifications, otherNotifications] = [
    await listNotifications(user),
    await listNotifications(other),
  ];
  expect(userNotifications.length + otherNotifications.length).toBe(1);
});

test('leaves both rows or none after concurrent connects and disconnects', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async () => [await world.user(), await world.user()] as const),
  );
  await Promise.all(
    pairs.flatMap(([user, other]) => [
      user.call(connect, toPersonParams(other)),
      other.call(disconnect, toPersonParams(user)),
      other.call(connect, toPersonParams(user)),
      user.call(disconnect, toPersonParams(other)),
    ]),
  );
  const rows = await Promise.all(pairs.map(([user, other]) => countRowsBetween(user, other)));
  expect(rows.every((count) => count === 0 || count === 2)).toBe(true);
});

test('lets either side disconnect both; a second disconnect changes nothing', async () => {
  const [user, other] = [await world.user(), await world.user()];
  await user.done(connect, toPersonParams(other));
  expect((await other.post('disconnect_fws', { user_id: String(user.id) })).message).toBe(
    'No longer connected',
  );
  expect((await other.call(disconnect, toPersonParams(user))).httpStatus).toBe(200);
  expect(await countRowsBetween(user, other)).toBe(0);
  expect((await user.done(personDetail, toPersonParams(other))).relation).toBe('stranger');
  expect(listNames(await user.done(connectedUsers, { search: '' }))).toEqual([]);
});

test('limits how often a removed person may connect again', async () => {
  world.clock.advanceToNextHour();
  const [pest, other] = [await world.user(), await world.user()];
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    statuses.push((await pest.call(connect, toPersonParams(other))).httpStatus);
    await other.call(disconnect, toPersonParams(pest));
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await listNotifications(other)).toHaveLength(1);
});

test('allows sixty new connections an hour', async () => {
  world.clock.advanceToNextHour();
  const eager = await world.user();
  const people = await Promise.all(Array.from({ length: 61 }, () => world.user()));
  for (const person of people.slice(0, 60)) await eager.done(connect, toPersonParams(person));
  const lastPerson = people[60] ?? eager;
  expect(await eager.call(connect, toPersonParams(lastPerson))).toMatchObject({ httpStatus: 429 });
  // An existing connection does not count as an attempt.
  expect((await eager.call(connect, toPersonParams(people[0] ?? eager))).httpStatus).toBe(200);
  const firstPage = await eager.done(connectedUsers, { search: '', limit: '40' });
  const secondPage = await eager.done(connectedUsers, {
    search: '',
    limit: '40',
    cursor: firstPage.nextCursor ?? '',
  });
  expect([firstPage.items.length, secondPage.items.length, secondPage.nextCursor]).toEqual([40, 20, null]);
  expect(new Set([...firstPage.items, ...secondPage.items].map((person) => person.id)).size).toBe(60);
});

test('refuses to connect with oneself, a missing or a suspended person, and hides suspended people everywhere', async () => {
  const reader = await world.user();
  const suspendedUser = await world.user({ firstName: 'Gonewith', lastName: 'Thewind' });
  await reader.done(connect, toPersonParams(suspendedUser));
  await suspend(suspendedUser);
  expect((await reader.call(connect, toPersonParams(reader))).httpStatus).toBe(403);
  expect((await reader.call(connect, { userId: '999999' })).httpStatus).toBe(404);
  expect((await reader.call(connect, toPersonParams(suspendedUser))).httpStatus).toBe(404);
  expect((await reader.call(personDetail, toPersonParams(suspendedUser))).httpStatus).toBe(404);
  expect(listNames(await reader.done(connectedUsers, { search: '' }))).toEqual([]);
  expect(await listFriendNames(reader)).toEqual([]);
  expect(await findNames(reader, 'gonewith')).toEqual([]);
  expect((await reader.done(personDetail, toPersonParams(reader))).totalConnects).toBe(0);
  await suspend(suspendedUser, null);
  expect(await listFriendNames(reader)).toEqual(['Gonewith']);
});

test.each(['profile_list', 'fws_connected_user', 'friends_search'])(
  '%s refuses an invalid cursor and a search that is too long',
  async (name) => {
    const user = await world.user();
    const long = await user.post(name, { search: 'x'.repeat(101) });
    expect(long).toMatchObject({ httpStatus: 422, errors: { search: expect.any(String) } });
    const forged = Buffer.from(JSON.stringify(["0'; DROP TABLE", 1])).toString('base64url');
    for (const cursor of ['x', 'W10', forged, "' OR 1=1 --"])
      expect((await user.post(name, { cursor })).httpStatus).toBe(400);
  },
);

test.each(['connect_fws', 'disconnect_fws', 'user_detailed_history'])(
  '%s requires a valid user id',
  async (name) => {
    const user = await world.user();
    for (const body of [
      {},
      { user_id: '' },
      { user_id: '-1' },
      { user_id: '1e3' },
      { user_id: '<script>alert(1)</script>' },
      { user_id: '9'.repeat(40) },
    ] as Record<string, string>[])
      expect(await user.post(name, body)).toMatchObject({
        httpStatus: 422,
        errors: { user_id: 'This person was not found' },
      });
  },
);

test('ignores additional fields in the form', async () => {
  const [user, other, third] = [await world.user(), await world.user(), await world.user()];
  await user.post('connect_fws', {
    user_id: String(other.id),
    from_id: String(third.id),
    is_kyc_updated: '1',
    user_rating: '5',
    role: 'admin',
    connected_at: '2001-01-01',
  });
  expect(await countRowsBetween(third, other)).toBe(0);
  expect(await user.done(personDetail, toPersonParams(user))).toMatchObject({
    relation: 'self',
    verified: false,
    rating: null,
    totalConnects: 1,
  });
});

test('returns a name that contains a script as plain text', async () => {
  const reader = await world.user();
  const odd = await world.user({ firstName: '<img src=x onerror=alert(1)>', lastName: '<b>x</b>' });
  await reader.done(connect, toPersonParams(odd));
  expect(await reader.done(personDetail, toPersonParams(odd))).toMatchObject({
    firstName: '<img src=x onerror=alert(1)>',
    lastName: '<b>x</b>',
  });
});

test.each([
  'profile_list',
  'fws_connected_user',
  'user_detailed_history',
  'connect_fws',
  'disconnect_fws',
  'friends_search',
])('%s requires a session', async (name) => {
  expect((await world.guest.post(name, { user_id: '1' })).httpStatus).toBe(401);
});
