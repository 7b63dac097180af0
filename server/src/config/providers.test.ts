import { expect, test } from 'vitest';
import {
  findFaults,
  findFaultySettings,
  production,
  razorpay,
  readTestConfig,
  sandbox,
  omitSetting,
} from '../../test/config/input.ts';
import { trialSettings } from '../../test/config/production.ts';

test('refuses Razorpay’s test key in production', () => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' };
  expect(findFaults(env)).toEqual([]);
  expect(findFaultySettings({ ...env, RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual(['RAZORPAY_KEY_ID']);
});

test('development uses the sandbox that runs beside it', () => {
  expect(readTestConfig({}).identityStandIn).toEqual({ cashfree: true, setu: true });
  expect(readTestConfig({}).cashfree.payments).toMatchObject({ baseUrl: `${sandbox.url}/pg` });
  expect(readTestConfig({})).toMatchObject({ production: false, trial: false, aadhaarWay: 'number' });
});

test('production does not ask for Aadhaar numbers unless configured', () => {
  expect(readTestConfig(omitSetting('AADHAAR_MODE')).aadhaarWay).toBe('digilocker');
  expect(readTestConfig(trialSettings).aadhaarWay).toBe('digilocker');
  expect(readTestConfig(production).aadhaarWay).toBe('number');
  expect(readTestConfig({}).aadhaarWay).toBe('number');
});

test('Aadhaar by number requires its vendor, DigiLocker does not', () => {
  expect(findFaultySettings(omitSetting('SETU_URL'))).toEqual(['SETU_URL']);
  expect(readTestConfig({ ...omitSetting('SETU_URL'), AADHAAR_MODE: 'digilocker' })).toMatchObject({
    aadhaarWay: 'digilocker',
    identityStandIn: { cashfree: false },
  });
  expect(findFaultySettings({ AADHAAR_MODE: 'paper' })).toEqual(['AADHAAR_MODE']);
});

test('requires all or none of a social login’s settings', () => {
  expect(readTestConfig(production).social).toEqual({ google: null, facebook: null });
  expect(findFaults({ ...production, GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all',
  ]);
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(readTestConfig({ ...production, ...google }).social.google).toMatchObject({
    issuer: 'https://accounts.google.com',
  });
  expect(
    findFaultySettings({ ...production, ...google, GOOGLE_ISSUER: 'http://accounts.google.com' }),
  ).toEqual(['GOOGLE_ISSUER']);
});

test('Cashfree moves the money unless Razorpay is chosen, and then only Razorpay is required', () => {
  const { chosen, cashfree, razorpay: unused } = readTestConfig(production);
  expect(chosen).toEqual({ payments: 'cashfree', payouts: 'cashfree' });
  expect(cashfree.payments).toMatchObject({ clientId: 'cf-id', checkoutUrl: null });
  expect(unused).toEqual({ payments: null, payouts: null });

  const env = omitSetting('CASHFREE_PG_URL', omitSetting('CASHFREE_PAYOUT_URL'));
  const other = readTestConfig({ ...env, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' });
  expect(other.chosen).toEqual({ payments: 'razorpay', payouts: 'razorpay' });
  expect(other.cashfree).toMatchObject({ payments: null, payouts: null });
  expect(other.razorpay.payouts).toMatchObject({
    keyId: 'rzp_live_1',
    webhookSecrets: ['newer', 'older'],
    accountNumber: '7878780080316316',
  });
  expect(findFaultySettings({ ...production, PAYMENTS_PROVIDER: 'paypal' })).toEqual(['PAYMENTS_PROVIDER']);
});

test.each(Object.keys(razorpay))('refuses Razorpay as the chosen provider without %s', (name) => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' };
  expect(findFaults(omitSetting(name, env))).toEqual([expect.stringMatching(`^${name} is not set`)]);
});

test('keeps the former provider configured for what started with it', () => {
  const { cashfree, razorpay: chosen } = readTestConfig({
    ...production,
    ...razorpay,
    PAYMENTS_PROVIDER: 'razorpay',
    PAYOUTS_PROVIDER: 'cashfree',
  });
  expect(cashfree.payments).not.toBeNull();
  expect(cashfree.payouts).not.toBeNull();
  expect(chosen.payments).not.toBeNull();
});
