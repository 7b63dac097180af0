import { expect, test } from 'vitest';
import {
  calculateRestEnd,
  decideRest,
  findFreeTime,
  isKnownPair,
  normaliseMethod,
  sumFree,
  type RestFacts,
} from './rules.ts';
import { buildTerms } from './testing/terms.ts';

const terms = buildTerms();

/** An older pair without anything that makes a release rest longer. */
const PLAIN: RestFacts = {
  method: 'upi',
  amountPaise: 2_000_00,
  payerDays: 200,
  workerDays: 200,
  payerIdentified: true,
  workerIdentified: true,
  pair: { releases: 1, oldestDays: 20 },
  link: 'none',
  chargedBack: false,
  disputed: false,
  unrestedTodayPaise: 0,
  overLimit: false,
};
const KNOWN: RestFacts = { ...PLAIN, pair: { releases: 3, oldestDays: 60 } };

test.each<[name: string, changes: Partial<RestFacts>, days: number, reason: string]>([
  ['nothing special', {}, 1, 'every'],
  ['by card', { method: 'card' }, 3, 'card'],
  ['in an unknown way', { method: null }, 3, 'card'],
  ['first dealings', { pair: { releases: 0, oldestDays: null } }, 3, 'first'],
  ['first dealings that began this week', { pair: { releases: 2, oldestDays: 6 } }, 3, 'first'],
  ['dealings of a week', { pair: { releases: 2, oldestDays: 7 } }, 1, 'every'],
  ['first dealings by card', { method: 'card', pair: { releases: 0, oldestDays: null } }, 7, 'card_first'],
  ['a new payer', { payerDays: 29 }, 2, 'new_payer'],
  ['a payer of a month', { payerDays: 30 }, 1, 'every'],
  ['a new payer by card', { payerDays: 29, method: 'card' }, 7, 'card_new_payer'],
  ['a new worker', { workerDays: 29 }, 2, 'new_worker'],
  [
    'a large sum of an unidentified payer',
    { payerIdentified: false, amountPaise: 10_000_00 },
    3,
    'payer_unidentified',
  ],
  ['a small sum of an unidentified payer', { payerIdentified: false, amountPaise: 9_999_99 }, 1, 'every'],
  ['₹1,00,000', { amountPaise: 1_00_000_00 }, 5, 'large'],
  ['a strong link', { link: 'strong' }, 7, 'linked'],
  ['a shared address', { link: 'weak' }, 3, 'linked'],
  ['a payer with a chargeback', { chargedBack: true }, 7, 'charged_back'],
  ['more than a fresh payer releases', { overLimit: true }, 7, 'over_limit'],
])('rests by the longest rule that applies: %s', (_, changes, days, reason) => {
  expect(decideRest(terms, { ...PLAIN, ...changes })).toMatchObject({ days, reason });
});

test('a known pair does not rest up to its daily sum, and by the rules above it', () => {
  expect(decideRest(terms, KNOWN)).toEqual({ days: 0, reason: 'known', position: null });
  const full = { ...KNOWN, unrestedTodayPaise: 48_000_00 };
  expect(decideRest(terms, full).days).toBe(0);
  expect(decideRest(terms, { ...full, unrestedTodayPaise: 48_000_01 })).toMatchObject({
    days: 1,
    reason: 'every',
  });
});

test.each<[name: string, changes: Partial<RestFacts>]>([
  ['two releases', { pair: { releases: 2, oldestDays: 90 } }],
  ['59 days', { pair: { releases: 5, oldestDays: 59 } }],
  ['no release', { pair: { releases: 0, oldestDays: null } }],
  ['a payer without identity', { payerIdentified: false }],
  ['a worker without identity', { workerIdentified: false }],
  ['a strong link', { link: 'strong' }],
  ['a chargeback', { chargedBack: true }],
  ['an open issue', { disputed: true }],
])('a pair is not known with %s', (_, changes) => {
  expect(isKnownPair(terms, KNOWN)).toBe(true);
  expect(isKnownPair(terms, { ...KNOWN, ...changes })).toBe(false);
});

test('an address that others share too does not count against a known pair', () => {
  expect(isKnownPair(terms, { ...KNOWN, link: 'weak' })).toBe(true);
});

test.each([
  ['upi', 'upi'],
  ['UPI', 'upi'],
  ['upi_credit_card', 'upi'],
  ['credit_card', 'card'],
  ['debit_card', 'card'],
  ['cardless_emi', 'card'],
  ['paylater', 'card'],
  ['net_banking', 'netbanking'],
  ['netbanking', 'netbanking'],
  ['wallet', null],
  ['unknown', null],
  ['', null],
])('reads the way to pay "%s"', (text, method) => {
  expect(normaliseMethod(text)).toBe(method);
});

test('the rest is counted in whole days from the release', () => {
  const at = new Date('2026-11-18T05:10:00.000Z');
  expect(calculateRestEnd(at, { days: 3 }).toISOString()).toBe('2026-11-21T05:10:00.000Z');
});

test('knows what is free now, and from when more is', () => {
  const now = new Date('2026-11-18T00:00:00.000Z');
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const releases = [
    { leftPaise: 100, restUntil: inDays(0), isHeld: false },
    { leftPaise: 40, restUntil: inDays(3), isHeld: false },
    { leftPaise: 20, restUntil: inDays(1), isHeld: false },
    { leftPaise: 900, restUntil: inDays(-9), isHeld: true },
  ];
  expect(sumFree(releases, now)).toBe(100);
  expect(findFreeTime(releases, 100, now)).toEqual(now);
  expect(findFreeTime(releases, 101, now)).toEqual(inDays(1));
  expect(findFreeTime(releases, 121, now)).toEqual(inDays(3));
  expect(findFreeTime(releases, 161, now)).toBeNull();
});
