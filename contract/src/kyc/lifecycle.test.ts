import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { checkLifecycle, identityLifecycle, nameChangeLifecycle } from './lifecycle.ts';

test('a user’s identity has exactly these transitions', () => {
  expect(describeLifecycle(identityLifecycle)).toEqual([
    'identity: none, pending, verified, refused; from none to no end',
    'submit: none or refused → pending, by user',
    'verify: pending → verified, by provider or admin',
    'refuse: pending → refused, by provider or admin or system',
    'revoke: verified → refused, by admin',
  ]);
  expect(describeRepetitions(identityLifecycle)).toEqual([
    'verify: verified',
    'refuse: refused',
    'revoke: refused',
  ]);
});

test('an identity check has exactly these transitions', () => {
  expect(describeLifecycle(checkLifecycle)).toEqual([
    'identity check: pending, verified, refused; from pending to refused',
    'verify: pending → verified, by provider or admin; tells the user identity_verified',
    'refuse: pending → refused, by provider or admin or system; tells the user identity_refused; check_identity or a request: no answer from the vendor for three days',
    'revoke: verified → refused, by admin; tells the user identity_refused',
  ]);
  expect(describeRepetitions(checkLifecycle)).toEqual([
    'verify: verified',
    'refuse: refused',
    'revoke: refused',
  ]);
});

test('a name change has exactly these transitions', () => {
  expect(describeLifecycle(nameChangeLifecycle)).toEqual([
    'name change: waiting, approved, refused; from waiting to approved or refused',
    'approve: waiting → approved, by admin; tells the user name_changed',
    'refuse: waiting → refused, by admin; tells the user name_change_refused',
  ]);
  expect(describeRepetitions(nameChangeLifecycle)).toEqual(['approve: approved', 'refuse: refused']);
});
