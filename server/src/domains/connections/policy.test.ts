import { expect, test } from 'vitest';
import type { PersonFacts } from './people.ts';
import { SEEN_BY, seenBy } from './policy.ts';

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
  completedProjects: 61,
  projectsInProgress: 2,
  totalConnects: 38,
  verified: true,
};

/** What a relation sees in place of the full value. Everybody sees a field that is not listed. */
const heldBack = {
  lastName: { stranger: 'K.' },
  location: { stranger: 'Kothrud, Pune' },
  nativeLocation: { stranger: '' },
  webLink: { stranger: '' },
  companies: { stranger: [] },
} as Record<string, Partial<Record<'self' | 'connection' | 'stranger', unknown>>>;

const fields = Object.keys(SEEN_BY) as (keyof typeof SEEN_BY)[];

test.each(
  fields.flatMap((field) =>
    (['self', 'connection', 'stranger'] as const).map((relation) => ({ field, relation })),
  ),
)('shows $field to $relation as the policy says', ({ field, relation }) => {
  const kept = heldBack[field]?.[relation];
  expect(seenBy(relation, asha)[field]).toEqual(kept ?? asha[field]);
});

test('lists every field in the policy and returns no other field', () => {
  expect(Object.keys(asha).toSorted()).toEqual([...fields, 'id'].toSorted());
  expect(Object.keys(seenBy('stranger', asha)).toSorted()).toEqual(
    [...fields, 'id', 'relation', 'abilities'].toSorted(),
  );
});

test('allows a stranger to connect and gives others the reason for the refusal', () => {
  const connect = (relation: 'self' | 'connection' | 'stranger') => seenBy(relation, asha).abilities.connect;
  expect(connect('stranger')).toEqual({ allowed: true });
  expect(connect('connection')).toEqual({ allowed: false, reason: 'connections.already' });
  expect(connect('self')).toEqual({ allowed: false, reason: 'connections.self' });
});

test.each([
  ['शर्मा', 'श.'],
  ['किरण', 'कि.'],
  ['’t Hooft', '’.'],
  ['', ''],
  ['nair', 'N.'],
])('shortens the last name %j to %j', (lastName, initial) => {
  expect(seenBy('stranger', { ...asha, lastName }).lastName).toBe(initial);
});

test.each([
  ['Pune', 'Pune'],
  ['', ''],
  [' , Kothrud ,, Pune', 'Kothrud, Pune'],
])('shortens the location %j to %j', (location, town) => {
  expect(seenBy('stranger', { ...asha, location }).location).toBe(town);
});
