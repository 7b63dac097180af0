import { expect, test } from 'vitest';
import { listPossibleProofs, type VerifiedFacts } from './rules.ts';

const NOW = new Date('2026-11-10T06:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3600_000);
const nothing: VerifiedFacts = {
  identity_state: 'none',
  mobile_verified_at: null,
  email_verified_at: null,
  contacts_trusted_before: null,
};
const contacts = { mobile_verified_at: daysAgo(31), email_verified_at: daysAgo(31) };

test.each([
  ['nothing', {}, []],
  ['an identity that is being checked', { identity_state: 'pending' }, []],
  ['a verified identity', { identity_state: 'verified' }, ['video_document', 'office_document']],
  ['both contacts for 31 days', contacts, ['both_contacts']],
  ['a mobile number for 31 days alone', { mobile_verified_at: daysAgo(31) }, []],
  ['an e-mail of 29 days', { ...contacts, email_verified_at: daysAgo(29) }, []],
  ['contacts from after a denied event', { ...contacts, contacts_trusted_before: daysAgo(40) }, []],
  [
    'contacts from before a denied event',
    { ...contacts, contacts_trusted_before: daysAgo(10) },
    ['both_contacts'],
  ],
] as const)('with %s', (_what, facts: Partial<VerifiedFacts>, proofs) => {
  expect(listPossibleProofs({ ...nothing, ...facts }, NOW)).toEqual(proofs);
});
