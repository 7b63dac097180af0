import { expect, test } from 'vitest';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import type { Profile } from '@fws/contract/profile/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { findFormats } from './index.ts';

const read = (body: Record<string, unknown>) => findFormats(updateProfile).legacy.readValues(body);

test('omitted fields are absent, empty fields are present', async () => {
  expect(await read({})).toEqual({});
  expect(await read({ about_description: '', skills: '' })).toEqual({ about: '', skills: [] });
});

test('reads dates with the month first', async () => {
  const body = { 'working_from_date[]': '01-31-2020,02-01-2021', ready_for_project: '12-01-2026' };
  expect(await read(body)).toEqual({ from: ['2020-01-31', '2021-02-01'], ready: '2026-12-01' });
  expect(await read({ ready_for_project: 'NO' })).toEqual({ ready: 'no' });
});

test('does not split the items of a list at their commas', async () => {
  const decoded = await decodeLegacyForm(updateProfile, {
    total_experience: [1, 2],
    working_company_name: ['Tata, Sons', 'B'],
    working_from_date: ['01-01-2001', '01-01-2003'],
    working_to_date: ['01-01-2002', '01-01-2005'],
  });
  expect(decoded).toMatchObject({
    ok: true,
    value: { experience: [{ years: 1, company: 'Tata, Sons' }, { company: 'B' }], skills: undefined },
  });
});

const profile: Profile = {
  id: 7,
  firstName: 'Asha',
  lastName: 'Kumar',
  email: 'asha@mail.example',
  mobile: '+919000000001',
  mobileVerified: true,
  emailVerified: false,
  profileImage: '/api/files/1/me.webp',
  location: 'Kothrud, Pune',
  registerFor: 'individual',
  lookingFor: ['projects', 'services'],
  skills: ['Tiling', 'Masonry'],
  identity: 'verified',
  rating: 4.5,
  completedProjects: 3,
  qualification: 'postgraduate',
  age: 31,
  gender: 'unsaid',
  nativeLocation: 'Satara',
  webLink: 'https://asha.example/',
  about: 'Tiles since 2012',
  categories: [{ id: 4, name: 'Carpentry', nameHi: 'बढ़ईगीरी' }],
  experience: [
    { years: 2.5, company: 'Tata, Sons', from: '2020-01-31', to: '2022-07-01' },
    { years: 1, company: 'B', from: '2023-01-01', to: '2024-01-01' },
  ],
  inexperienced: false,
  readiness: { ready: true, from: '2026-12-01' },
  ratePaise: 450_50,
  rateType: 'hourly',
  additionalCondition: 'Travel is extra',
  radius: 'city',
  references: {
    professional: [
      { name: 'Vikram', mobile: '+919000000002', profession: 'Builder', username: 'vikram' },
      { name: 'Om', mobile: '+919000000003', profession: '', username: '' },
    ],
    personal: [{ name: 'Ravi', mobile: '+919000000004', profession: 'Teacher', username: 'ravi' }],
  },
  certificates: [{ url: '/api/files/2/c.pdf', name: 'c.pdf', bytes: 12, image: false }],
  resume: { url: '/api/files/3/r.pdf', name: 'r.pdf', bytes: 34, image: false },
  projectsInProgress: 2,
  connects: 9,
  signUp: 'google',
};

test('writes every field of a profile', async () => {
  expect(await encodeLegacyReply(ownProfile, profile)).toEqual({
    data: [
      {
        id: 7,
        first_name: 'Asha',
        last_name: 'Kumar',
        email_id: 'asha@mail.example',
        mobile_number: '+919000000001',
        verify_mobile: 1,
        verify_email: 0,
        profile_image: '/api/files/1/me.webp',
        location: 'Kothrud, Pune',
        register_for: 'individual',
        looking_for: 'projects,services',
        skills: 'Tiling,Masonry',
        is_kyc_updated: 1,
        user_rating: 4.5,
        total_completed_project: 3,
        age: 31,
        gender: 'Wish not to answer',
        native_location: 'Satara',
        qualification: 'Post Graduate',
        about_description: 'Tiles since 2012',
        web_link: 'https://asha.example/',
        categories: [{ id: 4, category_name: 'Carpentry', category_name_hi: 'बढ़ईगीरी' }],
        total_experience: '2.5,1',
        working_company_name: '["Tata, Sons","B"]',
        working_from_date: '01-31-2020,01-01-2023',
        working_to_date: '07-01-2022,01-01-2024',
        ready_for_project: '12-01-2026',
        project_rate: '450.50',
        project_rate_type: 'Hourly Rate',
        amount_per_hour: '450.50',
        additional_condition: 'Travel is extra',
        project_take_from: 'Within the City within 100 km',
        personal_preference_name1: 'Vikram,Om',
        personal_preference_mobile1: '+919000000002,+919000000003',
        personal_preference_profession1: 'Builder,',
        personal_prefe_fws_username1: 'vikram,',
        personal_preference_name2: 'Ravi',
        personal_preference_mobile2: '+919000000004',
        personal_preference_profession2: 'Teacher',
        personal_prefe_fws_username2: 'ravi',
        certificates: '/api/files/2/c.pdf',
        certificates_upload: [
          {
            certificate: '/api/files/2/c.pdf',
            url: '/api/files/2/c.pdf',
            name: 'c.pdf',
            bytes: 12,
            image: false,
          },
        ],
        resume: '/api/files/3/r.pdf',
        resume_name: 'r.pdf',
        resume_bytes: 34,
        resume_is_image: false,
        total_inprogress_project: 2,
        total_connects: 9,
        profile_percentage: 100,
        login_type: 'gmail_login',
      },
    ],
  });
});

test('writes what a profile lacks as empty texts', async () => {
  const empty: Partial<Profile> = {
    gender: null,
    qualification: null,
    experience: [],
    inexperienced: true,
    readiness: { ready: false },
    ratePaise: null,
    rateType: null,
    radius: null,
    references: { professional: [], personal: [] },
    certificates: [],
    resume: null,
    signUp: 'password',
  };
  expect(await encodeLegacyReply(ownProfile, { ...profile, ...empty })).toMatchObject({
    data: [
      {
        gender: '',
        qualification: '',
        total_experience: '0',
        working_company_name: '',
        ready_for_project: 'No',
        project_rate: '',
        project_rate_type: '',
        amount_per_hour: '',
        project_take_from: '',
        personal_preference_name1: '',
        certificates: '',
        certificates_upload: [],
        resume: '',
        resume_bytes: 0,
        login_type: 'normal',
      },
    ],
  });
  const daily: Profile = { ...profile, rateType: 'day', readiness: null };
  expect(await encodeLegacyReply(ownProfile, daily)).toMatchObject({
    data: [{ project_rate: '450.50', amount_per_hour: '', ready_for_project: '' }],
  });
});
