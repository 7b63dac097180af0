import { expect, test } from 'vitest';
import { calculateCompleteness, PARTS } from './completeness.ts';
import type { Profile } from './schemas.ts';

const nothing: Profile = {
  id: 1,
  version: 'h5t',
  firstName: 'Imran',
  lastName: 'Shaikh',
  email: 'imran@mail.example',
  mobile: '+919800000417',
  mobileVerified: true,
  emailVerified: true,
  profileImage: '',
  location: 'Pune',
  registerFor: 'individual',
  lookingFor: ['projects'],
  skills: [],
  identity: 'none',
  rating: null,
  completedProjects: 0,
  suspension: null,
  qualification: null,
  age: null,
  gender: null,
  nativeLocation: '',
  webLink: '',
  about: '',
  categories: [],
  experience: [],
  inexperienced: false,
  readiness: null,
  ratePaise: null,
  rateType: null,
  additionalCondition: '',
  radius: null,
  references: { professional: [], personal: [] },
  certificates: [],
  resume: null,
  projectsInProgress: 0,
  hides: [],
  availability: null,
  connects: 0,
  signUp: 'password',
};
const file = { url: '/api/files/1/a.pdf', name: 'a.pdf', bytes: 9, image: false };
const reference = { name: 'Sunita', mobile: '+919800000211', profession: '', username: '' };
const whole: Profile = {
  ...nothing,
  profileImage: '/api/files/1/profile_picture.jpg',
  age: 34,
  nativeLocation: 'Satara',
  qualification: 'diploma',
  skills: ['Carpentry'],
  about: 'I fit kitchens.',
  experience: [{ years: 2, company: 'A', from: '2020-01-01', to: '2022-01-01' }],
  ratePaise: 450_00,
  rateType: 'hourly',
  readiness: { ready: false },
  references: { professional: [reference], personal: [reference] },
  resume: file,
  identity: 'verified',
};

test('the weights add up to 100', () => {
  expect(Object.values(PARTS).reduce((sum, part) => sum + part.weight, 0)).toBe(100);
});

test('an empty profile is 0 percent, a full one 100 percent', () => {
  expect(calculateCompleteness(nothing)).toEqual({
    percent: 0,
    missing: [
      'skills',
      'photo',
      'basics',
      'about',
      'experience',
      'rate',
      'references',
      'identity',
      'qualification',
      'readiness',
      'papers',
    ],
  });
  expect(calculateCompleteness(whole)).toEqual({ percent: 100, missing: [] });
});

test.each([
  ['skills', { skills: [] }, 85],
  ['basics', { age: null }, 90],
  ['basics', { nativeLocation: '' }, 90],
  ['experience', { experience: [] }, 90],
  ['references', { references: { professional: [reference], personal: [] } }, 90],
  ['papers', { resume: null }, 95],
  ['identity', { identity: 'pending' }, 90],
] as const)('reports a profile without %s as incomplete', (part, change, percent) => {
  expect(calculateCompleteness({ ...whole, ...change } as Profile)).toEqual({ percent, missing: [part] });
});

test('accepts having no experience, and a certificate instead of a resume', () => {
  const fresh: Profile = {
    ...whole,
    experience: [],
    inexperienced: true,
    resume: null,
    certificates: [file],
  };
  expect(calculateCompleteness(fresh).percent).toBe(100);
});
