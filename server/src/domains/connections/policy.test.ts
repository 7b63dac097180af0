import { expect, test } from 'vitest';
import { sampleProfile } from '../../../test/legacy-samples.ts';
import {
  getRelation,
  hidePrivateFields,
  mayShareWith,
  toPersonView,
  VISIBLE_TO,
  type PersonFacts,
} from './policy.ts';

const asha: PersonFacts = {
  id: 7,
  firstName: 'Asha',
  lastName: 'Kulkarni',
  image: '/files/7',
  skills: ['Carpentry'],
  location: '14 Park Lane, Kothrud, Pune',
  nativeLocation: 'Satara',
  webLink: 'https://asha.example',
  companies: ['Wood & Sons'],
  about: 'Kitchens and wardrobes',
  qualification: 'diploma',
  experienceYears: 9,
  ratePaise: 450_00,
  rateType: 'hourly',
  rating: 4.6,
  reliability: { asWorker: { kept: 17, cancelled: 1, late: 2 }, asPoster: null },
  completedProjects: 61,
  projectsInProgress: 2,
  totalConnects: 38,
  verified: true,
  availability: { days: ['sat'], hours: null, holidays: [], awayUntil: null },
};

/** What a relation sees in place of the full value. Everybody sees a field that is not listed. */
const hiddenValues = {
  lastName: { stranger: 'K.' },
  location: { stranger: 'Kothrud, Pune' },
  nativeLocation: { stranger: '' },
  webLink: { stranger: '' },
  companies: { stranger: [] },
} as Record<string, Partial<Record<'self' | 'connection' | 'stranger', unknown>>>;

const fields = Object.keys(VISIBLE_TO) as (keyof typeof VISIBLE_TO)[];

test.each(
  fields.flatMap((field) =>
    (['self', 'connection', 'stranger'] as const).map((relation) => ({ field, relation })),
  ),
)('shows $field to $relation as the policy says', ({ field, relation }) => {
  const hiddenValue = hiddenValues[field]?.[relation];
  expect(toPersonView(relation, asha)[field]).toEqual(hiddenValue ?? asha[field]);
});

test('lists every field in the policy and returns no other field', () => {
  expect(Object.keys(asha).toSorted()).toEqual([...fields, 'id'].toSorted());
  expect(Object.keys(toPersonView('stranger', asha)).toSorted()).toEqual(
    [...fields, 'id', 'relation', 'abilities'].toSorted(),
  );
});

test('allows a stranger to connect and gives others the reason for the refusal', () => {
  const getAbility = (relation: 'self' | 'connection' | 'stranger') =>
    toPersonView(relation, asha).abilities.connect;
  expect(getAbility('stranger')).toEqual({ allowed: true });
  expect(getAbility('connection')).toEqual({ allowed: false, reason: 'connections.already' });
  expect(getAbility('self')).toEqual({ allowed: false, reason: 'connections.self' });
});

test.each([
  ['शर्मा', 'श.'],
  ['किरण', 'कि.'],
  ['’t Hooft', '’.'],
  ['', ''],
  ['nair', 'N.'],
])('shortens the last name %j to %j', (lastName, initial) => {
  expect(toPersonView('stranger', { ...asha, lastName }).lastName).toBe(initial);
});

test.each([
  ['Pune', 'Pune'],
  ['', ''],
  [' , Kothrud ,, Pune', 'Kothrud, Pune'],
])('shortens the location %j to %j', (location, town) => {
  expect(toPersonView('stranger', { ...asha, location }).location).toBe(town);
});

test('hides contacts, references and documents of a profile from others, and experience from strangers', () => {
  const hidden = {
    ...sampleProfile,
    email: '',
    mobile: '',
    age: null,
    gender: null,
    references: { professional: [], personal: [] },
    certificates: [],
    resume: null,
  };
  expect(hidePrivateFields('self', sampleProfile, false)).toEqual(sampleProfile);
  expect(hidePrivateFields('connection', sampleProfile, true)).toEqual(hidden);
  expect(hidePrivateFields('stranger', sampleProfile, true)).toEqual({ ...hidden, experience: [] });
});

test('jobs are shared with a connection that is visible', () => {
  const relations = [7, 8, 9].map((id) => getRelation(7, id, new Set([8])));
  expect(relations).toEqual(['self', 'connection', 'stranger']);
  expect(relations.map((relation) => mayShareWith(relation, true).allowed)).toEqual([false, true, false]);
  expect(mayShareWith('connection', false)).toEqual({ allowed: false, reason: 'connections.friends_only' });
});
