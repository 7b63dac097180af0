import type { Ability } from '../platform/lifecycle.ts';
import type { Job } from '../jobs/schemas.ts';
import type { Qualification, RateType } from '../profile/model.ts';

/** The relation of a person to the reader. */
export const RELATIONS = ['self', 'connection', 'stranger'] as const;
export type Relation = (typeof RELATIONS)[number];

/** A person as one reader may see them. Fields that the policy hides are empty. */
export interface PersonView {
  id: number;
  relation: Relation;
  firstName: string;
  /** Whole, or its first letter: "K." */
  lastName: string;
  /** Empty: the default picture. */
  image: string;
  skills: string[];
  location: string;
  nativeLocation: string;
  webLink: string;
  /** Where they have worked. */
  companies: string[];
  about: string;
  qualification: Qualification | null;
  experienceYears: number | null;
  ratePaise: number | null;
  rateType: RateType | null;
  rating: number | null;
  completedProjects: number;
  projectsInProgress: number;
  totalConnects: number;
  verified: boolean;
  abilities: { connect: Ability };
}

/** The full name, for display. */
export const formatFullName = (person: Pick<PersonView, 'firstName' | 'lastName'>): string =>
  `${person.firstName} ${person.lastName}`.trim();

/** Somebody a job can be shared with. */
export interface Friend {
  id: number;
  firstName: string;
  lastName: string;
  image: string;
  skills: string[];
  verified: boolean;
}

/** A job that a friend shared with the reader. */
export interface SharedJob {
  id: number;
  thumbsUp: boolean;
  sharedBy: string;
  sharedById: number;
  sharedAt: string;
  job: Job;
}
