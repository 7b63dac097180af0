import { describe, expect, test } from 'vitest';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import { decide, nameAskedFor, nextCheckAfterMs, sameName, submitHindrance } from './rules.ts';

const verdict = (of: Partial<IdentityVerdict>): IdentityVerdict => ({
  providerReference: 'pan:1',
  status: 'verified',
  registeredName: 'ASHA KALE',
  nameMatches: true,
  reason: null,
  ...of,
});

test.each([
  ['Asha Kale', 'ASHA KALE'],
  ['Kale, Asha', 'Asha Kale'],
  ['Smt. Asha Kale', 'asha kale'],
  ['Asha R. Kale', 'Asha Kale'],
  ['आशा काळे', 'आशा  काळे'],
  ['Asha', 'asha'],
])('%s and %s are one person', (one, other) => {
  expect(sameName(one, other)).toBe(true);
  expect(sameName(other, one)).toBe(true);
});

test.each([
  ['Asha Kale', 'Asha Rane'],
  ['Asha', 'Asha Kale'],
  ['Asha Asha', 'Asha Kale'],
  ['', 'Asha Kale'],
  ['', ''],
  ['...', 'Asha Kale'],
])('"%s" and "%s" may be two people', (one, other) => {
  expect(sameName(one, other)).toBe(false);
  expect(sameName(other, one)).toBe(false);
});

describe('what a verdict means', () => {
  test('verified under the name that was asked for', () => {
    expect(decide(verdict({}), 'Asha Kale')).toEqual({ state: 'verified', name: 'ASHA KALE' });
  });
  test('verified, but somebody else', () => {
    const other = verdict({ registeredName: 'ANOTHER PERSON', nameMatches: false });
    expect(decide(other, 'Asha Kale')).toEqual({ state: 'refused', reason: 'kyc.refused_name' });
  });
  test('the vendor compared nothing, the names are the same', () => {
    expect(decide(verdict({ nameMatches: false }), 'Asha Kale')).toMatchObject({ state: 'verified' });
  });
  test('no name at all matches nobody', () => {
    const nameless = verdict({ registeredName: null, nameMatches: false });
    expect(decide(nameless, 'Asha Kale')).toMatchObject({ state: 'refused' });
  });
  test('unknown number, and not decided yet', () => {
    const refused = decide(verdict({ status: 'refused', registeredName: null }), 'Asha Kale');
    expect(refused).toEqual({ state: 'refused', reason: 'kyc.refused_number' });
    expect(decide(verdict({ status: 'pending' }), 'Asha Kale')).toEqual({ state: 'pending' });
  });
});

test('a GSTIN is asked for under the business, a PAN under the person', () => {
  const owner = { firstName: 'Asha', lastName: 'Kale', companyName: 'Kale Painters' };
  expect(nameAskedFor('gstin', owner)).toBe('Kale Painters');
  expect(nameAskedFor('gstin', { ...owner, companyName: '' })).toBe('Asha Kale');
  expect(nameAskedFor('pan', owner)).toBe('Asha Kale');
});

test('a pending check is asked about less and less often, and not for ever', () => {
  const minute = 60_000;
  expect(nextCheckAfterMs(0)).toBe(30_000);
  expect(nextCheckAfterMs(10 * minute)).toBe(5 * minute);
  expect(nextCheckAfterMs(48 * 60 * minute)).toBe(6 * 60 * minute);
  expect(nextCheckAfterMs(73 * 60 * minute)).toBeNull();
});

test('who may hand in a number', () => {
  expect(submitHindrance('none')).toBeNull();
  expect(submitHindrance('refused')).toBeNull();
  expect(submitHindrance('pending')).toBe('kyc.already_pending');
  expect(submitHindrance('verified')).toBe('kyc.already_verified');
});
