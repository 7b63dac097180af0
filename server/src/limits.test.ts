import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Faults } from './config/faults.ts';
import { LIMITS as CONNECTION_LIMITS } from './domains/connections/limits.ts';
import { LIMITS as IDENTITY_LIMITS } from './domains/identity/limits.ts';
import { ALL_LIMITS, checkLimitSettings } from './limits.ts';
import { readLimits, toSettingName } from './platform/limits.ts';

function read(env: Record<string, string>) {
  const faults = new Faults();
  const limits = readLimits(env, faults);
  checkLimitSettings(limits.settings, faults);
  faults.throwIfAny();
  return limits;
}

test('reads a limit as a number per time, or off', () => {
  const limits = read({
    LIMIT_LOGIN_ACCOUNT: '20/1h',
    LIMIT_SHARE_USER: 'off',
    LIMIT_CONNECT_PAIR: '5/2d',
  });
  expect(limits.get(IDENTITY_LIMITS.login_account)).toEqual({
    scope: 'login_account',
    max: 20,
    windowMs: 3600_000,
  });
  expect(limits.get(CONNECTION_LIMITS.share_user).max).toBe(Infinity);
  expect(limits.get(CONNECTION_LIMITS.connect_pair)).toMatchObject({ max: 5, windowMs: 2 * 24 * 3600_000 });
  expect(limits.get(IDENTITY_LIMITS.otp_contact)).toEqual({
    scope: 'otp_contact',
    max: 5,
    windowMs: 3600_000,
  });
});

test.each(['0/15m', '10', '10/m', '10/15', '-1/1h', '10/15w', '1e3/1h', 'none'])('refuses "%s"', (text) => {
  expect(() => read({ LIMIT_LOGIN_ACCOUNT: text })).toThrow(
    'LIMIT_LOGIN_ACCOUNT is wrong: it must be like 100/15m (s, m, h, d) or off',
  );
});

test('refuses an unknown limit', () => {
  expect(() => read({ LIMIT_LOGINS: '10/15m' })).toThrow('LIMIT_LOGINS is not a known limit');
});

test('no two limits have the same name', () => {
  const names = ALL_LIMITS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('docs/operations.md lists each limit with its default and what it counts', () => {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(LIMIT_\w+)` \| (\S+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(ALL_LIMITS.map(({ name, usual, counts }) => [toSettingName(name), usual, counts]));
});
