import { expect } from 'vitest';
import type { Job } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import type { TestUser } from './user.ts';
import type { World } from './world.ts';

// A job of `post()` in `story.ts`, as clients of the specification get it.

const DAY_MS = 86_400_000;

/** Days from now, with the month first or, for `take_work`, the day. */
function formatDay(world: World, days: number, order: 'month first' | 'day first'): string {
  const [year, month, day] = toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS)).split('-');
  return (order === 'month first' ? [month, day, year] : [day, month, year]).join('-');
}

/** The fields of an award while there is none, or for those who are not part of it. */
const noAward = {
  awarded_to_user_id: null,
  job_awarded_to: '',
  awarded_date: '',
  bid_amount: '',
  job_bid_type: '',
  profile_image: '',
  user_rating: null,
  contact_flag: 0,
  employee_mobile: '',
  is_saved: 0,
  completed_status: 0,
  is_completed: 0,
  payment_milestone: [],
};

/** For somebody who may quote. */
export const buildWholeJob = (world: World, poster: TestUser, job: Pick<Job, 'id' | 'number'>) => ({
  id: job.id,
  job_unique_id: `FWS ${job.number}`,
  job_title: 'Paint a flat',
  job_description: 'Two rooms and a kitchen',
  job_location: 'Kothrud, Pune',
  latitude: 18.5074,
  longitude: 73.8077,
  category: 1,
  skills: 'Painting',
  take_work: formatDay(world, 2, 'day first'),
  target_closed_date: formatDay(world, 20, 'month first'),
  payment_term: 'FWS Term Payment',
  budjet: 'Fixed Price',
  amount: '15000',
  timestamp: world.clock.format(),
  total_quotes_received: 0,
  total_quote_count: 0,
  is_fws_verified: 0,
  attach_file: '',
  attach_file_name: '',
  attach_file_bytes: 0,
  attach_file_is_image: false,
  photo_count: 0,
  cover_photo: '',
  job_status: 'open',
  user_id: poster.id,
  my_quote_id: null as number | null,
  can_quote: { allowed: true, reason: null } as { allowed: boolean; reason: string | null },
  ...noAward,
});

/** What a job by itself says besides. */
export const buildDetailFields = (
  world: World,
  poster: { name: string; verified?: 0 | 1; posted?: number; awarded?: number },
) => ({
  photos: [],
  unlisted: 0,
  version: expect.stringMatching(/^[\w-]{16}$/) as string,
  is_waiting: 0,
  is_taken_down: 0,
  poster_name: poster.name,
  poster_is_kyc_updated: poster.verified ?? 0,
  poster_since: toIstDate(world.clock.now()).slice(0, 'yyyy-mm'.length),
  poster_rating: null,
  poster_rating_count: 0,
  poster_jobs_posted: poster.posted ?? 1,
  poster_jobs_awarded: poster.awarded ?? 0,
  poster_money_released: 'none',
  poster_answer_minutes: null,
  poster_release_minutes: null,
});
