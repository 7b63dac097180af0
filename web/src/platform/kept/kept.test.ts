import { expect, test } from 'vitest';
import { listCalls } from '../testing/calls.ts';

// What may stay on a device, where whoever holds it next could read it.

test('keeps no reply with codes, identity, accounts or logins', async () => {
  const kept = (await listCalls()).filter((call) => call.kept).map(({ name }) => name);
  expect(kept.length).toBeGreaterThan(20);
  for (const name of [
    'UPI_account_list',
    'bank_account_list',
    'get_sample_kyc_videos',
    'name_status',
    'verify_aadhar_status',
    'login_challenge',
    'second_factors',
    'security_events',
    'session_list',
    'notification_settings',
    'current_user',
    'owner_alert',
    'escrow_payment_status',
  ])
    expect(kept).not.toContain(name);
});
