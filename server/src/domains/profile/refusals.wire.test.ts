import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import type { UpdateProfileValues } from '@fws/contract/profile/schemas';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Values that a profile refuses, and fields that it ignores.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const readProfile = (user: TestUser) => user.done(ownProfile, {});
const saveProfile = (user: TestUser, values: UpdateProfileValues) => user.done(updateProfile, values);
const getToday = () => toIstDate(world.clock.now());
const readWireProfile = async (user: TestUser) =>
  ((await user.post('own_profile', {})).data as Record<string, unknown>[])[0] ?? {};

const buildRow = (change: Partial<Record<'years' | 'company' | 'from' | 'to', string>>) => ({
  'total_experience[]': change.years ?? '2',
  'working_company_name[]': change.company ?? 'Asha Paints',
  'working_from_date[]': change.from ?? '01-31-2020',
  'working_to_date[]': change.to ?? '01-31-2022',
});
const buildReference = (change: Record<string, string>) => ({
  'personal_preference_name1[]': 'Ravi',
  'personal_preference_mobile1[]': '9800000001',
  ...change,
});

test.each([
  ['no years', buildRow({ years: '' }), 'total_experience', 'Please enter Total year'],
  ['years in words', buildRow({ years: 'two' }), 'total_experience', /number/],
  ['no company', buildRow({ company: '' }), 'working_company_name', 'Please enter Company Name'],
  ['no first day', buildRow({ from: '' }), 'working_from_date', 'Please enter From year'],
  [
    'a day that does not exist',
    buildRow({ from: '02-30-2020' }),
    'working_from_date',
    'Please enter From year',
  ],
  ['no last day', buildRow({ to: '' }), 'working_to_date', 'Please enter To year'],
  ['an end before the start', buildRow({ to: '01-30-2020' }), 'working_to_date', /before/],
  ['an end in the future', buildRow({ to: '01-01-2199' }), 'working_to_date', /future/],
  ['no rate', { project_rate: '' }, 'project_rate', 'Please enter projectrate amount'],
  ['a rate of nothing', { project_rate: '0' }, 'project_rate', 'Please enter projectrate amount'],
  ['a rate with three places', { project_rate: '10.005' }, 'project_rate', /such as 5000/],
  ['an unknown rate type', { project_rate_type: 'Monthly' }, 'project_rate_type', /rate type/],
  ['ready without a day', { ready_for_project: 'Yes' }, 'ready_for_project', /Yes with a date/],
  ['a child', { age: '17' }, 'age', /18 to 100/],
  ['no age', { age: '' }, 'age', 'Please enter your age'],
  ['an age in parts', { age: '20.5' }, 'age', /18 to 100/],
  ['an unknown gender', { gender: 'x' }, 'gender', /gender/],
  ['an unknown qualification', { qualification: 'Bachelor' }, 'qualification', /qualification/],
  ['no place', { location: ' ' }, 'location', /location/i],
  ['a link that runs', { web_link: 'javascript:alert(1)//a.b' }, 'web_link', /web address/],
  ['a link with a password', { web_link: 'https://me:secret@a.example' }, 'web_link', /web address/],
  ['a link to nothing', { web_link: 'https://localhost' }, 'web_link', /web address/],
  ['an unknown radius', { project_take_from: 'Moon' }, 'project_take_from', /how far/],
  ['a category that is none', { 'categories[]': '4,999999' }, 'categories', /categories/],
  ['a category of no name', { 'categories[]': 'Paintings' }, 'categories', /categories/],
  [
    'too many skills',
    {
      'skills[]': Array(16)
        .fill(0)
        .map((_, n) => `s${n}`)
        .join(),
    },
    'skills',
    /15/,
  ],
  [
    'a reference without a name',
    buildReference({ 'personal_preference_name1[]': '' }),
    'personal_preference_name1',
    /name/,
  ],
  [
    'a reference without a number',
    buildReference({ 'personal_preference_mobile1[]': '123' }),
    'personal_preference_mobile1',
    /mobile/,
  ],
  [
    'three references',
    {
      'personal_preference_name2[]': 'A,B,C',
      'personal_preference_mobile2[]': '9800000001,9800000002,9800000003',
    },
    'personal_preference_name2',
    /two/,
  ],
  [
    'a profession of nobody',
    buildReference({ 'personal_preference_profession1[]': 'Mason,Teacher' }),
    'personal_preference_name1',
    /as many/,
  ],
  ['a long company', buildRow({ company: 'x'.repeat(121) }), 'working_company_name', /120/],
  ['a long text', { about_description: 'x'.repeat(2_001) }, 'about_description', /2,?000/],
  ['a long condition', { additional_condition: 'x'.repeat(5_001) }, 'additional_condition', /5,?000/],
  ['a long place', { native_location: 'x'.repeat(201) }, 'native_location', /200/],
] as const)('refuses %s beside its field and saves nothing', async (_case, fields, field, message) => {
  const user = await world.user();
  const answer = await user.post('update_profile', { ...fields });
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect(answer.errors?.[field]).toMatch(message);
  expect((await readWireProfile(user))['profile_percentage']).toBe(0);
});

test('each empty field of the experience form has its own error', async () => {
  const user = await world.user();
  const answer = await user.post('update_profile', {
    ...buildRow({ years: '', company: '', from: '', to: '' }),
    project_rate: '',
  });
  expect(answer.errors).toEqual({
    total_experience: 'Please enter Total year',
    working_company_name: 'Please enter Company Name',
    working_from_date: 'Please enter From year',
    working_to_date: 'Please enter To year',
    project_rate: 'Please enter projectrate amount',
  });
});

test('refuses eleven companies', async () => {
  const user = await world.user();
  const repeat = (text: string) => Array<string>(11).fill(text);
  const answer = await user.call(updateProfile, {
    years: repeat('1'),
    companies: repeat('A'),
    from: repeat('2001-01-01'),
    to: repeat('2002-01-01'),
  });
  expect(answer).toMatchObject({ httpStatus: 422, errors: { companies: /10/ } });
});

test('decides by the date in India what is in the future', async () => {
  const user = await world.user();
  const buildRows = (to: string) => ({ years: ['1'], companies: ['A'], from: ['2001-01-01'], to: [to] });
  expect((await user.call(updateProfile, buildRows(getToday()))).httpStatus).toBe(200);
  const tomorrow = toIstDate(new Date(world.clock.now().getTime() + 86_400_000));
  expect((await user.call(updateProfile, buildRows(tomorrow))).errors).toEqual({
    to: 'This date cannot be in the future',
  });
});

test('stores scripts as plain text', async () => {
  const user = await world.user();
  const script = `<img src=x onerror=alert(1)> '; DROP TABLE profile; --`;
  const profile = await saveProfile(user, {
    about: script,
    nativeLocation: script,
    skills: [script.slice(0, 28)],
  });
  expect(profile).toMatchObject({ about: script, nativeLocation: script, skills: [script.slice(0, 28)] });
});

test('ignores fields that would make a user verified, rated, an admin or somebody else', async () => {
  const [user, other] = [await world.user(), await world.user()];
  const before = await other.done(currentUser, {});
  const answer = await user.post('update_profile', {
    about_description: 'Hello',
    is_kyc_updated: '1',
    user_rating: '5',
    is_fws_verified: '1',
    role: 'admin',
    id: String(other.id),
    user_id: String(other.id),
    total_completed_project: '99',
    profile_percentage: '100',
    verify_mobile: '1',
    first_name: 'Mallory',
    mobile_number: '9811111111',
    photo_id: '00000000-0000-0000-0000-000000000000',
  });
  expect(answer.httpStatus).toBe(200);
  expect(await readProfile(user)).toMatchObject({
    id: user.id,
    firstName: user.firstName,
    mobile: user.mobile,
    about: 'Hello',
    identity: 'none',
    rating: null,
    completedProjects: 0,
    profileImage: '',
  });
  expect(await other.done(currentUser, {})).toEqual(before);
});

test('refuses an update without fields, and guests', async () => {
  const user = await world.user();
  expect(await user.post('update_profile', {})).toMatchObject({
    httpStatus: 422,
    message: 'There was nothing to save',
  });
  for (const name of ['own_profile', 'update_profile', 'add_certificates', 'remove_certificates'])
    expect((await world.guest.post(name, { about_description: 'x' })).httpStatus, name).toBe(401);
});
