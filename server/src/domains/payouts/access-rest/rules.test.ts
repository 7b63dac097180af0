import { expect, test } from 'vitest';
import { applyRest, findAccessRest } from './rules.ts';

const toDate = (hour: number) => new Date(Date.UTC(2026, 10, 20) + hour * 3600_000);
const changes = (reset: number | null, change: number | null) => ({
  passwordResetAt: reset === null ? null : toDate(reset),
  contactChangedAt: change === null ? null : toDate(change),
});

test.each([
  ['nothing', null, null, null],
  ['a reset', 100, null, { since: 100, until: 124, reason: 'password_reset' }],
  ['a changed contact', null, 100, { since: 100, until: 124, reason: 'contact_changed' }],
  ['both on a day', 100, 110, { since: 100, until: 182, reason: 'reset_and_changed' }],
  ['both in the other order', 110, 100, { since: 100, until: 182, reason: 'reset_and_changed' }],
  ['both, 72 hours apart', 100, 172, { since: 100, until: 244, reason: 'reset_and_changed' }],
  ['a change long after a reset', 100, 173, { since: 173, until: 197, reason: 'contact_changed' }],
  ['a reset long after a change', 173, 100, { since: 173, until: 197, reason: 'password_reset' }],
] as const)('rests after %s', (_, reset, change, expected) => {
  const rest = findAccessRest(changes(reset, change));
  expect(rest).toEqual(
    expected && { ...expected, since: toDate(expected.since), until: toDate(expected.until) },
  );
});

const buildAccount = (destinationAt: number | null, usedAt: number | null = null, usableFrom = 0) => ({
  destination_at: destinationAt === null ? null : toDate(destinationAt),
  first_used_at: usedAt === null ? null : toDate(usedAt),
  usable_from: toDate(usableFrom),
  wait_reason: null,
});
const rest = findAccessRest(changes(200, null));
const isResting = (account: ReturnType<typeof buildAccount>) => applyRest(account, rest) !== account;

test('only a new destination rests', () => {
  expect(applyRest(buildAccount(201), rest)).toMatchObject({
    usable_from: toDate(224),
    wait_reason: 'password_reset',
  });
  expect(isResting(buildAccount(129))).toBe(true);
  expect(isResting(buildAccount(127))).toBe(false);
  expect(isResting(buildAccount(null))).toBe(false);
  expect(applyRest(buildAccount(201), null).usable_from).toEqual(toDate(0));
});

test('a destination that was paid to before the change does not rest', () => {
  expect(isResting(buildAccount(190, 199))).toBe(false);
  expect(isResting(buildAccount(190, 201))).toBe(true);
});

test('a second reset does not make a destination old that was added after the first', () => {
  const afterSecond = findAccessRest(changes(223, null));
  expect(applyRest(buildAccount(201), afterSecond).usable_from).toEqual(toDate(247));
});

test('a longer wait of the account stays', () => {
  const account = buildAccount(201, null, 230);
  expect(applyRest(account, rest)).toBe(account);
});
