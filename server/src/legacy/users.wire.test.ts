import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '@fws/contract/connections/calls';
import { removeSignatures } from '../../test/files/addresses.ts';
import { waitForCode } from '../../test/identity/codes.ts';
import { createLoginSteps } from '../../test/identity/logins.ts';
import { award, fund, getMilestoneAt } from '../../test/story.ts';
import type { TestUser } from '../../test/user.ts';
import { newUser, takeSession } from '../../test/whole-user.ts';
import { startWorld, type World } from '../../test/world.ts';
import { buildPhotoUrl } from '../platform/files.ts';

// Whole replies with a user, as a client of the specification gets them.

const PASSWORD = 'correct horse 7';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
const createPdf = (name: string) => new File([PDF], name, { type: 'application/pdf' });

let world: World;
const { setAttemptCount } = createLoginSteps(() => world);
let asha: TestUser;
let ravi: TestUser;
let stranger: TestUser;
/** What the user reads of themselves. */
let ownReply: Record<string, unknown>;

const basics = {
  qualification: 'Diploma',
  age: '31',
  gender: 'Female',
  native_location: 'Satara',
  location: '14 Park Lane, Kothrud, Pune',
  web_link: 'https://asha.example/',
  about_description: 'Tiles since 2012',
  'skills[]': 'Tiling,Masonry',
  'categories[]': 'Masonry',
  'total_experience[]': '2.5,1',
  'working_company_name[]': 'Tata,Sons & Co',
  'working_from_date[]': '01-31-2020,01-01-2023',
  'working_to_date[]': '07-01-2022,01-01-2024',
  ready_for_project: '12-01-2030',
  project_rate: '450.50',
  project_rate_type: 'Hourly Rate',
  additional_condition: 'Travel is extra',
  project_take_from: 'Within the City within 100 km',
  'personal_preference_name1[]': 'Vikram,Om',
  'personal_preference_mobile1[]': '9800000002,9800000003',
  'personal_preference_profession1[]': 'Builder,Mason',
  'personal_prefe_fws_username1[]': 'vikram,om',
  'personal_preference_name2[]': 'Ravi',
  'personal_preference_mobile2[]': '9800000004',
  'personal_preference_profession2[]': 'Teacher',
  'personal_prefe_fws_username2[]': 'ravi',
};

beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  asha = await world.user({
    firstName: 'Asha',
    lastName: 'Rao',
    identity: 'verified',
    password: PASSWORD,
    emailVerified: false,
  });
  ravi = await world.user({ firstName: 'Ravi' });
  stranger = await world.user();
  await asha.post('update_profile', {
    ...basics,
    profile_image: new File([Buffer.from(PIXEL, 'base64')], 'me.png', { type: 'image/png' }),
    'certificates[]': createPdf('iti.pdf'),
    resume: createPdf('cv.pdf'),
  });
  await ravi.done(connect, { userId: String(asha.id) });
  await fund(world, ravi, getMilestoneAt(await award(world, { poster: ravi, worker: asha })));
  await world.db
    .updateTable('user_account')
    .set({ rating_sum: 9, rating_count: 2, completed_projects: 3 })
    .where('id', '=', asha.id)
    .execute();
  await world.drain();
  ownReply = await buildOwnReply();
});
afterAll(() => world.close());

async function buildOwnReply() {
  const { photo_id } = await world.db
    .selectFrom('user_account')
    .select('photo_id')
    .where('id', '=', asha.id)
    .executeTakeFirstOrThrow();
  const { file_id } = await world.db.selectFrom('certificate').select('file_id').executeTakeFirstOrThrow();
  const { resume_id } = await world.db
    .selectFrom('profile')
    .select('resume_id')
    .where('user_id', '=', asha.id)
    .executeTakeFirstOrThrow();
  const { id, name_hi } = await world.db
    .selectFrom('category')
    .select(['id', 'name_hi'])
    .where('name', '=', 'Masonry')
    .executeTakeFirstOrThrow();
  const certificate = `/api/files/${file_id}/iti.pdf`;
  return {
    id: asha.id,
    first_name: 'Asha',
    last_name: 'Rao',
    email_id: asha.email,
    mobile_number: asha.mobile,
    verify_mobile: 1,
    verify_email: 0,
    profile_image: buildPhotoUrl(photo_id),
    location: '14 Park Lane, Kothrud, Pune',
    register_for: 'individual',
    looking_for: 'projects,services',
    skills: 'Tiling,Masonry',
    is_kyc_updated: 1,
    user_rating: 4.5,
    total_completed_project: 3,
    age: 31,
    gender: 'Female',
    native_location: 'Satara',
    qualification: 'Diploma',
    about_description: 'Tiles since 2012',
    web_link: 'https://asha.example/',
    categories: [{ id, category_name: 'Masonry', category_name_hi: name_hi }],
    total_experience: '2.5,1',
    working_company_name: 'Tata,Sons & Co',
    working_from_date: '01-31-2020,01-01-2023',
    working_to_date: '07-01-2022,01-01-2024',
    ready_for_project: '12-01-2030',
    project_rate: '450.50',
    project_rate_type: 'Hourly Rate',
    amount_per_hour: '450.50',
    additional_condition: 'Travel is extra',
    project_take_from: 'Within the City within 100 km',
    personal_preference_name1: 'Vikram,Om',
    personal_preference_mobile1: '+919800000002,+919800000003',
    personal_preference_profession1: 'Builder,Mason',
    personal_prefe_fws_username1: 'vikram,om',
    personal_preference_name2: 'Ravi',
    personal_preference_mobile2: '+919800000004',
    personal_preference_profession2: 'Teacher',
    personal_prefe_fws_username2: 'ravi',
    certificates: certificate,
    certificates_upload: [
      { certificate, url: certificate, name: 'iti.pdf', bytes: PDF.length, image: false },
    ],
    resume: `/api/files/${resume_id}/cv.pdf`,
    resume_name: 'cv.pdf',
    resume_bytes: PDF.length,
    resume_is_image: false,
    total_inprogress_project: 1,
    total_connects: 1,
    profile_percentage: 100,
    login_type: 'normal',
  };
}

/** A new user has given nothing but the fields of the registration. */
test('answers a login by the password alone with what its limited session may see', async () => {
  const { data } = await world.guest.post('user_login', { user_name: asha.email, password: PASSWORD });
  expect(await takeSession(world, data)).toEqual({
    ...newUser,
    id: asha.id,
    last_name: '',
    email_id: '',
    location: '',
    looking_for: '',
    verify_mobile: 0,
    verify_email: 0,
    first_name: 'Asha',
    mobile_number: asha.mobile,
    register_for: 'individual',
    login_type: 'normal',
  });
});

test('answers a login with a code with the whole user, who has the session', async () => {
  // Strangers guess the password, so a client of the specification must log in with a code.
  await setAttemptCount('login_account', `user ${asha.id}`, 3600_000, 30);
  const login = { user_name: asha.email, password: PASSWORD };
  await world.guest.post('user_login', login);
  const otp = await waitForCode(world.sandboxUrl, asha.mobile);
  const { data } = await world.guest.post('user_login', { ...login, otp });
  expect(await takeSession(world, data)).toEqual(ownReply);
});

test('answers the start of a client with the whole user', async () => {
  const { data } = await asha.post('current_user', {});
  expect(removeSignatures(data)).toEqual([ownReply]);
});

/** `form-versions.wire.test.ts` compares it. */
const VERSION: unknown = expect.stringMatching(/^[\w-]{16}$/);

test('answers a saved profile with the whole user and the token that was sent', async () => {
  for (const [call, fields] of [
    ['update_profile', { age: '31' }],
    ['own_profile', {}],
  ] as const) {
    const { data } = await asha.post(call, fields);
    expect(removeSignatures(data)).toEqual([
      { ...ownReply, version: VERSION, availability: null, auth_token: asha.token },
    ]);
  }
});

test('answers added and removed certificates with the whole user', async () => {
  const first = String(ownReply['certificates']);
  const added = await asha.post('add_certificates', { 'certificates[]': createPdf('two.pdf') });
  const { file_id } = await world.db
    .selectFrom('certificate')
    .select('file_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const second = `/api/files/${file_id}/two.pdf`;
  const removed = await asha.post('remove_certificates', { certificate: second });
  expect(removeSignatures(added.data)).toEqual([
    {
      ...ownReply,
      certificates: `${first},${second}`,
      certificates_upload: [
        { certificate: first, url: first, name: 'iti.pdf', bytes: PDF.length, image: false },
        { certificate: second, url: second, name: 'two.pdf', bytes: PDF.length, image: false },
      ],
      version: VERSION,
      availability: null,
      auth_token: asha.token,
    },
  ]);
  expect(removeSignatures(removed.data)).toEqual([
    { ...ownReply, version: VERSION, availability: null, auth_token: asha.token },
  ]);
});

const personFields = {
  is_self: 0,
  is_connected: 0,
  can_connect: { allowed: true, reason: null },
};
/** What nobody but the user reads. */
const hidden = {
  email_id: '',
  mobile_number: '',
  age: null,
  gender: '',
  personal_preference_name1: '',
  personal_preference_mobile1: '',
  personal_preference_profession1: '',
  personal_prefe_fws_username1: '',
  personal_preference_name2: '',
  personal_preference_mobile2: '',
  personal_preference_profession2: '',
  personal_prefe_fws_username2: '',
  certificates: '',
  certificates_upload: [],
  resume: '',
  resume_name: '',
  resume_bytes: 0,
  profile_percentage: null,
  login_type: '',
};
const connectedFields = {
  is_self: 0,
  is_connected: 1,
  can_connect: { allowed: false, reason: 'connections.already' },
};
/** What strangers read in place of the rest. */
const strangerFields = {
  last_name: 'R.',
  location: 'Kothrud, Pune',
  native_location: '',
  web_link: '',
  total_experience: '3.5',
  working_company_name: '',
  working_from_date: '',
  working_to_date: '',
};

test.each(['profile', 'user_detailed_history'])(
  '%s answers the whole user, as the reader may see them',
  async (call) => {
    const read = async (reader: TestUser) =>
      removeSignatures((await reader.post(call, { user_id: String(asha.id) })).data);
    expect(await read(asha)).toEqual([
      {
        ...ownReply,
        is_self: 1,
        is_connected: 0,
        can_connect: { allowed: false, reason: 'connections.self' },
      },
    ]);
    expect(await read(ravi)).toEqual([{ ...ownReply, ...hidden, ...connectedFields }]);
    expect(await read(stranger)).toEqual([{ ...ownReply, ...hidden, ...strangerFields, ...personFields }]);
  },
);

const LIST_FIELDS = [
  'id',
  'first_name',
  'last_name',
  'profile_image',
  'skills',
  'location',
  'native_location',
  'web_link',
  'working_company_name',
  'about_description',
  'qualification',
  'total_experience',
  'amount_per_hour',
  'project_rate',
  'project_rate_type',
  'user_rating',
  'total_completed_project',
  'total_inprogress_project',
  'total_connects',
  'is_kyc_updated',
];
const pickListFields = (reply: Record<string, unknown>) =>
  Object.fromEntries(LIST_FIELDS.map((name) => [name, reply[name]]));

test('lists people with every field of a connection', async () => {
  const search = { search: 'tiling' };
  const connected = { ...pickListFields(ownReply), total_experience: '3.5', ...connectedFields };
  const unknown = { ...pickListFields({ ...ownReply, ...strangerFields }), ...personFields };
  for (const [reader, item] of [
    [ravi, connected],
    [stranger, unknown],
  ] as const)
    for (const [call, fields] of [
      ['profile_list', search],
      ['fws_connected_user', { ...search, type: 'All' }],
    ] as const) {
      const { data, next_cursor } = await reader.post(call, fields);
      expect([removeSignatures(data), next_cursor]).toEqual([[item], null]);
    }
  const { data } = await ravi.post('friends_search', { search: '' });
  expect(removeSignatures(data)).toEqual([
    {
      id: asha.id,
      first_name: 'Asha',
      last_name: 'Rao',
      profile_image: ownReply['profile_image'],
      skills: 'Tiling,Masonry',
      is_kyc_updated: 1,
    },
  ]);
});
