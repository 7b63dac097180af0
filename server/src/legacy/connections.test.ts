import { expect, test } from 'vitest';
import {
  connectedUsers,
  friendsSearch,
  personDetail,
  profileList,
  sharedJobs,
  shareJob,
  thumbsUp,
} from '@fws/contract/connections/calls';
import type { PersonView } from '@fws/contract/connections/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import {
  sampleAward,
  sampleAwardReply,
  sampleJob,
  sampleJobReply,
  sampleProfile,
  sampleUserReply,
} from '../../test/legacy-samples.ts';
import { findFormats } from './index.ts';

const person: PersonView = {
  id: 3,
  relation: 'connection',
  firstName: 'Asha',
  lastName: 'Rao',
  image: '/api/files/1/me.webp',
  skills: ['Carpentry', 'Tiling'],
  location: 'Pune',
  nativeLocation: 'Satara',
  webLink: 'https://asha.example/',
  companies: ['Tata, Sons', 'B'],
  about: 'Tiles',
  qualification: 'diploma',
  experienceYears: 3.5,
  ratePaise: 450_50,
  rateType: 'hourly',
  rating: 4.5,
  reliability: { asWorker: null, asPoster: null },
  completedProjects: 2,
  projectsInProgress: 1,
  totalConnects: 9,
  verified: true,
  availability: null,
  abilities: { connect: { allowed: false, reason: 'connections.already' } },
};
const personReply = {
  id: 3,
  first_name: 'Asha',
  last_name: 'Rao',
  profile_image: '/api/files/1/me.webp',
  skills: 'Carpentry,Tiling',
  location: 'Pune',
  native_location: 'Satara',
  web_link: 'https://asha.example/',
  working_company_name: '["Tata, Sons","B"]',
  about_description: 'Tiles',
  qualification: 'Diploma',
  total_experience: '3.5',
  amount_per_hour: '450.50',
  project_rate: '450.50',
  project_rate_type: 'Hourly Rate',
  user_rating: 4.5,
  total_completed_project: 2,
  total_inprogress_project: 1,
  total_connects: 9,
  is_kyc_updated: 1,
  is_connected: 1,
  is_self: 0,
  can_connect: { allowed: false, reason: 'connections.already' },
};

test('writes every field of a person in a list', async () => {
  const page = { items: [person], nextCursor: null, total: null };
  const reply = { data: [personReply], next_cursor: null };
  expect(await encodeLegacyReply(connectedUsers, page)).toEqual(reply);
  expect(await encodeLegacyReply(profileList, page)).toEqual(reply);
});

const detailReply = {
  ...sampleUserReply,
  ...personReply,
  total_experience: '2.5,1',
  profile_percentage: null,
  login_type: '',
};

test('writes every field of a person in whole', async () => {
  expect(await encodeLegacyReply(personDetail, person, sampleProfile)).toEqual({ data: [detailReply] });
});

test('writes for how long a stranger has worked, without where and when', async () => {
  const stranger: PersonView = { ...person, relation: 'stranger' };
  expect(await encodeLegacyReply(personDetail, stranger, sampleProfile)).toEqual({
    data: [{ ...detailReply, total_experience: '3.5', is_connected: 0 }],
  });
});

test('writes the caller themselves with what only they see', async () => {
  const own: PersonView = { ...person, relation: 'self' };
  const profile = { ...sampleProfile, identity: 'pending' as const };
  expect(await encodeLegacyReply(personDetail, own, profile)).toEqual({
    data: [
      {
        ...detailReply,
        is_kyc_updated: 3,
        is_connected: 0,
        is_self: 1,
        profile_percentage: 90,
        login_type: 'gmail_login',
      },
    ],
  });
});

test('writes what a person hides as empty texts', async () => {
  const hidden: PersonView = {
    ...person,
    relation: 'stranger',
    companies: [],
    qualification: null,
    experienceYears: null,
    ratePaise: null,
    rateType: null,
    verified: false,
  };
  expect(await encodeLegacyReply(personDetail, hidden, sampleProfile)).toMatchObject({
    data: [
      {
        working_company_name: '',
        qualification: '',
        total_experience: '',
        amount_per_hour: '',
        project_rate: '',
        project_rate_type: '',
        is_kyc_updated: 0,
        is_connected: 0,
        is_self: 0,
      },
    ],
  });
});

test('knows the detail of a person by its second name', () => {
  expect(findFormats(personDetail).aliases).toEqual(['profile']);
});

test('writes friends and shared jobs', async () => {
  const friend = {
    id: 3,
    firstName: 'Asha',
    lastName: 'Rao',
    image: 'i',
    skills: ['Tiling'],
    verified: true,
  };
  expect(await encodeLegacyReply(friendsSearch, { items: [friend], nextCursor: 'c' })).toEqual({
    data: [
      {
        id: 3,
        first_name: 'Asha',
        last_name: 'Rao',
        profile_image: 'i',
        skills: 'Tiling',
        is_kyc_updated: 1,
      },
    ],
    next_cursor: 'c',
  });
  const shared = {
    id: 8,
    thumbsUp: true,
    sharedBy: 'Ravi Kumar',
    sharedById: 4,
    sharedAt: '2026-12-01T10:00:00.000Z',
    job: sampleJob,
  };
  const sharedJobReply = {
    ...sampleJobReply,
    ...sampleAwardReply,
    share_id: 8,
    thumps_up: 'Yes',
    shared_user_name: 'Ravi Kumar',
    shared_user_id: 4,
    shared_at: '2026-12-01T10:00:00.000Z',
  };
  const items = [shared, { ...shared, thumbsUp: false }];
  expect(
    await encodeLegacyReply(sharedJobs, { items, nextCursor: null }, new Map([[12, sampleAward]])),
  ).toEqual({
    data: [sharedJobReply, { ...sharedJobReply, thumps_up: 'No' }],
    next_cursor: null,
  });
});

test('reads who is asked for, and what is shared or liked', async () => {
  expect(await decodeLegacyForm(personDetail, { user_id: '3' })).toEqual({ ok: true, value: { userId: 3 } });
  expect(await decodeLegacyForm(shareJob, { job_id: '12', send_to_user_id: '3' })).toEqual({
    ok: true,
    value: { jobId: 12, friendId: 3 },
  });
  expect(await decodeLegacyForm(thumbsUp, { share_id: '8', thumps_up: 'Yes' })).toEqual({
    ok: true,
    value: { shareId: 8, up: 'Yes' },
  });
});
