import type { Relation } from '@fws/contract/connections/model';
import type { PersonView } from '@fws/contract/connections/schemas';
import type { Profile } from '@fws/contract/profile/schemas';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import { maskFields } from '../../platform/contact-filter/index.ts';
import { getInitial } from '../../platform/short-name.ts';

/** All fields of a person, before the policy removes what the reader may not see. */
export type PersonFacts = Omit<PersonView, 'relation' | 'abilities'>;

/**
 * Which fields of a person each relation may see. Only this table decides it. Connecting takes one press and no consent,
 * so no field here may be secret: address, number, e-mail, references, certificates and identity documents are left out.
 */
export const VISIBLE_TO = {
  firstName: ['self', 'connection', 'stranger'],
  /** A stranger sees the first letter. */
  lastName: ['self', 'connection'],
  image: ['self', 'connection', 'stranger'],
  skills: ['self', 'connection', 'stranger'],
  /** A stranger sees the town, not the street. */
  location: ['self', 'connection'],
  nativeLocation: ['self', 'connection'],
  webLink: ['self', 'connection'],
  companies: ['self', 'connection'],
  about: ['self', 'connection', 'stranger'],
  qualification: ['self', 'connection', 'stranger'],
  experienceYears: ['self', 'connection', 'stranger'],
  ratePaise: ['self', 'connection', 'stranger'],
  rateType: ['self', 'connection', 'stranger'],
  rating: ['self', 'connection', 'stranger'],
  reliability: ['self', 'connection', 'stranger'],
  completedProjects: ['self', 'connection', 'stranger'],
  projectsInProgress: ['self', 'connection', 'stranger'],
  totalConnects: ['self', 'connection', 'stranger'],
  verified: ['self', 'connection', 'stranger'],
  availability: ['self', 'connection', 'stranger'],
} as const satisfies Record<Exclude<keyof PersonView, 'id' | 'relation' | 'abilities'>, readonly Relation[]>;

const maySee = (relation: Relation, field: keyof typeof VISIBLE_TO): boolean =>
  (VISIBLE_TO[field] as readonly Relation[]).includes(relation);

export const getRelation = (readerId: number, id: number, connected: ReadonlySet<number>): Relation =>
  id === readerId ? 'self' : connected.has(id) ? 'connection' : 'stranger';

/**
 * Contact data that a person wrote is for themselves and for those they have agreed on a job with. Connecting does not show
 * it: that takes one press.
 */
export const mayReadOriginal = (relation: Relation, haveAgreed: boolean): boolean =>
  relation === 'self' || haveAgreed;

/** What a person wrote, as others read it before they have agreed on a job. A website is contact data. */
export function hideContacts(person: PersonFacts): PersonFacts {
  const { about, skills, companies, location, nativeLocation } = person;
  return { ...person, ...maskFields({ about, skills, companies, location, nativeLocation }), webLink: '' };
}

/** Jobs are shared with connections whose account is not suspended. */
export const mayShareWith = (relation: Relation, isVisible: boolean): Ability =>
  allowIf(relation === 'connection' && isVisible, 'connections.friends_only');

/** The person as a reader with this relation may see them. */
export function toPersonView(relation: Relation, person: PersonFacts): PersonView {
  const show = <T>(field: keyof typeof VISIBLE_TO, value: T, fallback: T): T =>
    maySee(relation, field) ? value : fallback;
  return {
    id: person.id,
    relation,
    firstName: show('firstName', person.firstName, ''),
    lastName: show('lastName', person.lastName, getInitial(person.lastName)),
    image: show('image', person.image, ''),
    skills: show('skills', person.skills, []),
    location: show('location', person.location, getTown(person.location)),
    nativeLocation: show('nativeLocation', person.nativeLocation, ''),
    webLink: show('webLink', person.webLink, ''),
    companies: show('companies', person.companies, []),
    about: show('about', person.about, ''),
    qualification: show('qualification', person.qualification, null),
    experienceYears: show('experienceYears', person.experienceYears, null),
    ratePaise: show('ratePaise', person.ratePaise, null),
    rateType: show('rateType', person.rateType, null),
    rating: show('rating', person.rating, null),
    reliability: show('reliability', person.reliability, { asWorker: null, asPoster: null }),
    completedProjects: show('completedProjects', person.completedProjects, 0),
    projectsInProgress: show('projectsInProgress', person.projectsInProgress, 0),
    totalConnects: show('totalConnects', person.totalConnects, 0),
    verified: show('verified', person.verified, false),
    availability: show('availability', person.availability, null),
    abilities: { connect: mayConnect(relation) },
  };
}

/** Only the person themselves sees how to reach them, their documents and those of other people. */
export function hidePrivateFields(relation: Relation, profile: Profile, haveAgreed: boolean): Profile {
  if (relation === 'self') return profile;
  return {
    ...profile,
    hides: [],
    ...(!haveAgreed && hideProfileContacts(profile)),
    email: '',
    mobile: '',
    age: null,
    gender: null,
    references: { professional: [], personal: [] },
    certificates: [],
    resume: null,
    ...(!maySee(relation, 'companies') && { experience: [] }),
  };
}

function hideProfileContacts(profile: Profile): Partial<Profile> {
  const { about, skills, location, nativeLocation, additionalCondition } = profile;
  const companies = profile.experience.map(({ company }) => company);
  const { companies: masked, ...texts } = maskFields({
    about,
    skills,
    location,
    nativeLocation,
    additionalCondition,
    companies,
  });
  const experience = profile.experience.map((entry, at) => ({ ...entry, company: masked[at] ?? '' }));
  return { ...texts, experience, webLink: '' };
}

export const mayConnect = (relation: Relation): Ability =>
  allowIf(relation === 'stranger', relation === 'self' ? 'connections.self' : 'connections.already');

const TOWN_PARTS = 2;

/** "14 Park Lane, Kothrud, Pune" → "Kothrud, Pune" */
const getTown = (location: string): string =>
  location
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(-TOWN_PARTS)
    .join(', ');
