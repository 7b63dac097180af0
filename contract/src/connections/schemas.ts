import * as z from 'zod/mini';
import { abilityWire, idText, optionalText, pageFields } from '../platform/schemas.ts';
import { jobWire } from '../jobs/schemas.ts';
import { SEARCH_MAX } from '../platform/limits.ts';

export const userId = z.object({ userId: idText('connections.not_found') });
export const people = z.object({ ...pageFields, search: optionalText(SEARCH_MAX) });
export const connects = z.object({
  ...people.shape,
  // "All" is the only kind. Any other value means the same.
  type: z.optional(z.string()),
});
export const shareJob = z.object({
  jobId: idText('jobs.not_found'),
  friendId: idText('connections.friend_required'),
});
export const thumbsUp = z.object({
  shareId: idText('connections.share_not_found'),
  up: z.literal('Yes', 'common.check_form'),
});

export const personWire = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  location: z.string(),
  native_location: z.string(),
  web_link: z.string(),
  working_company_name: z.string(),
  about_description: z.string(),
  qualification: z.string(),
  total_experience: z.string(),
  amount_per_hour: z.string(),
  project_rate: z.string(),
  project_rate_type: z.string(),
  user_rating: z.nullable(z.number()),
  total_completed_project: z.number(),
  total_inprogress_project: z.number(),
  total_connects: z.number(),
  is_kyc_updated: z.number(),
  is_connected: z.number(),
  is_self: z.number(),
  can_connect: abilityWire,
});

export const friendWire = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  is_kyc_updated: z.number(),
});

export const sharedJobWire = z.object({
  ...jobWire.shape,
  share_id: z.number(),
  thumps_up: z.string(),
  shared_user_name: z.string(),
  shared_user_id: z.number(),
  shared_at: z.string(),
});
