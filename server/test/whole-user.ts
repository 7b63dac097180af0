import { expect } from 'vitest';
import { removeSignatures } from './files/addresses.ts';
import { TestUser } from './user.ts';
import type { World } from './world.ts';

/** What clients of the specification get of a user who has filled in nothing, but for their names and contacts. */
export const newUser = {
  profile_image: '',
  skills: '',
  is_kyc_updated: 0,
  user_rating: null,
  total_completed_project: 0,
  age: null,
  gender: '',
  native_location: '',
  qualification: '',
  about_description: '',
  web_link: '',
  categories: [],
  total_experience: '',
  working_company_name: '',
  working_from_date: '',
  working_to_date: '',
  ready_for_project: '',
  project_rate: '',
  project_rate_type: '',
  amount_per_hour: '',
  additional_condition: '',
  project_take_from: '',
  personal_preference_name1: '',
  personal_preference_mobile1: '',
  personal_preference_profession1: '',
  personal_prefe_fws_username1: '',
  personal_preference_name2: '',
  personal_preference_mobile2: '',
  personal_preference_profession2: '',
  personal_prefe_fws_username2: '',
  certificates: '',
  certificates_upload: [],
  resume: '',
  resume_name: '',
  resume_bytes: 0,
  resume_is_image: false,
  total_inprogress_project: 0,
  total_connects: 0,
  profile_percentage: 0,
};

/** The user of a reply that starts a session, without the token, which must be one of theirs. */
export async function takeSession(world: World, data: unknown): Promise<Record<string, unknown>> {
  const [{ auth_token: token, ...user } = { auth_token: '' }] = data as Record<string, unknown>[];
  const client = new TestUser(world.url, { id: 0, token: String(token) });
  expect(await client.post('current_user', {})).toMatchObject({ status: 200 });
  return removeSignatures(user);
}
