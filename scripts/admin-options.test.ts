import { expect, test } from 'vitest';
import { readAdminOptions } from './admin-options.ts';

const email = 'meera@fws.in';

test.each([
  [[email], { email, act: 'grant', role: 'admin' }],
  [[email, '--role', 'support'], { email, act: 'grant', role: 'support' }],
  [[email, '--role', 'finance'], { email, act: 'grant', role: 'finance' }],
  [[email, '--role', 'admin'], { email, act: 'grant', role: 'admin' }],
  [[email, '--reset-factor'], { email, act: 'reset-factor' }],
  [[email, '--remove'], { email, act: 'remove' }],
])('reads %j', (args, options) => {
  expect(readAdminOptions(args)).toEqual(options);
});

test.each([
  [],
  ['meera'],
  ['--remove', email],
  [email, '--role'],
  [email, '--role', 'owner'],
  [email, '--role', 'admin', '--remove'],
  [email, '--remove', 'now'],
  [email, '--reset'],
])('shows the usage for %j', (...args) => {
  expect(() => readAdminOptions(args)).toThrow(/^Usage: npm run admin -- user@example\.in /);
});
