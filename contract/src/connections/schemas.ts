import * as z from 'zod/mini';
import { ability, idText, optionalText, pageFields } from '../platform/schemas.ts';
import { job, page } from '../jobs/schemas.ts';
import { SEARCH_MAX } from '../platform/limits.ts';
import { availability } from '../profile/availability/schemas.ts';
import { QUALIFICATIONS, RATE_TYPES } from '../profile/model.ts';
import { reliability } from '../reliability/shown.ts';
import { RELATIONS, type PeopleScope } from './model.ts';

export const userId = z.object({ userId: idText('connections.not_found') });
export const people = z.object({ ...pageFields, search: optionalText(SEARCH_MAX) });
export const connects = z.object({
  ...people.shape,
  scope: z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined): PeopleScope => (text === 'everybody' ? text : 'connected')),
  ),
});
export const shareJob = z.object({
  jobId: idText('jobs.not_found'),
  friendId: idText('connections.friend_required'),
});
export const jobsPage = page;
export const thumbsUp = z.object({
  shareId: idText('connections.share_not_found'),
  up: z.literal('Yes', 'connections.thumbs_up_required'),
});

/** A person as one reader may see them. Fields that the policy hides are empty. */
export const personView = z.object({
  id: z.number(),
  relation: z.enum(RELATIONS),
  firstName: z.string(),
  /** Whole, or its first letter: "K." */
  lastName: z.string(),
  /** Empty: the default picture. */
  image: z.string(),
  skills: z.array(z.string()),
  location: z.string(),
  nativeLocation: z.string(),
  webLink: z.string(),
  /** Where they have worked. */
  companies: z.array(z.string()),
  about: z.string(),
  qualification: z.nullable(z.enum(QUALIFICATIONS)),
  experienceYears: z.nullable(z.number()),
  ratePaise: z.nullable(z.number()),
  rateType: z.nullable(z.enum(RATE_TYPES)),
  rating: z.nullable(z.number()),
  /** As a worker, and as a poster. Null: too few jobs count. */
  reliability: z.object({ asWorker: z.nullable(reliability), asPoster: z.nullable(reliability) }),
  completedProjects: z.number(),
  projectsInProgress: z.number(),
  totalConnects: z.number(),
  verified: z.boolean(),
  /** When they usually take work; null: not said. */
  availability: z.nullable(availability),
  abilities: z.object({ connect: ability }),
});
export type PersonView = z.output<typeof personView>;

export const peoplePage = z.object({
  items: z.array(personView),
  nextCursor: z.nullable(z.string()),
  /**
   * How many people a search in the directory finds, up to `PEOPLE_COUNTED_MAX`; one more stands for "more than that".
   * Null where it is not counted: on later pages, without a search, and among connections.
   */
  total: z.nullable(z.number()),
});
export type PeoplePage = z.output<typeof peoplePage>;

/** Somebody a job can be shared with. */
export const friend = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  image: z.string(),
  skills: z.array(z.string()),
  verified: z.boolean(),
});
export type Friend = z.output<typeof friend>;

/** A job that a friend shared with the reader. */
export const sharedJob = z.object({
  id: z.number(),
  thumbsUp: z.boolean(),
  sharedBy: z.string(),
  sharedById: z.number(),
  sharedAt: z.string(),
  job,
});
export type SharedJob = z.output<typeof sharedJob>;
