import { describe, expect, test } from 'vitest';
import { hasSecondFactor, listLoginMethods, getRequiredProof, type LoginFacts } from './rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
const web: LoginFacts = {
  client: 'web',
  mobileVerified: true,
  hasSecondFactor: false,
  deviceConfirmedAt: null,
  isUnderAttack: false,
  now,
};

describe('getRequiredProof', () => {
  test.each<[string, Partial<LoginFacts>, string]>([
    ['a new browser', {}, 'code'],
    ['a browser confirmed 30 days ago', { deviceConfirmedAt: daysAgo(30) }, 'none'],
    ['a browser confirmed longer ago', { deviceConfirmedAt: daysAgo(30.001) }, 'code'],
    ['a token client', { client: 'api' }, 'none'],
    ['a token client of an account under attack', { client: 'api', isUnderAttack: true }, 'code'],
    [
      'a known browser of an account under attack',
      { deviceConfirmedAt: daysAgo(1), isUnderAttack: true },
      'none',
    ],
    ['an account without a verified mobile number', { mobileVerified: false }, 'none'],
    [
      'a second factor in a known browser',
      { hasSecondFactor: true, deviceConfirmedAt: daysAgo(1) },
      'second_factor',
    ],
    ['a second factor and a token client', { hasSecondFactor: true, client: 'api' }, 'second_factor'],
  ])('%s', (_, facts, proof) => {
    expect(getRequiredProof({ ...web, ...facts })).toBe(proof);
  });
});

test('recovery codes alone are no second factor', () => {
  expect(hasSecondFactor({ authenticator: false, passkeys: 0, recoveryCodes: 10 })).toBe(false);
  expect(hasSecondFactor({ authenticator: false, passkeys: 1, recoveryCodes: 0 })).toBe(true);
  expect(hasSecondFactor({ authenticator: true, passkeys: 0, recoveryCodes: 0 })).toBe(true);
});

test('offers the code to the mobile number only where no second factor is chosen', () => {
  const all = { authenticator: true, passkeys: 2, recoveryCodes: 3 };
  expect(listLoginMethods('second_factor', all)).toEqual(['passkey', 'authenticator', 'recovery_code']);
  expect(listLoginMethods('second_factor', { ...all, passkeys: 0, recoveryCodes: 0 })).toEqual([
    'authenticator',
  ]);
  expect(listLoginMethods('code', all)).toEqual(['otp']);
});
