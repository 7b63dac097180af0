import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import type { UpdateProfileValues } from '@fws/contract/profile/schemas';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { loadPublicProfiles } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const readProfile = (user: TestUser) => user.done(ownProfile, {});
const saveProfile = (user: TestUser, values: UpdateProfileValues) => user.done(updateProfile, values);
const readWireProfile = async (user: TestUser) =>
  ((await user.post('own_profile', {})).data as Record<string, unknown>[])[0] ?? {};

const basics = {
  qualification: 'diploma',
  age: '34',
  gender: 'male',
  nativeLocation: 'Satara, Maharashtra',
  location: 'Kothrud, Pune',
  webLink: 'shaikhwoodwork.example',
  skills: ['Carpentry', 'Modular fitting'],
  categoryIds: ['4', '21'],
} as const;

const work = {
  years: ['6.5', '2'],
  companies: ['Godrej & Boyce', 'Tata, Sons'],
  from: ['2015-01-10', '2022-02-01'],
  to: ['2021-07-01', '2024-02-01'],
  ready: '2026-12-01',
  rate: '450',
  rateType: 'hourly',
  additionalCondition: 'Transport above 20 km is extra',
  about: 'I fit kitchens.',
} as const;

const buildBasics = () => ({ ...basics, skills: [...basics.skills], categoryIds: [...basics.categoryIds] });
const buildWork = (change: UpdateProfileValues = {}): UpdateProfileValues => ({
  ...work,
  years: [...work.years],
  companies: [...work.companies],
  from: [...work.from],
  to: [...work.to],
  ...change,
});

test('a user who has filled in nothing has an empty profile', async () => {
  const user = await world.user();
  expect(await readProfile(user)).toMatchObject({
    qualification: null,
    age: null,
    experience: [],
    inexperienced: false,
    readiness: null,
    ratePaise: null,
    references: { professional: [], personal: [] },
    certificates: [],
    resume: null,
    connects: 0,
    projectsInProgress: 0,
    signUp: 'password',
  });
  expect((await readWireProfile(user))['profile_percentage']).toBe(0);
});

test('returns what was saved, and keeps fields that are not sent', async () => {
  const user = await world.user();
  await saveProfile(user, buildBasics());
  await saveProfile(user, buildWork());
  const profile = await saveProfile(user, {
    radius: 'city',
    professionalNames: ['Sunita, Deshpande'],
    professionalMobiles: ['98000 00211'],
    professionalProfessions: ['Architect'],
    professionalUsernames: ['sunita.d'],
    personalNames: ['Salma', ''],
    personalMobiles: ['+919800000562', ''],
    personalProfessions: ['', ''],
    personalUsernames: ['', ''],
  });
  expect(await readProfile(user)).toEqual(profile);
  expect(profile).toMatchObject({
    qualification: 'diploma',
    age: 34,
    gender: 'male',
    nativeLocation: 'Satara, Maharashtra',
    webLink: 'https://shaikhwoodwork.example/',
    skills: ['Carpentry', 'Modular fitting'],
    categories: [{ name: 'Carpentry' }, { name: 'Interior design' }],
    experience: [
      { years: 6.5, company: 'Godrej & Boyce', from: '2015-01-10', to: '2021-07-01' },
      { years: 2, company: 'Tata, Sons', from: '2022-02-01', to: '2024-02-01' },
    ],
    readiness: { ready: true, from: '2026-12-01' },
    ratePaise: 450_00,
    rateType: 'hourly',
    radius: 'city',
    references: {
      professional: [
        { name: 'Sunita, Deshpande', mobile: '+919800000211', profession: 'Architect', username: 'sunita.d' },
      ],
      personal: [{ name: 'Salma', mobile: '+919800000562', profession: '', username: '' }],
    },
  });
  expect((await loadPublicProfiles(world.db, [user.id])).get(user.id)).toEqual({
    nativeLocation: 'Satara, Maharashtra',
    webLink: 'https://shaikhwoodwork.example/',
    about: 'I fit kitchens.',
    qualification: 'diploma',
    ratePaise: 450_00,
    rateType: 'hourly',
    companies: ['Godrej & Boyce', 'Tata, Sons'],
    experienceYears: 8.5,
    availability: null,
    projectsInProgress: 0,
  });
});

test('the wire uses the legacy names, lists and dates', async () => {
  const user = await world.user();
  const answer = await user.post('update_profile', {
    qualification: '12th Pass',
    age: '३४',
    gender: 'Wish not to answer',
    'skills[]': 'Painting, Wiring',
    'total_experience[]': '3,1.5',
    'working_company_name[]': 'Asha Paints,Own work',
    'working_from_date[]': '01-31-2020,06-01-2023',
    'working_to_date[]': '02-28-2023,12-31-2024',
    ready_for_project: 'No',
    project_rate: '1,200.5'.replace(',', ''),
    project_rate_type: 'Day Rate',
    project_take_from: 'Open to anywhere',
    'personal_preference_name1[]': 'Ravi,Uma',
    'personal_preference_mobile1[]': '9800000001,9800000002',
    'personal_preference_profession1[]': 'Mason,Teacher',
    'personal_prefe_fws_username1[]': ',uma.r',
  });
  expect(answer).toMatchObject({ httpStatus: 200, message: 'Your profile is saved' });
  const [wireProfile] = answer.data as Record<string, unknown>[];
  expect(wireProfile).toMatchObject({
    id: user.id,
    auth_token: user.token,
    qualification: '12th Pass',
    age: 34,
    gender: 'Wish not to answer',
    skills: 'Painting,Wiring',
    total_experience: '3,1.5',
    working_company_name: 'Asha Paints,Own work',
    working_from_date: '01-31-2020,06-01-2023',
    working_to_date: '02-28-2023,12-31-2024',
    ready_for_project: 'No',
    project_rate: '1200.50',
    project_rate_type: 'Day Rate',
    amount_per_hour: '',
    project_take_from: 'Open to anywhere',
    personal_preference_name1: 'Ravi,Uma',
    personal_preference_mobile1: '+919800000001,+919800000002',
    personal_preference_profession1: 'Mason,Teacher',
    personal_prefe_fws_username1: ',uma.r',
    personal_preference_name2: '',
    login_type: 'normal',
  });
});

test('accepts a comma in a company name in a JSON list, and refuses it in a list joined by commas', async () => {
  const user = await world.user();
  const rows = {
    'total_experience[]': '3',
    'working_from_date[]': '01-31-2020',
    'working_to_date[]': '02-28-2023',
  };
  const joined = await user.post('update_profile', { ...rows, 'working_company_name[]': 'Tata, Sons' });
  expect(joined).toMatchObject({
    httpStatus: 422,
    errors: { working_company_name: expect.stringContaining('JSON list') },
  });
  expect((await readProfile(user)).experience).toEqual([]);

  const response = await fetch(`${world.url}/api/update_profile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    body: JSON.stringify({
      total_experience: ['3'],
      working_company_name: ['Tata, Sons'],
      working_from_date: ['01-31-2020'],
      working_to_date: ['02-28-2023'],
    }),
  });
  expect(response.status).toBe(200);
  expect(await readWireProfile(user)).toMatchObject({ working_company_name: '["Tata, Sons"]' });
  await user.post('update_profile', {
    ...rows,
    'working_company_name[]': JSON.stringify(['[Own, small] \u0000shop']),
  });
  expect((await readProfile(user)).experience).toMatchObject([{ company: '[Own, small] shop' }]);
});

test('deletes rows that are no longer sent', async () => {
  const user = await world.user();
  await saveProfile(user, buildWork());
  await saveProfile(user, {
    years: ['1'],
    companies: ['Only this'],
    from: ['2020-01-01'],
    to: ['2021-01-01'],
  });
  expect((await readProfile(user)).experience).toHaveLength(1);
  await saveProfile(user, { personalNames: ['A'], personalMobiles: ['9800000001'] });
  await saveProfile(user, { personalNames: [], personalMobiles: [] });
  expect((await readProfile(user)).references.personal).toEqual([]);
});

test('records that a user has not worked yet', async () => {
  const user = await world.user();
  const profile = await saveProfile(user, {
    years: ['0'],
    companies: [],
    from: [],
    to: [],
    rate: '300',
    rateType: 'day',
  });
  expect(profile).toMatchObject({ experience: [], inexperienced: true, ratePaise: 300_00 });
  expect((await saveProfile(user, buildWork())).inexperienced).toBe(false);
});

test('the legacy profile calls show others no reference, document, age or number', async () => {
  const [user, other] = [await world.user(), await world.user()];
  await saveProfile(user, buildBasics());
  await saveProfile(user, {
    personalNames: ['Salma'],
    personalMobiles: ['9800000562'],
    professionalNames: [],
    professionalMobiles: [],
  });
  for (const name of ['profile', 'user_detailed_history']) {
    const answer = await other.post(name, { user_id: String(user.id) });
    expect(answer.data).toMatchObject([
      { id: user.id, qualification: 'Diploma', is_connected: 0, age: null, gender: '' },
    ]);
    const text = JSON.stringify(answer.data);
    for (const secret of ['Salma', '9800000562', user.mobile, user.email, 'Satara'])
      expect(text, secret).not.toContain(secret);
  }
  expect((await other.post('own_profile', { user_id: String(user.id) })).data).toMatchObject([
    { id: other.id },
  ]);
});

test('concurrent saves do not mix their rows', async () => {
  const user = await world.user();
  const buildRows = (name: string) => {
    const repeat = (text: string) => Array<string>(5).fill(text);
    return {
      years: repeat('1'),
      companies: repeat(name),
      from: repeat('2001-01-01'),
      to: repeat('2002-01-01'),
    };
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => user.call(updateProfile, buildRows(`Company ${n}`))),
  );
  expect(answers.map((answer) => answer.httpStatus)).toEqual(Array(8).fill(200));
  const { experience } = await readProfile(user);
  expect(experience).toHaveLength(5);
  expect(new Set(experience.map(({ company }) => company)).size).toBe(1);
});

test('the web client is authenticated by its cookie and gets no token', async () => {
  const user = await world.user();
  const response = await fetch(`${world.url}/api/update_profile`, {
    method: 'POST',
    headers: {
      cookie: `fws_session=${user.token}`,
      'x-fws-client': 'web',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ about: 'Hello' }),
  });
  const { data } = (await response.json()) as { data: object };
  expect(data).toMatchObject({ id: user.id, about: 'Hello' });
  expect(data).not.toHaveProperty('authToken');
});
