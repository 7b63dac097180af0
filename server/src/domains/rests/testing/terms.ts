import type { RestRule, RestTerms } from '../terms/store.ts';

const buildRule = (
  position: number,
  restDays: number,
  reason: RestRule['reason'],
  conditions: Partial<RestRule> = {},
): RestRule => ({
  position,
  method: null,
  firstDealings: null,
  link: null,
  chargedBack: null,
  payerYoungerDays: null,
  workerYoungerDays: null,
  payerIdentified: null,
  workerIdentified: null,
  amountFromPaise: null,
  overLimit: null,
  restDays,
  reason,
  ...conditions,
});

/** The terms that the first migration of rests sets. `terms.test.ts` compares them with the database. */
export const buildTerms = (): RestTerms => ({
  id: 1,
  knownReleases: 3,
  knownReleasePaise: 500_00,
  knownDays: 60,
  knownDayPaise: 50_000_00,
  firstDays: 7,
  freshDays: 30,
  identityMonthPaise: 50_000_00,
  rules: [
    buildRule(1, 7, 'linked', { link: 'strong' }),
    buildRule(2, 7, 'charged_back', { chargedBack: true }),
    buildRule(3, 7, 'over_limit', { overLimit: true }),
    buildRule(4, 7, 'card_new_payer', { method: 'card', payerYoungerDays: 30 }),
    buildRule(5, 7, 'card_first', { method: 'card', firstDealings: true }),
    buildRule(6, 5, 'large', { amountFromPaise: 1_00_000_00 }),
    buildRule(7, 3, 'first', { firstDealings: true }),
    buildRule(8, 3, 'linked', { link: 'any' }),
    buildRule(9, 3, 'payer_unidentified', { payerIdentified: false, amountFromPaise: 10_000_00 }),
    buildRule(10, 3, 'card', { method: 'card' }),
    buildRule(11, 2, 'new_payer', { payerYoungerDays: 30 }),
    buildRule(12, 2, 'new_worker', { workerYoungerDays: 30 }),
    buildRule(13, 1, 'every'),
  ],
  limits: [
    { action: 'fund', hours: 24, maxPaise: 50_000_00 },
    { action: 'fund', hours: 720, maxPaise: 1_00_000_00 },
    { action: 'release', hours: 24, maxPaise: 50_000_00 },
    { action: 'release', hours: 720, maxPaise: 1_00_000_00 },
    { action: 'withdraw', hours: 24, maxPaise: 15_000_00 },
    { action: 'withdraw', hours: 720, maxPaise: 50_000_00 },
  ],
});
