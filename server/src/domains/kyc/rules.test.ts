import { describe, expect, test } from 'vitest';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import {
  buildClaim,
  generateCode,
  decide,
  getAskedName,
  calculateCheckDelayMs,
  getNumberStep,
  findOtpRefusal,
  spendsVideo,
  findSubmitRefusal,
  classifyVideo,
} from './rules.ts';

const buildVerdict = (changes: Partial<IdentityVerdict>): IdentityVerdict => ({
  providerReference: 'pan:1',
  status: 'verified',
  registeredName: 'ASHA KALE',
  reason: null,
  ...changes,
});

const claim = { name: 'Asha Kale', isCompany: false, nameOnId: '' };

describe('decide', () => {
  test('verifies a matching name', () => {
    expect(decide(buildVerdict({}), claim)).toEqual({ state: 'verified', name: 'ASHA KALE' });
    const devanagari = buildVerdict({ registeredName: 'आशा काळे' });
    expect(decide(devanagari, claim)).toEqual({ state: 'verified', name: 'आशा काळे' });
  });
  test('refuses another name', () => {
    const other = buildVerdict({ registeredName: 'ANOTHER PERSON' });
    expect(decide(other, claim)).toEqual({ state: 'refused', reason: 'kyc.refused_name' });
  });
  test('leaves a name that may be the same to a person', () => {
    const married = buildVerdict({ registeredName: 'ASHA RANE' });
    expect(decide(married, claim)).toEqual({ state: 'review', name: 'ASHA RANE' });
  });
  test('refuses a verdict without a name', () => {
    const nameless = buildVerdict({ registeredName: null });
    expect(decide(nameless, claim)).toMatchObject({ state: 'refused' });
  });
  test('refuses an unknown number and keeps an undecided one pending', () => {
    const refused = decide(buildVerdict({ status: 'refused', registeredName: null }), claim);
    expect(refused).toEqual({ state: 'refused', reason: 'kyc.refused_number' });
    expect(decide(buildVerdict({ status: 'pending' }), claim)).toEqual({ state: 'pending' });
  });
  test.each([
    ['as on the ID', 'Lakshmi Pillai', { state: 'review', name: 'LAKSHMI PILLAI' }],
    ['nearly as on the ID', 'Lakshmi Menon', { state: 'review', name: 'LAKSHMI PILLAI' }],
    ['not as on the ID', 'Ravi Rao', { state: 'refused', reason: 'kyc.refused_typed_name' }],
  ] as const)('never verifies by a typed name that is not the account’s: %s', (_, nameOnId, expected) => {
    expect(decide(buildVerdict({ registeredName: 'LAKSHMI PILLAI' }), { ...claim, nameOnId })).toEqual(
      expected,
    );
  });
  test('verifies by the account’s name, whatever was typed', () => {
    expect(decide(buildVerdict({}), { ...claim, nameOnId: 'A. Kale' })).toMatchObject({ state: 'verified' });
  });
  test('compares a company with its legal name and its trade name, word by word', () => {
    const company = { name: 'Kale Painters', isCompany: true, nameOnId: '' };
    const decideTrade = (tradeName: string) => decide(buildVerdict({ tradeName }), company);
    expect(decideTrade('KALE PAINTERS PVT LTD')).toEqual({ state: 'verified', name: 'ASHA KALE' });
    expect(decideTrade('KALE PAINTERS AND ELECTRICIANS')).toMatchObject({ state: 'review' });
    expect(decide(buildVerdict({ registeredName: 'RANE PLUMBERS' }), company)).toMatchObject({
      state: 'refused',
    });
  });
});

test('expects the company name for a GSTIN and the own name for a PAN', () => {
  const owner = { firstName: 'Asha', lastName: 'Kale', companyName: 'Kale Painters', mobile: '' };
  const company = { name: 'Kale Painters', isCompany: true, nameOnId: '' };
  expect(buildClaim('gstin', owner, '')).toEqual(company);
  expect(buildClaim('gstin', { ...owner, companyName: '' }, '')).toEqual(claim);
  expect(buildClaim('pan', owner, '')).toEqual(claim);
  expect(getAskedName(company)).toBe('Kale Painters');
  expect(getAskedName({ ...claim, nameOnId: 'ASHA R KALE' })).toBe('ASHA R KALE');
});

test('polls a pending check less and less often and gives up after three days', () => {
  const minute = 60_000;
  expect(calculateCheckDelayMs(0)).toBe(30_000);
  expect(calculateCheckDelayMs(10 * minute)).toBe(5 * minute);
  expect(calculateCheckDelayMs(48 * 60 * minute)).toBe(6 * 60 * minute);
  expect(calculateCheckDelayMs(73 * 60 * minute)).toBeNull();
});

test('allows a number unless a check is pending or verified', () => {
  expect(findSubmitRefusal('none')).toBeNull();
  expect(findSubmitRefusal('refused')).toBeNull();
  expect(findSubmitRefusal('pending')).toBe('kyc.already_pending');
  expect(findSubmitRefusal('verified')).toBe('kyc.already_verified');
});

const at = new Date('2026-11-21T10:00:00Z');
const addMinutes = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

test('generates codes of six characters without look-alikes', () => {
  let next = 0;
  expect(generateCode((below) => next++ % below)).toBe('234678');
  for (const lookAlike of '01OIL5SZB')
    expect(generateCode(() => 26) + generateCode((below) => next++ % below)).not.toContain(lookAlike);
});

describe('the video of a code', () => {
  const made = { made_at: at, sha256: null, spent_at: null };
  const kept = { ...made, sha256: 'one' };
  test.each([
    ['the first', made, 'one', 9, 'keep'],
    ['none', made, null, 9, 'kyc.video_required'],
    ['too late', made, 'one', 11, 'kyc.code_expired'],
    ['the same again', kept, 'one', 59, 'have'],
    ['none is needed any more', kept, null, 59, 'have'],
    ['another', kept, 'two', 1, 'kyc.code_used'],
    ['too old to stand', kept, null, 61, 'kyc.code_expired'],
    ['a check was decided with it', { ...kept, spent_at: at }, 'one', 1, 'kyc.code_used'],
  ] as const)('%s', (_, row, sha256, minutes, expected) => {
    expect(classifyVideo(row, sha256, addMinutes(minutes))).toBe(expected);
  });
  test('is spent by a decision about its owner, not by an unknown number', () => {
    expect(spendsVideo({ state: 'verified', name: 'ASHA' })).toBe(true);
    expect(spendsVideo({ state: 'refused', reason: 'kyc.refused_name' })).toBe(true);
    expect(spendsVideo({ state: 'refused', reason: 'kyc.refused_number' })).toBe(false);
    expect(spendsVideo({ state: 'refused', reason: 'kyc.vendor_unavailable' })).toBe(false);
    expect(spendsVideo({ state: 'pending' })).toBe(false);
  });
});

describe('an Aadhaar session', () => {
  const begun = {
    user_id: 1,
    way: 'number' as const,
    number_last4: null,
    otp_sent_at: null,
    tries: 0,
    created_at: at,
  };
  const sent = { ...begun, number_last4: '2346', otp_sent_at: at };
  test.each([
    [begun, 9, 'send'],
    [begun, 11, 'over'],
    [sent, 1, 'sent'],
    [{ ...sent, number_last4: '9999' }, 1, 'over'],
    [{ ...begun, way: 'digilocker' as const }, 1, 'over'],
  ])('returns the step for a number', (session, minutes, step) => {
    expect(getNumberStep(session, '2346', addMinutes(minutes))).toBe(step);
  });
  test.each([
    [begun, 1, 'kyc.session_over'],
    [sent, 9, null],
    [sent, 11, 'kyc.session_over'],
    [{ ...sent, tries: 4 }, 1, null],
    [{ ...sent, tries: 5 }, 1, 'kyc.otp_tries'],
  ])('returns why a one-time password is refused', (session, minutes, hindrance) => {
    expect(findOtpRefusal(session, addMinutes(minutes))).toBe(hindrance);
  });
});

test('refuses a denial at DigiLocker with its own reason', () => {
  expect(decide(buildVerdict({ status: 'denied' }), claim)).toEqual({
    state: 'refused',
    reason: 'kyc.digilocker_denied',
  });
});
