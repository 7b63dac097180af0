import { expect, test } from 'vitest';
import { listCalls } from '../testing/calls.ts';
import { KEPT_CALLS } from './keptCalls.ts';

/** Reads whose replies never stay on a device, with the reason. */
const NOT_KEPT = {
  accounts: ['UPI_account_list', 'bank_account_list'],
  identity: ['get_sample_kyc_videos', 'name_status', 'verify_aadhar_status'],
  logins: ['login_challenge', 'second_factors', 'security_events', 'session_list', 'social_providers'],
  // Numbers and addresses.
  contacts: ['notification_settings'],
  // An answer from before would be wrong.
  payments: ['escrow_payment_status', 'milestone_rest', 'quote_rest'],
  // The session keeps its user itself.
  session: ['current_user'],
  searches: ['friends_search', 'place_nearest', 'place_search', 'profile_list', 'search_suggestions'],
  people: ['user_detailed_history'],
  // Pages of the server, and links from messages.
  pages: [
    'app_links',
    'map_tiles',
    'owner_alert',
    'public_job',
    'public_job_address',
    'public_jobs',
    'public_worker',
  ],
};

test('every read of the contract is listed as kept or not kept', async () => {
  const reads = (await listCalls()).filter(({ reads: isRead, access }) => isRead && access !== 'admin');
  expect(reads.map(({ name }) => name).toSorted()).toEqual(
    [...KEPT_CALLS, ...Object.values(NOT_KEPT).flat()].toSorted(),
  );
});
